package query

import (
	"bytes"
	"iter"
)

// Repeats gives the numbers of the rows whose key another row has too, but for the first row of
// each key. It takes the place of Sorted.
func (s *Sorter) Repeats() iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		var last []byte
		first := true
		for r, err := range s.inOrder() {
			repeats := err == nil && !first && bytes.Equal(r.key, last)
			if (err != nil || repeats) && !yield(r.n, err) {
				return
			}
			last, first = append(last[:0], r.key...), false
		}
	}
}
