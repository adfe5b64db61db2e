package token

import (
	"sync"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

// smallWindow is how many bytes of a long pre-token are merged at a time. Larger ones are only
// needed when a cut cannot be placed: see long.go.
const smallWindow = 512

// shortPiece is up to how many bytes looking through all keys is faster than a tournament.
const shortPiece = 40

// none is the key of a pair that is no token.
const none = ^uint64(0)

// A scratch holds the state of one merge: the parts that a piece is made of. A part is known by the
// offset at which it begins. A scratch is used by one goroutine at a time.
type scratch struct {
	// tree[n+i], for a piece of n bytes, is the key of the pair of the part at offset i and the
	// one behind it: rank<<32 | offset, so that the least key is the lowest rank and the leftmost
	// of equals. If the piece isn't short, tree is a tournament: tree[j] is the lesser of
	// tree[2j] and tree[2j+1].
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

// merge merges the bytes of b[start:end] as byte-pair encoding does: of all pairs of neighbours
// that are a token together, the one of lowest rank, and the leftmost of those, until none is
// left. It returns the number of parts, which s.next lists from offset 0 of the piece.
func (s *scratch) merge(t *vocab.Table, b []byte, start, end int) int {
	b = b[start:]
	n := end - start
	s.reserve(n)
	keys := s.tree[n:]
	for i := range n {
		s.next[i], s.prev[i] = int32(i+1), int32(i-1)
		keys[i] = none
		if i+1 < n {
			if rank := t.Pair(b[i], b[i+1]); rank != vocab.None {
				keys[i] = uint64(rank)<<32 | uint64(i)
			}
		}
	}
	if n <= shortPiece {
		return s.mergeShort(t, b, keys)
	}
	return s.mergeTree(t, b)
}

// mergeShort merges the piece that b begins with by its keys.
func (s *scratch) mergeShort(t *vocab.Table, b []byte, keys []uint64) int {
	for parts := len(keys); ; parts-- {
		least := leastOf(keys)
		if least == none {
			return parts
		}
		s.join(t, b, int(uint32(least)))
	}
}

// leastOf returns the least of the keys, with four comparisons under way at a time.
func leastOf(keys []uint64) uint64 {
	k0, k1, k2, k3 := none, none, none, none
	for len(keys) >= 4 {
		k0, k1, k2, k3 = min(k0, keys[0]), min(k1, keys[1]), min(k2, keys[2]), min(k3, keys[3])
		keys = keys[4:]
	}
	for _, key := range keys {
		k0 = min(k0, key)
	}
	return min(k0, k1, k2, k3)
}

// mergeTree merges the piece that b begins with by a tournament.
func (s *scratch) mergeTree(t *vocab.Table, b []byte) int {
	n := len(s.next)
	for j := n - 1; j > 0; j-- {
		s.tree[j] = min(s.tree[2*j], s.tree[2*j+1])
	}
	parts := n
	for ; s.tree[1] != none; parts-- {
		i := int(uint32(s.tree[1]))
		gone, before := s.join(t, b, i)
		s.climb(n + gone)
		s.climb(n + i)
		if before >= 0 {
			s.climb(n + before)
		}
	}
	return parts
}

// join makes the part at offset i and the one behind it a single part, and sets the keys that
// change: those of i, gone, and before unless it is negative.
func (s *scratch) join(t *vocab.Table, b []byte, i int) (gone, before int) {
	gone, before = int(s.next[i]), int(s.prev[i])
	end := s.next[gone]
	s.next[i] = end
	s.prev[end] = int32(i)
	keys := s.tree[len(s.next):]
	keys[gone] = none
	keys[i] = s.key(t, b, i)
	if before >= 0 {
		keys[before] = s.key(t, b, before)
	}
	return gone, before
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

// climb makes the tournament right after a change of tree[j].
func (s *scratch) climb(j int) {
	for j > 1 {
		least := min(s.tree[j], s.tree[j^1])
		if j >>= 1; s.tree[j] == least {
			return
		}
		s.tree[j] = least
	}
}
