package token

import (
	"unicode/utf8"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

// A Counter counts tokens exactly. It is immutable and safe for use by several goroutines.
//
// What is counted is the text as it is printed: valid UTF-8 with U+FFFD in place of each invalid
// byte. Special tokens such as <|endoftext|> are ordinary text.
type Counter struct {
	name  string
	table vocab.Table
	split func(b []byte, i int) int // nil if bytes are counted instead of tokens
	ratio ratio                     // tokens for a unit
}

// Name returns the name by which the counter was opened or made.
func (c *Counter) Name() string { return c.name }

// Count returns the number of tokens of b.
func (c *Counter) Count(b []byte) int { return c.Tokens(c.Units(b)) }

// Units returns what Count counts before it applies a factor: tokens of the base encoding, or
// bytes for an estimator. Where Count of a text is the sum of the Counts of its parts but for
// rounding, Units add up exactly.
func (c *Counter) Units(b []byte) int { return c.unitsUpTo(b, maxInt) }

// Tokens returns the number of tokens for a number of units, rounded up.
func (c *Counter) Tokens(units int) int { return c.ratio.ceil(units) }

// MaxUnits returns the largest number of units that make no more than n tokens.
func (c *Counter) MaxUnits(n int) int { return c.ratio.floorInverse(n) }

// MaxBytes returns how many bytes a text of n tokens has at most.
func (c *Counter) MaxBytes(n int) int {
	perUnit := 1
	if c.split != nil {
		perUnit = vocab.MaxLen
	}
	units := c.MaxUnits(n)
	if units > maxInt/perUnit {
		return maxInt
	}
	return units * perUnit
}

// Lax says whether c counts far fewer tokens than encodings do: at most one for five bytes, or,
// where it scales an encoding, for two of that one's.
func (c *Counter) Lax() bool {
	if c.split == nil {
		return c.MaxUnits(1) >= 5
	}
	return c.MaxUnits(1) >= 2
}

// Fits says whether Count(b) is at most n. It looks at no more of b than it needs.
func (c *Counter) Fits(b []byte, n int) bool {
	if n < 0 {
		return false
	}
	limit := c.MaxUnits(n)
	if c.tooLong(b, limit) {
		return false
	}
	return c.unitsUpTo(b, limit) <= limit
}

// tooLong says whether b has more than limit units by its length alone.
func (c *Counter) tooLong(b []byte, limit int) bool {
	perUnit := 1
	if c.split != nil {
		perUnit = vocab.MaxLen
	}
	return len(b)/perUnit > limit
}

// unitsUpTo returns the number of units of b. If they are more than limit it may stop early, with
// any number over limit.
func (c *Counter) unitsUpTo(b []byte, limit int) int {
	if !utf8.Valid(b) {
		s := c.Stream()
		for len(b) > 0 && s.units <= limit {
			n := min(len(b), streamBlock)
			s.Write(b[:n])
			b = b[n:]
		}
		return s.Units()
	}
	if c.split == nil {
		return len(b)
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	return c.encode(s, b, limit)
}

// encode returns the number of tokens of b, which is valid UTF-8; past limit it may stop.
func (c *Counter) encode(s *scratch, b []byte, limit int) int {
	total := 0
	for i := 0; i < len(b) && total <= limit; {
		end := c.split(b, i)
		total += s.encode(&c.table, b, i, end, limit-total, nil)
		i = end
	}
	return total
}
