package cmd

import (
	"math"
	"slices"
)

// A size is how large the envelope of a fresh result was, in tokens, and each row shown. No rows: 0.
type size struct{ envelope, row float64 }

// A growth is by how much sizes have grown: the median of the later calls divided by that of the
// earlier ones. 0: there is nothing to compare.
type growth struct {
	Envelope float64 `json:"envelope"`
	Row      float64 `json:"row"`
}

// over tells whether either is more than a limit.
func (g growth) over(limit float64) bool { return g.Envelope > limit || g.Row > limit }

// grown returns the greatest growth of three: of the last calls over as many before them; since the
// columns changed, in call number since, over the first calls with these columns; and over the last
// calls with the columns before. No more than n calls are on either side, and no call on both.
func grown(sizes []size, since, n int) growth {
	old, now := ends(sizes[len(sizes)-min(2*n, len(sizes)):], n)
	g := ratio(old, now)
	old, now = ends(sizes[since:], n)
	g = greater(g, ratio(old, now))
	before, after := sizes[:since], sizes[since:]
	return greater(g, ratio(before[max(0, len(before)-n):], after[max(0, len(after)-n):]))
}

// ends returns up to n calls at either end.
func ends(sizes []size, n int) (first, last []size) {
	n = min(n, len(sizes)/2)
	return sizes[:n], sizes[len(sizes)-n:]
}

func ratio(old, now []size) growth {
	of := func(part func(size) float64) float64 {
		a, b := medianOf(old, part), medianOf(now, part)
		if a == 0 {
			return 0
		}
		return b / a
	}
	return growth{
		of(func(s size) float64 { return s.envelope }), of(func(s size) float64 { return s.row }),
	}
}

func greater(a, b growth) growth {
	return growth{max(a.Envelope, b.Envelope), max(a.Row, b.Row)}
}

// medianOf leaves out calls that have no such size.
func medianOf(sizes []size, part func(size) float64) float64 {
	var list []float64
	for _, s := range sizes {
		if v := part(s); v > 0 {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	return median(list)
}

// median returns the middle of a sorted list, or the mean of the two in the middle. Of nothing it
// is 0.
func median(sorted []float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// A spread describes a list of sizes, in tokens.
type spread struct {
	Median float64 `json:"median"`
	P95    float64 `json:"p95"`
	Max    float64 `json:"max"`
}

// spreadOf returns nil for nothing. P95 is the smallest value that 95 in 100 aren't above.
func spreadOf(list []float64) *spread {
	if len(list) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(list))
	rank := (len(sorted)*95 + 99) / 100
	return &spread{round(median(sorted), 2), sorted[rank-1], sorted[len(sorted)-1]}
}

// round returns a number to some decimals.
func round(x float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(x*scale) / scale
}
