package cmd

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/store"
)

// maxChecked is how many bytes of an envelope are looked at: far more than any model reads.
const maxChecked = 32 << 20

// check tells whether the envelope on stdin keeps the contract: "ok", or a line for each rule that
// is broken and exit status 1.
func (c *call) check(g *given) error {
	o, err := c.checkOptions()
	if err != nil {
		return err
	}
	scope, err := c.scope()
	if err != nil {
		return err
	}
	sources := sources{scope: scope}
	defer sources.close()
	o.Source = sources.rows
	text, err := io.ReadAll(io.LimitReader(c.stdin, maxChecked+1))
	var broken []shape.Broken
	switch {
	case err != nil:
		broken = []shape.Broken{{Rule: "input", Detail: "stdin can't be read"}}
	case len(text) > maxChecked:
		broken = []shape.Broken{{Rule: "input", Detail: fmt.Sprintf("more than %d bytes", maxChecked)}}
	default:
		broken = shape.Check(text, o)
	}
	if len(broken) == 0 && g.flags["walk"] == "true" {
		if broken, err = c.walk(scope, text, o); err != nil {
			return err
		}
	}
	return c.verdict(broken)
}

// checkOptions reads the flags of check.
func (c *call) checkOptions() (o shape.CheckOptions, err error) {
	if o.Counter, err = c.counter(); err != nil {
		return o, err
	}
	if o.Budget, _, err = c.number("budget", ""); err != nil {
		return o, err
	}
	if o.MaxBytes, _, err = c.number("max-bytes", ""); err != nil {
		return o, err
	}
	keys := shape.Keys{}
	for flag, to := range map[string]*string{
		"total-key": &keys.Total, "items-key": &keys.Items, "returned-key": &keys.Returned,
		"truncated-key": &keys.Truncated, "cursor-key": &keys.Cursor,
	} {
		name, ok := c.given.flags[flag]
		switch {
		case ok && name == "":
			return o, usagef("--%s is empty", flag)
		case ok:
			*to, o.Keys = name, &keys
		}
	}
	if o.Keys != nil && c.given.flags["walk"] == "true" {
		return o, usagef("--walk follows the cursors of toolfit's own envelopes only")
	}
	return o, nil
}

// verdict prints what was found.
func (c *call) verdict(broken []shape.Broken) (err error) {
	switch {
	case c.given.flags["json"] == "true":
		if broken == nil {
			broken = []shape.Broken{}
		}
		enc := json.NewEncoder(c.stdout)
		enc.SetEscapeHTML(false)
		err = enc.Encode(struct {
			OK     bool           `json:"ok"`
			Broken []shape.Broken `json:"broken"`
		}{len(broken) == 0, broken})
	case len(broken) == 0:
		_, err = fmt.Fprintln(c.stdout, "ok")
	}
	if err != nil || len(broken) == 0 {
		return err
	}
	if c.given.flags["json"] != "true" {
		for _, b := range broken {
			if _, err := fmt.Fprintf(c.stdout, "%s: %s\n", b.Rule, b.Detail); err != nil {
				return err
			}
		}
	}
	return &printedError{1}
}

// sources opens the stored results that envelopes speak of.
type sources struct {
	scope *store.Scope
	open  []*store.Artifact
}

// rows returns what reads the rows of a handle of this scope, nil if there is none. Where the
// handle has another total, the envelope shows something else of it: its rows aren't known.
func (s *sources) rows(handle string, total int64) func(int64) []byte {
	a, meta, err := openArtifact(s.scope, handle)
	if err != nil {
		return nil
	}
	s.open = append(s.open, a)
	plan, err := shape.Compile(shape.Request{})
	if err != nil || a.Len() != total {
		return func(int64) []byte { return nil }
	}
	row, err := plan.Lookup(stored{a}, meta)
	if err != nil {
		return nil
	}
	return func(n int64) []byte {
		text, err := row(n)
		if err != nil {
			return nil
		}
		return text
	}
}

func (s *sources) close() {
	for _, a := range s.open {
		a.Close()
	}
}
