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
	read := func(l shape.Limits, handle string, more ...string) string {
		return strings.Join(c.repeat(append([]string{"toolfit", "read", handle}, more...), l), " ")
	}
	return shape.Commands{
		Page: func(handle, cursor string, l shape.Limits) string {
			return read(l, handle, "--cursor", cursor)
		},
		Select: func(handle, where string, l shape.Limits) string {
			return read(l, handle, "--where", shellQuote(where))
		},
		Open: func(handle string, row int64, path string, list bool, l shape.Limits) string {
			words := []string{"--row", strconv.FormatInt(row, 10)}
			switch {
			case path == "":
			case list:
				words = append(words, "--rows", shellQuote(path))
			default:
				words = append(words, "--field", shellQuote(path))
			}
			return read(l, handle, words...)
		},
		Slice: func(handle string, row int64, path string, offset int64, l shape.Limits) string {
			return read(l, handle, "--row", strconv.FormatInt(row, 10), "--field", shellQuote(path),
				"--offset", strconv.FormatInt(offset, 10))
		},
	}
}

// repeat appends those flags of this call that a next command has to have too.
func (c *call) repeat(words []string, l shape.Limits) []string {
	for _, spec := range flagSpecs {
		value, ok := c.given.flags[spec.name]
		switch {
		case spec.name == "budget" && (c.given.explicit("budget") || c.sharedByFlag()):
			words = append(words, "--budget", strconv.Itoa(l.Tokens))
		case !ok || !spec.next || !c.given.explicit(spec.name):
		case spec.value == "" && value == "false":
			if c.given.flags["tool"] != "" { // its profile may say otherwise
				words = append(words, "--"+spec.name+"=false")
			}
		case spec.value == "":
			words = append(words, "--"+spec.name)
		case spec.name == "max-bytes":
			words = append(words, "--max-bytes", strconv.Itoa(l.Bytes))
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
		Page:   func(handle, cursor string, _ shape.Limits) string { return fill(handle, cursor) },
		Select: func(handle, _ string, _ shape.Limits) string { return "" },
		Open: func(handle string, _ int64, _ string, _ bool, _ shape.Limits) string {
			return fill(handle, "")
		},
		Slice: func(handle string, _ int64, _ string, _ int64, _ shape.Limits) string {
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
