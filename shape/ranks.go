package shape

import "encoding/binary"

// ranks is the order of a stored result: for each row of the input 1 + its place among the
// handle's rows, 0 if it is none of them. Nil stands for all rows in order of arrival.
type ranks []uint32

// maxRanked is how many rows an input may have for a selection or order over it to be ordered or
// narrowed again: the ranks take four bytes a row.
const maxRanked = 1<<32 - 2

func (r ranks) has(n int64) bool { return r == nil || n < int64(len(r)) && r[n] != 0 }

// appendKey appends the place of row n in a form that sorts as the places do.
func (r ranks) appendKey(dst []byte, n int64) []byte {
	return binary.BigEndian.AppendUint32(dst, r[n])
}

// row returns the row of the input that is the handle's row i, or -1.
func (r ranks) row(i int64) int64 {
	for n, rank := range r {
		if int64(rank) == i+1 {
			return int64(n)
		}
	}
	return -1
}

// ascending tells whether the handle's rows are in order of arrival.
func (r ranks) ascending() bool {
	last := uint32(0)
	for _, rank := range r {
		if rank != 0 {
			if rank != last+1 {
				return false
			}
			last = rank
		}
	}
	return true
}

// ranksOf reads the order of an artifact.
func ranksOf(a Artifact) (ranks, error) {
	if !a.HasPicks() {
		return nil, nil
	}
	if a.Rows() > maxRanked {
		return nil, &UsageError{"the result has too many rows to be selected from again"}
	}
	r := make(ranks, a.Rows())
	i := uint32(0)
	for n, err := range a.Picks() {
		if err != nil {
			return nil, err
		}
		i++
		r[n] = i
	}
	return r, nil
}
