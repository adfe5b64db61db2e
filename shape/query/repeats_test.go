package query

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRepeats adds keys of which some occur again, in memory and on disk, and compares with a map.
func TestRepeats(t *testing.T) {
	for _, rows := range []int{0, 1, 2, 40, 20_000} {
		for _, kinds := range []int{1, rows/2 + 1, rows*rows + 1, 1 << 40} {
			r := rand.New(rand.NewPCG(uint64(rows), uint64(kinds)))
			s := NewSorter(minMemory, t.TempDir())
			seen, want := map[string]bool{}, []int64(nil)
			for n := range int64(rows) {
				key := fmt.Sprint(r.IntN(kinds))
				if seen[key] {
					want = append(want, n)
				}
				seen[key] = true
				if err := s.Add([]byte(key), n); err != nil {
					t.Fatal(err)
				}
			}
			var got []int64
			for n, err := range s.Repeats() {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, n)
			}
			s.Close()
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%d rows of %d kinds: %d repeats, not %d", rows, kinds, len(got), len(want))
			}
		}
	}
}
