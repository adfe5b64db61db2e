package token

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

// longPieces are pre-tokens of a few thousand bytes, or are treated as one.
func longPieces() []string {
	r := rand.New(rand.NewPCG(9, 9))
	pieces := []string{strings.Repeat("a", 3000), strings.Repeat(" ", 3001),
		strings.Repeat("ab", 1500), strings.Repeat("aab", 1000),
		strings.Repeat("-=", 999), strings.Repeat("的", 900)}
	for _, alphabet := range []string{"ab", " \n", "abcdefgh", "的一是不了人", "etaoin shrdlu", "=-*#",
		"аеиност", "ABab+/01", "\u0301e\u0327o", "👩👍🏽\u200d"} {
		pieces = append(pieces, randomString(r, alphabet, 2500))
	}
	return append(pieces, strings.Join(cjkClauses, ""), strings.Join(prose, ""))
}

// TestWindows: where a long piece is cut into windows makes no difference, and windows that are too
// small for their cuts to hold are noticed.
func TestWindows(t *testing.T) {
	widened := 0
	eachEncoding(t, func(t *testing.T, c *Counter) {
		var s scratch
		for _, p := range longPieces() {
			b := []byte(p)
			want := boundaries(&s, c, b)
			for window := cutMargin + vocab.MaxLen + 1; window < 1000; window += 29 {
				var got []int
				n := s.encodeFrom(&c.table, b, 0, len(b), window, maxInt, &got)
				if n != len(want) || !slices.Equal(got, want) {
					t.Errorf("%.40q by windows of %d: %d tokens, want %d", p, window, n, len(want))
				}
				if _, ok := s.encodeBy(&c.table, b, 0, len(b), window, maxInt, nil); !ok {
					widened++
				}
			}
		}
	})
	if widened == 0 {
		t.Error("no window had to be widened")
	}
}

// TestApart is the theorem of long.go: a text has a boundary at a place if and only if the parts
// that meet there, of what is before and what is behind, stay apart.
func TestApart(t *testing.T) {
	eachEncoding(t, func(t *testing.T, c *Counter) {
		var s scratch
		held, failed := 0, 0
		for _, p := range longPieces() {
			b := []byte(p)[:400]
			whole := boundaries(&s, c, b)
			for at := 1; at < len(b); at++ {
				left, right := boundaries(&s, c, b[:at]), boundaries(&s, c, b[at:])
				start := 0
				if len(left) > 1 {
					start = left[len(left)-2]
				}
				_, want := slices.BinarySearch(whole, at)
				if got := s.apart(&c.table, b, start, at, at+right[0]); got != want {
					t.Fatalf("%.40q cut at %d: apart is %t, not %t", p, at, got, want)
				}
				if want {
					held++
				} else {
					failed++
				}
			}
		}
		if held == 0 || failed == 0 {
			t.Errorf("%d cuts held, %d did not", held, failed)
		}
	})
}

// boundaries returns the ends of the parts of b.
func boundaries(s *scratch, c *Counter, b []byte) (ends []int) {
	s.merge(&c.table, b, 0, len(b))
	s.appendEnds(&ends, 0, len(b))
	return ends
}

// TestRunsGrow: 32 times the length of one run takes nowhere near 32² times as long.
func TestRunsGrow(t *testing.T) {
	c := open(t, "o200k_base")
	for _, unit := range []string{"a", " ", "中", "4f", "=-", "Aé"} {
		short, long := fastest(c, unit, 1<<12), fastest(c, unit, 1<<17)
		if ratio := float64(long) / float64(short); ratio > 32*8 {
			t.Errorf("%q: 32 times the length takes %.0f times as long", unit, ratio)
		}
	}
}

// fastest returns the least time of a few that it takes to count n bytes of unit repeated.
func fastest(c *Counter, unit string, n int) time.Duration {
	text := []byte(strings.Repeat(unit, n/len(unit)))
	least := time.Hour
	for range 5 {
		start := time.Now()
		c.Count(text)
		least = min(least, time.Since(start))
	}
	return least
}
