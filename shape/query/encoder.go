package query

import (
	"bytes"
	"slices"
)

// The bytes that the keys of values begin with. tagEnd ends a list and sorts before any value.
const (
	tagEnd byte = iota
	tagNull
	tagFalse
	tagTrue
	tagNumber
	tagTime
	tagText
	tagArray
	tagObject
)

// An encoder makes sort keys of JSON values.
type encoder struct {
	buf    []byte
	digits []byte
}

// value appends the key of a value that is given as JSON. Containers that are nested more than
// 10,000 deep count as empty.
func (e *encoder) value(dst, raw []byte, times bool) []byte {
	switch kindOf(raw) {
	case null:
		return append(dst, tagNull)
	case no:
		return append(dst, tagFalse)
	case yes:
		return append(dst, tagTrue)
	case number:
		return e.number(append(dst, tagNumber), raw)
	case text:
		return e.text(dst, raw, times)
	}
	s := scanner{raw, 0}
	return e.container(dst, &s, 0)
}

// text appends the key of a string, or, if times are asked for and it is one, of the instant.
func (e *encoder) text(dst, raw []byte, times bool) []byte {
	var s []byte
	s, e.buf = stringText(raw, e.buf)
	if times {
		if sec, frac, ok := Instant(s); ok {
			return appendInstant(append(dst, tagTime), sec, frac)
		}
	}
	return appendEscapedText(append(dst, tagText), s)
}

// appendEscapedText appends s with its zero bytes doubled up (0 255) and an end (0 1), so that
// no string is the beginning of another.
func appendEscapedText(dst, s []byte) []byte {
	for {
		i := bytes.IndexByte(s, 0)
		if i < 0 {
			return append(append(dst, s...), 0, 1)
		}
		dst = append(append(dst, s[:i]...), 0, 255)
		s = s[i+1:]
	}
}

// next appends the key of the value that comes next in s.
func (e *encoder) next(dst []byte, s *scanner, depth int) []byte {
	if c := s.peek(); c == '[' || c == '{' {
		return e.container(dst, s, depth)
	}
	return e.value(dst, s.scalar(), false)
}

func (e *encoder) container(dst []byte, s *scanner, depth int) []byte {
	tag := tagArray
	if s.peek() == '{' {
		tag = tagObject
	}
	if depth > maxDepth {
		s.skip()
		return append(dst, tag, tagEnd)
	}
	if tag == tagObject {
		return e.object(append(dst, tag), s, depth)
	}
	return e.array(append(dst, tag), s, depth)
}

func (e *encoder) array(dst []byte, s *scanner, depth int) []byte {
	s.pos++
	for s.more(']') {
		dst = e.next(dst, s, depth+1)
	}
	return append(dst, tagEnd)
}

// object appends the names in order, then the values in the order of the names. Of members with
// one name the last counts.
func (e *encoder) object(dst []byte, s *scanner, depth int) []byte {
	type member struct{ name, value []byte } // keys
	var members []member
	s.pos++
	for s.more('}') {
		name := e.text(nil, s.scalar(), false)
		s.colon()
		members = append(members, member{name, e.next(nil, s, depth+1)})
	}
	slices.SortStableFunc(members, func(a, b member) int { return bytes.Compare(a.name, b.name) })
	last := members[:0]
	for i, m := range members {
		if i+1 == len(members) || !bytes.Equal(m.name, members[i+1].name) {
			last = append(last, m)
		}
	}
	for _, m := range last {
		dst = append(dst, m.name...)
	}
	dst = append(dst, tagEnd)
	for _, m := range last {
		dst = append(dst, m.value...)
	}
	return dst
}
