package shape

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/token"
)

// A Broken is a rule of the contract that an envelope breaks: a short name for it, and what is
// wrong in a line.
type Broken struct {
	Rule   string `json:"rule"`
	Detail string `json:"detail"`
}

// CheckOptions say what an envelope is held against beside the contract.
type CheckOptions struct {
	Budget   int // tokens of Counter; 0: none was named
	MaxBytes int // 0: none was named
	Counter  *token.Counter

	// Keys names the members of an envelope that toolfit didn't make; nil: it did.
	Keys *Keys

	// Source returns what reads the rows of a handle, or nil if it can't be read. A row that comes
	// back as nil isn't known. It may be nil.
	Source func(handle string, total int64) func(row int64) []byte
}

// Check holds an envelope against the contract and returns what is broken, in no more than one
// line for each rule. text is all that was printed, newline included, or a CallToolResult (MCP)
// around it.
func Check(text []byte, o CheckOptions) []Broken {
	c := checker{text: text, o: o}
	switch {
	case !c.opens():
	case o.Keys != nil:
		c.foreign()
	case c.at("structuredContent") != nil || c.at("content") != nil:
		c.wrapped()
	default:
		c.own()
	}
	return c.broken
}

// A checker looks at one envelope.
type checker struct {
	o     CheckOptions
	text  []byte
	parts []part // members of the envelope
	items []part
	figures
	broken []Broken
}

// breaks notes a broken rule, the first time only.
func (c *checker) breaks(rule, format string, args ...any) {
	for _, b := range c.broken {
		if b.Rule == rule {
			return
		}
	}
	c.broken = append(c.broken, Broken{rule, strings.Map(onLine, fmt.Sprintf(format, args...))})
}

// onLine keeps line breaks and other control characters of the envelope out of a line.
func onLine(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

// opens takes the envelope apart. It returns false if that is no JSON object.
func (c *checker) opens() bool {
	var row input.Row
	body := bytes.TrimSpace(c.text)
	switch {
	case len(c.text) == 0:
		c.breaks("json", "there is nothing")
	case len(body) == 0:
		c.breaks("json", "there is nothing but %d bytes of white space", len(c.text))
	case !utf8.Valid(c.text):
		c.breaks("utf-8", "byte %d isn't UTF-8", invalidAt(c.text))
	default:
		err := input.Scan(body, input.NewPaths(), &row)
		if err != nil {
			c.breaks("json", "not one JSON value: %.100s", err)
		} else if body[0] != '{' {
			c.breaks("json", "the value is no object")
		}
	}
	if len(c.broken) > 0 {
		return false
	}
	c.parts, _ = partsOf(c.text, bytes.IndexByte(c.text, '{'))
	return true
}

// invalidAt returns the place of the first byte that isn't UTF-8.
func invalidAt(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(text)
}

// at returns the value of a member, or nil.
func (c *checker) at(name string) []byte { return valueIn(c.text, c.parts, name) }

// valueIn returns the value of the last member of that name, or nil.
func valueIn(text []byte, parts []part, name string) []byte {
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i].name == name {
			return text[parts[i].start:parts[i].end]
		}
	}
	return nil
}

// own checks an envelope of ours.
func (c *checker) own() {
	if !c.keys() {
		return
	}
	if c.at("items") == nil {
		c.bareError()
		return
	}
	c.lines()
	c.failure()
	if c.read(); c.truncated {
		c.cuts()
	}
	c.status()
	c.footer()
	c.shown()
	c.clips()
	c.frameSize()
	c.shares()
	c.size()
}

// size checks budget and byte ceiling.
func (c *checker) size() {
	if c.o.Budget > 0 {
		if n := c.o.Counter.Count(c.text); n > c.o.Budget {
			c.breaks("budget", "%d tokens, and the budget is %d", n, c.o.Budget)
		}
	}
	if c.o.MaxBytes > 0 && len(c.text) > c.o.MaxBytes {
		c.breaks("max-bytes", "%d bytes, and the ceiling is %d", len(c.text), c.o.MaxBytes)
	}
}
