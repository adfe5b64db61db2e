package input

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// What a hop does with a value.
const (
	hopName  = iota // the member of that name
	hopEach         // each element of an array, each member of an object
	hopIndex        // the element with that number, from 0
	hopJSON         // the JSON in a string
)

// A hop is one step of a Place.
type hop struct {
	kind  uint8
	name  string
	index int
}

// A Place says where rows are: a jq path to a list of them (an array, a map, or a string whose
// lines they are), or, ending in [], to the values that they are. Where a part of it is missing,
// there are no rows.
type Place []hop

// ParsePlace parses a path as --rows takes it, and as Found.RowsAt gives it: names, quoted or in
// brackets, numbers in brackets, [] or .* for each value, and |fromjson. "." is the document.
func ParsePlace(text string) (Place, error) {
	p := Place{}
	for i, part := range splitPipes(text) {
		part = strings.TrimSpace(part)
		switch {
		case i == 0 && part != "" && part[0] != '.':
			part = "." + part
		case i > 0 && part == "fromjson":
			p = append(p, hop{kind: hopJSON})
			continue
		}
		var err error
		if p, err = p.parse(part); err != nil && text != "" {
			return nil, placeError(text, err)
		}
	}
	return p, nil
}

// splitPipes splits text at each | that isn't inside quotes.
func splitPipes(text string) (parts []string) {
	from := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			end, _ := textEnd([]byte(text), i)
			i = end - 1
		case '|':
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	return append(parts, text[from:])
}

func placeError(text string, err error) error {
	if len(text) > 80 {
		text = text[:80] + "…"
	}
	return fmt.Errorf("parse path %q: %w", text, err)
}

// parse adds the hops of a path without pipes.
func (p Place) parse(s string) (Place, error) {
	if s == "" || s[0] != '.' {
		return p, errHop
	}
	for s != "" && s != "." {
		h, n, err := parseHop(s)
		if err != nil {
			return nil, err
		}
		p = append(p, h)
		s = strings.TrimPrefix(s[n:], "?")
	}
	return p, nil
}

var errHop = errors.New("not a path of names, [] and [N]")

// parseHop parses the hop that s begins with and returns its length.
func parseHop(s string) (hop, int, error) {
	dot := 0
	if s[0] == '.' {
		dot = 1
	}
	rest := s[dot:]
	switch {
	case rest == "":
		return hop{}, 0, errHop
	case rest[0] == '*':
		return hop{kind: hopEach}, dot + 1, nil
	case rest[0] == '"':
		name, n, err := quotedName(rest)
		return hop{name: name}, dot + n, err
	case rest[0] == '[':
		h, n, err := parseBrackets(rest)
		return h, dot + n, err
	case dot == 0:
		return hop{}, 0, errHop
	}
	n := strings.IndexAny(rest, ".[?\"")
	if n < 0 {
		n = len(rest)
	}
	if name := rest[:n]; n > 0 && !strings.ContainsAny(name, " \t(){}\\") {
		return hop{name: name}, dot + n, nil
	}
	return hop{}, 0, errHop
}

// parseBrackets parses [], [N], ["name"] or ['name'] at the beginning of s.
func parseBrackets(s string) (hop, int, error) {
	end := strings.IndexByte(s, ']')
	if len(s) > 1 && s[1] == '"' {
		name, n, err := quotedName(s[1:])
		if err == nil && strings.HasPrefix(s[1+n:], "]") {
			return hop{name: name}, n + 2, nil
		}
		return hop{}, 0, errHop
	}
	if end < 0 {
		return hop{}, 0, errHop
	}
	in := strings.TrimSpace(s[1:end])
	if in == "" || in == "*" {
		return hop{kind: hopEach}, end + 1, nil
	}
	n, err := strconv.Atoi(in)
	if err != nil || n < 0 {
		return hop{}, 0, errHop
	}
	return hop{kind: hopIndex, index: n}, end + 1, nil
}

// quotedName parses the JSON string that s begins with.
func quotedName(s string) (string, int, error) {
	end, _ := textEnd([]byte(s), 0)
	if end < 2 || s[end-1] != '"' {
		return "", 0, errHop
	}
	return string(Unquote(nil, []byte(s[:end]))), end, nil
}

// String returns the path as jq runs it; "." for the document.
func (p Place) String() string {
	var b []byte
	for i, h := range p {
		switch h.kind {
		case hopEach, hopIndex:
			if i == 0 || p[i-1].kind == hopJSON {
				b = append(b, '.')
			}
			b = append(b, '[')
			if h.kind == hopIndex {
				b = strconv.AppendInt(b, int64(h.index), 10)
			}
			b = append(b, ']')
		case hopJSON:
			b = append(b, "|fromjson"...)
			if i+1 < len(p) {
				b = append(b, '|')
			}
		case hopName:
			b = append(b, '.')
			if isIdent(h.name) {
				b = append(b, h.name...)
			} else {
				b = AppendString(b, []byte(h.name))
			}
		}
	}
	if len(b) == 0 || p[0].kind == hopJSON {
		return "." + string(b)
	}
	return string(b)
}

// spreads reports whether p leads to the values of several lists or maps.
func (p Place) spreads() bool {
	for _, h := range p {
		if h.kind == hopEach {
			return true
		}
	}
	return false
}

// list returns p without the [] at its end, and whether there was one.
func (p Place) list() (Place, bool) {
	if n := len(p); n > 0 && p[n-1].kind == hopEach {
		return p[:n-1], true
	}
	return p, false
}
