package token

import (
	"unicode/utf8"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

// Prefix returns the length in bytes of a prefix of b that ends between two characters and has a
// Count of at most n: the longest, in that one more character of the same pre-token does not fit.
// (Counts do not always grow with the text, so that a longer one might.) The work is bounded by n,
// not by the length of b.
func (c *Counter) Prefix(b []byte, n int) int {
	limit := c.MaxUnits(max(n, 0))
	perUnit := vocab.MaxLen
	if c.split == nil {
		perUnit = 1
	}
	if whole := len(b)/perUnit <= limit; !whole {
		b = b[:wholeChars(b, (limit+1)*perUnit)]
	}
	if utf8.Valid(b) {
		return c.prefix(b, limit)
	}
	text := make([]byte, 0, len(b)+len(b)/2)
	for _, r := range string(b) {
		text = utf8.AppendRune(text, r)
	}
	return sourceLen(b, c.prefix(text, limit))
}

// wholeChars returns the length of the longest prefix of b of up to n bytes that does not end
// inside a character.
func wholeChars(b []byte, n int) int {
	if n >= len(b) {
		return len(b)
	}
	for i := n; i >= max(0, n-utf8.UTFMax+1); i-- {
		if utf8.RuneStart(b[i]) {
			return i
		}
	}
	return n
}

// sourceLen returns how many bytes of b are printed as n bytes.
func sourceLen(b []byte, n int) int {
	i := 0
	for n > 0 {
		r, size := utf8.DecodeRune(b[i:])
		i += size
		n -= utf8.RuneLen(r)
	}
	return i
}

// prefix is Prefix for valid UTF-8, in units.
func (c *Counter) prefix(b []byte, limit int) int {
	if c.split == nil {
		return wholeChars(b, limit)
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	end := c.roughPrefix(s, b, limit)
	for end > 0 && c.encode(s, b[:end], limit) > limit {
		end = startOfLast(b[:end])
	}
	for end < len(b) {
		_, size := utf8.DecodeRune(b[end:])
		if c.encode(s, b[:end+size], limit) > limit {
			break
		}
		end += size
	}
	return end
}

// roughPrefix returns the end of the last token that is within the limit and ends a character.
func (c *Counter) roughPrefix(s *scratch, b []byte, limit int) int {
	var ends []int
	total := 0
	for i := 0; i < len(b); {
		end := c.split(b, i)
		ends = ends[:0]
		n := s.encode(&c.table, b, i, end, limit-total, &ends)
		if total+n > limit {
			return max(i, lastChar(b, ends[:limit-total]))
		}
		total += n
		i = end
	}
	return len(b)
}

// lastChar returns the last of the places in b that is between two characters, or 0.
func lastChar(b []byte, places []int) int {
	for i := len(places) - 1; i >= 0; i-- {
		if at := places[i]; at == len(b) || utf8.RuneStart(b[at]) {
			return at
		}
	}
	return 0
}
