package token

import (
	"sync"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

// smallWindow is how many bytes of a long pre-token are merged at a time. Larger ones are only
// needed when a cut cannot be placed: see long.go.
const smallWindow = 512

// none is the key of a pair that is no token.
const none = ^uint64(0)

// A scratch holds the state of one merge: the parts of a piece of up to cap(tree)/2 bytes. A part
// is known by the offset at which it begins. Scratch is used by one goroutine at a time.
type scratch struct {
	// tree is a tournament on the parts: tree[n+i] is the key of the pair of the part at offset
	// i and the one behind it, and tree[j] the least of tree[2j] and tree[2j+1]. A key is
	// rank<<32 | offset, so that the least key is the lowest rank and the leftmost of equals.
	tree []uint64
	next []int32 // offset of the part behind; next of the last part is the length
	prev []int32 // offset of the part before; -1 for the first

	fixedTree [2 * smallWindow]uint64
	fixedNext [smallWindow]int32
	fixedPrev [smallWindow + 1]int32
}

// scratches are kept, for a new one costs more than a row of a few hundred bytes.
var scratches = sync.Pool{New: func() any { return new(scratch) }}

// reserve makes room for a piece of n bytes.
func (s *scratch) reserve(n int) {
	if n <= smallWindow {
		s.tree, s.next, s.prev = s.fixedTree[:2*n], s.fixedNext[:n], s.fixedPrev[:n+1]
		return
	}
	s.tree, s.next, s.prev = make([]uint64, 2*n), make([]int32, n), make([]int32, n+1)
}

// merge merges the bytes of b[start:end] as byte-pair encoding does: of all pairs of neighbours that are a
// token together, the one of lowest rank, and the leftmost of those, until none is left. It
// returns the number of parts, which s.next lists from offset 0 of the piece.
func (s *scratch) merge(t *vocab.Table, b []byte, start, end int) int {
	p := b[start:end]
	n := len(p)
	s.reserve(n)
	for i := range n {
		s.next[i], s.prev[i] = int32(i+1), int32(i-1)
		s.tree[n+i] = none
		if i+1 < n {
			if rank := t.Pair(p[i], p[i+1]); rank != vocab.None {
				s.tree[n+i] = uint64(rank)<<32 | uint64(i)
			}
		}
	}
	for j := n - 1; j > 0; j-- {
		s.tree[j] = min(s.tree[2*j], s.tree[2*j+1])
	}
	parts := n
	for s.tree[1] != none {
		s.join(t, b[start:], int(uint32(s.tree[1])))
		parts--
	}
	return parts
}

// join makes the part at offset i and the one behind it a single part. b begins with the piece.
func (s *scratch) join(t *vocab.Table, b []byte, i int) {
	gone := s.next[i]
	end := s.next[gone]
	s.next[i] = end
	s.prev[end] = int32(i)
	s.set(int(gone), none)
	s.set(i, s.key(t, b, i))
	if before := s.prev[i]; before >= 0 {
		s.set(int(before), s.key(t, b, int(before)))
	}
}

// key returns the key of the pair of the part at offset i and the one behind it.
func (s *scratch) key(t *vocab.Table, b []byte, i int) uint64 {
	next := int(s.next[i])
	if next == len(s.next) {
		return none
	}
	rank := t.RankIfAny(b, i, int(s.next[next]))
	if rank == vocab.None {
		return none
	}
	return uint64(rank)<<32 | uint64(i)
}

// set changes the key of the part at offset i.
func (s *scratch) set(i int, key uint64) {
	j := len(s.next) + i
	s.tree[j] = key
	for j > 1 {
		least := min(s.tree[j], s.tree[j^1])
		if j >>= 1; s.tree[j] == least {
			return
		}
		s.tree[j] = least
	}
}
