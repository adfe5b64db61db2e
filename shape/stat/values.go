package stat

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// value is a distinct value with the number of times it occurs.
type value struct {
	n    int64
	kind Kind
	raw  []byte // as first written, without quotes; nil for what can't be shown
	key  string // as a key of counts, quoted
}

// Bounds of lists of values.
const (
	maxListed  = 4096 // values in counts that were asked for
	maxAtEnds  = 64   // values in most, and in least
	maxKey     = 200  // bytes of a text in most or least; it and those behind it are left out
	maxKeySize = 1500 // bytes of all texts in counts that were not asked for
)

// list returns the distinct values, most frequent first, ties by value. Of more than maxListed,
// it returns the first and the last maxAtEnds only.
func (t *Table) list(c *column) (values []value, whole bool) {
	for i, n := range []int64{c.no, c.yes} {
		if n > 0 {
			values = append(values, value{n: n, kind: Bool, raw: []byte([]string{"false", "true"}[i])})
		}
	}
	whole = c.set.size() <= maxListed
	first, last := ends{by: t.frequent}, ends{by: func(a, b *value) int { return t.frequent(b, a) }}
	wants := func(n int64) bool { return whole || first.takes(n) || last.takes(n) }
	c.set.each(wants, func(v value) {
		if whole {
			values = append(values, v)
			return
		}
		first.add(v)
		last.add(v)
	})
	if !whole {
		slices.Reverse(last.values)
		values = append(append(values, first.values...), last.values...)
	}
	slices.SortStableFunc(values, func(a, b value) int { return t.frequent(&a, &b) })
	name(values)
	return values, whole
}

// each calls f, in no particular order, with all values whose number wants is true of.
func (s *set) each(wants func(n int64) bool, f func(value)) {
	for i := range s.len {
		if e := s.at(i); wants(e.count()) {
			f(value{n: e.count(), kind: e.kind(), raw: s.written(e)})
		}
	}
	for _, v := range s.nums.slots {
		if v.meta != 0 && wants(v.count()) {
			f(value{n: v.count(), kind: Number, raw: s.nums.written(v)})
		}
	}
}

// frequent orders values: the more frequent first, ties by value as jq orders them; within a kind,
// those that were too long to be kept come last.
func (t *Table) frequent(a, b *value) int {
	switch {
	case a.n != b.n:
		return compareInt(b.n, a.n)
	case a.kind != b.kind:
		return int(a.kind) - int(b.kind)
	case a.raw == nil && b.raw == nil:
		return 0
	case a.raw == nil:
		return 1
	case b.raw == nil:
		return -1
	case a.kind == Number:
		return t.compareRaw(a.raw, b.raw)
	}
	return bytes.Compare(a.raw, b.raw)
}

func compareInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// ends keeps the maxAtEnds values that come first.
type ends struct {
	by     func(a, b *value) int
	values []value
}

// takes tells whether a value that occurs n times may be among those that come first.
func (e *ends) takes(n int64) bool {
	if len(e.values) < maxAtEnds {
		return true
	}
	last := &e.values[maxAtEnds-1]
	return n == last.n || e.by(&value{n: n}, last) < 0
}

func (e *ends) add(v value) {
	if len(e.values) == maxAtEnds && e.by(&v, &e.values[maxAtEnds-1]) >= 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(e.values, v, func(a, b value) int { return e.by(&a, &b) })
	e.values = slices.Insert(e.values, at, v)
	e.values = e.values[:min(len(e.values), maxAtEnds)]
}

// name gives each value that can be shown its key: a text that is written like a value of another
// kind stands in quotes of its own. A text with invalid bytes that would have the key of another
// one can't be shown.
func name(values []value) {
	others, texts := map[string]bool{}, map[string]bool{}
	for i := range values {
		if v := &values[i]; v.kind != String && v.raw != nil {
			v.key = string(quote(nil, v.raw))
			others[v.key] = true
		}
	}
	for i := range values {
		v := &values[i]
		if v.kind != String || v.raw == nil {
			continue
		}
		v.key = string(quote(nil, v.raw))
		if others[v.key] {
			v.key = string(quote(nil, quote(nil, v.raw)))
		}
		if texts[v.key] {
			v.raw = nil
		}
		texts[v.key] = true
	}
}

// literal returns a value as JSON.
func (v *value) literal() []byte {
	if v.kind == String {
		return quote(nil, v.raw)
	}
	return v.raw
}

const hex = "0123456789abcdef"

// quote appends a text as a JSON string. Invalid bytes become U+FFFD.
func quote(dst, s []byte) []byte {
	dst = append(dst, '"')
	for len(s) > 0 {
		b := s[0]
		switch {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b == '\n':
			dst = append(dst, '\\', 'n')
		case b == '\t':
			dst = append(dst, '\\', 't')
		case b == '\r':
			dst = append(dst, '\\', 'r')
		case b < 0x20 || b == 0x7f:
			dst = append(dst, '\\', 'u', '0', '0', hex[b>>4], hex[b&15])
		case b < utf8.RuneSelf:
			dst = append(dst, b)
		default:
			r, size := utf8.DecodeRune(s)
			dst = utf8.AppendRune(dst, r)
			s = s[size:]
			continue
		}
		s = s[1:]
	}
	return append(dst, '"')
}
