package cmd

import (
	"strconv"
	"strings"

	"github.com/toolfit/toolfit/shape"
)

// words returns how an envelope of this call words its commands: with the flags that were given,
// quoted for a POSIX shell, so that they run as they stand in the same environment.
func (c *call) words() shape.Commands {
	if t, ok := c.given.flags["next"]; ok {
		return templated(t)
	}
	read := func(budget int, handle string, more ...string) string {
		return strings.Join(c.repeat(append([]string{"toolfit", "read", handle}, more...), budget), " ")
	}
	return shape.Commands{
		Page: func(handle, cursor string, budget int) string {
			return read(budget, handle, "--cursor", cursor)
		},
		Select: func(handle, where string, budget int) string {
			return read(budget, handle, "--where", shellQuote(where))
		},
		Open: func(handle string, row int64, path string, list bool, budget int) string {
			words := []string{"--row", strconv.FormatInt(row, 10)}
			switch {
			case path == "":
			case list:
				words = append(words, "--rows", shellQuote(path))
			default:
				words = append(words, "--field", shellQuote(path))
			}
			return read(budget, handle, words...)
		},
		Slice: func(handle string, row int64, path string, offset int64, budget int) string {
			return read(budget, handle, "--row", strconv.FormatInt(row, 10), "--field", shellQuote(path),
				"--offset", strconv.FormatInt(offset, 10))
		},
	}
}

// repeat appends those flags of this call that a next command has to have too.
func (c *call) repeat(words []string, budget int) []string {
	for _, spec := range flagSpecs {
		value, ok := c.given.flags[spec.name]
		switch {
		case spec.name == "budget" && (c.given.explicit("budget") || c.sharedByFlag()):
			words = append(words, "--budget", strconv.Itoa(budget))
		case !ok || !spec.next || !c.given.explicit(spec.name):
		case spec.value == "" && value == "false":
			if c.given.flags["tool"] != "" { // its profile may say otherwise
				words = append(words, "--"+spec.name+"=false")
			}
		case spec.value == "":
			words = append(words, "--"+spec.name)
		default:
			words = append(words, "--"+spec.name, shellQuote(value))
		}
	}
	return words
}

// templated words every command after a template of the host's.
func templated(t string) shape.Commands {
	fill := func(handle, cursor string) string {
		return strings.NewReplacer("{handle}", handle, "{cursor}", cursor).Replace(t)
	}
	return shape.Commands{
		Page:   func(handle, cursor string, _ int) string { return fill(handle, cursor) },
		Select: func(handle, _ string, _ int) string { return "" },
		Open: func(handle string, _ int64, _ string, _ bool, _ int) string {
			return fill(handle, "")
		},
		Slice: func(handle string, _ int64, _ string, _ int64, _ int) string {
			return fill(handle, "")
		},
	}
}

// shellQuote returns a word as a POSIX shell reads it back.
func shellQuote(s string) string {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' ||
			strings.ContainsRune("_@%+=:,./-", r)
	}
	if s != "" && strings.TrimLeftFunc(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
