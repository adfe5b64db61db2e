package cmd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// sizesOf makes calls of these row sizes, whose envelopes have a hundred tokens each.
func sizesOf(rows ...float64) []size {
	var list []size
	for _, r := range rows {
		list = append(list, size{100, r})
	}
	return list
}

func TestGrown(t *testing.T) {
	for _, c := range []struct {
		name     string
		sizes    []size
		since, n int
		want     growth
	}{
		{"nothing", nil, 0, 20, growth{}},
		{"one call", sizesOf(5), 0, 20, growth{}},
		{"two calls", sizesOf(5, 10), 0, 20, growth{1, 2}},
		{"less", sizesOf(10, 5), 0, 20, growth{1, 0.5}},
		{"the last three", sizesOf(4, 4, 4, 4, 8, 8, 8), 0, 3, growth{1, 2}},
		{"one that is large", sizesOf(4, 4, 4, 4, 90, 4, 4, 4), 0, 4, growth{1, 1}},
		{"long ago, and as large ever since", sizesOf(2, 2, 8, 8, 8, 8, 8, 8), 2, 2, growth{1, 4}},
		{"one call with new columns", sizesOf(2, 2, 2, 2, 2, 8), 5, 20, growth{1, 4}},
		{"bit by bit", sizesOf(10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20), 0, 1, growth{1, 2}},
		{"no rows shown before", sizesOf(0, 0, 7, 7), 0, 2, growth{1, 0}},
	} {
		if got := grown(c.sizes, c.since, c.n); got != c.want {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
		}
	}
}

// Calls that all scale with one factor have grown by it, wherever it sets in, and none has where all
// are alike.
func TestGrownFactor(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		total, n := 2+r.IntN(60), 1+r.IntN(30)
		since, factor := 1+r.IntN(total-1), float64(2+r.IntN(5))
		list := make([]size, total)
		for i := range list {
			list[i] = size{50, 10}
		}
		if g := grown(list, since, n); g != (growth{1, 1}) {
			t.Fatalf("%d calls alike: %v", total, g)
		}
		for i := range list[since:] {
			list[since+i] = size{50 * factor, 10 * factor}
		}
		if g := grown(list, since, n); g != (growth{factor, factor}) {
			t.Fatalf("%d calls, from %d on %v times: %v", total, since, factor, g)
		}
	}
}

func TestSpread(t *testing.T) {
	if spreadOf(nil) != nil {
		t.Error("something of nothing")
	}
	for _, c := range []struct {
		upTo int
		want spread
	}{
		{1, spread{1, 1, 1}}, {2, spread{1.5, 2, 2}}, {19, spread{10, 19, 19}},
		{20, spread{10.5, 19, 20}}, {100, spread{50.5, 95, 100}}, {101, spread{51, 96, 101}},
	} {
		var list []float64
		for i := range c.upTo {
			list = append(list, float64(i+1))
		}
		slices.Reverse(list)
		if got := *spreadOf(list); got != c.want {
			t.Errorf("1 to %d: %v, not %v", c.upTo, got, c.want)
		}
	}
}
