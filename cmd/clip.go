package cmd

import (
	"cmp"
	"strings"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/store"
)

// clip cuts the text on stdin to a number of tokens, with a mark where the cut is.
func (c *call) clip(g *given) error {
	if _, ok := g.flags["tokens"]; !ok {
		next := "say how many tokens may be printed: toolfit clip --tokens N"
		return &usageError{"clip takes --tokens N", next}
	}
	tokens, err := c.ceiling("tokens", "", "TOOLFIT_MAX_BUDGET", 0, new([]string))
	if err != nil {
		return err
	}
	if err := oneOf("keep", g.flags, "head", "tail", "ends"); err != nil {
		return err
	}
	sentinel, err := sentinelWords(g)
	if err != nil {
		return err
	}
	counter, err := c.counter()
	if err != nil {
		return err
	}
	scope, err := c.scope()
	if err != nil {
		return err
	}
	clip := shape.Clip{
		Tokens: tokens, Keep: cmp.Or(g.flags["keep"], "head"), Sentinel: sentinel, Counter: counter,
		Nonce: func(sum []byte) string { return scope.Digits([]byte("clip"), sum) },
		Refit: &shape.Refit{
			Cursor: refitCursor(scope),
			Page: func(handle, cursor, flags string) string {
				return "toolfit read " + handle + " --cursor " + cursor + flags
			},
		},
	}
	return clip.Run(c.stdin, c.stdout)
}

// sentinelWords returns the words of the mark.
func sentinelWords(g *given) (string, error) {
	words, ok := g.flags["sentinel"]
	switch {
	case !ok:
		return shape.DefaultSentinel, nil
	case strings.TrimSpace(strings.ReplaceAll(words, "{tokens}", "")) == "":
		return "", usagef("--sentinel has no words")
	case strings.ContainsAny(words, "\n\r"):
		return "", usagef("--sentinel is more than one line")
	}
	return words, nil
}

// refitCursor returns what makes cursors for envelopes that lose items: of handles of this scope
// whose rows are those that the envelope counts, and of ls.
func refitCursor(scope *store.Scope) func(string, int64, string, int64, int64) (string, bool) {
	total := map[string]int64{} // of handles
	return func(handle string, rows int64, old string, at, pos int64) (string, bool) {
		name := handle
		if name == "" {
			name = "ls"
			if have, err := scope.ParseCursor(name, old); err != nil || have != at {
				return "", false
			}
		} else if _, ok := total[name]; !ok {
			a, err := scope.Open(name)
			if err != nil {
				return "", false
			}
			total[name] = a.Len()
			a.Close()
		}
		if handle != "" && total[name] != rows {
			return "", false
		}
		cursor, err := scope.Cursor(name, pos)
		return cursor, err == nil
	}
}
