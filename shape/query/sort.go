package query

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// Keys are sorted by eight bytes at a time, which stand in the items: comparing by following each
// item to its key took several times as long. The sorts are stable, or compare the places, which
// ascend with the row numbers.

// An item is a row that is being sorted.
type item struct {
	prefix uint64 // eight bytes of the key
	at     uint32 // place of the record
	i      uint32 // which of the records it is
}

const (
	sortSize = 2 * 16 // bytes a row takes while it is sorted: an item, and room to move it
	window   = 8      // bytes of the prefix
	whole    = 12     // up to so many items are compared by their keys
	radix    = 256    // from so many items on they are distributed, not compared
)

// sortRows gives what is in memory in order.
func (s *Sorter) sortRows() []item {
	items := make([]item, 0, s.rows)
	for i, c := range s.arena {
		for off := 0; off < len(c); {
			at := uint32(i<<offsetBits | off)
			_, _, record := s.record(at)
			items = append(items, item{at: at, i: uint32(len(items))})
			off += len(record)
		}
	}
	s.sort(items, make([]item, len(items)), 0)
	return items
}

// sort sorts items whose keys have their first depth bytes in common. room is as large as items.
func (s *Sorter) sort(items, room []item, depth int) {
	if len(items) <= whole {
		s.sortWhole(items, depth)
		return
	}
	depth += s.shared(items, depth)
	for i := range items {
		items[i].prefix = prefix(s.key(items[i].at)[depth:])
	}
	sortPrefixes(items, room)
	for start, i := 0, 1; i <= len(items); i++ {
		if i == len(items) || items[i].prefix != items[start].prefix {
			s.sortTies(items[start:i], room[start:i], depth)
			start = i
		}
	}
}

// sortTies sorts items whose keys have the same window at depth. A key that ends there may differ
// from another by zero bytes at its end.
func (s *Sorter) sortTies(items, room []item, depth int) {
	if len(items) < 2 {
		return
	}
	shortest, longest := len(s.key(items[0].at)), 0
	for i := range items {
		size := len(s.key(items[i].at))
		shortest, longest = min(shortest, size), max(longest, size)
	}
	switch {
	case shortest > depth+window:
		s.sort(items, room, depth+window)
	case shortest < longest:
		s.sortWhole(items, depth)
	}
}

func (s *Sorter) sortWhole(items []item, depth int) {
	slices.SortFunc(items, func(a, b item) int {
		if c := bytes.Compare(s.key(a.at)[depth:], s.key(b.at)[depth:]); c != 0 {
			return c
		}
		return cmp.Compare(a.at, b.at)
	})
}

// shared is how many bytes, behind depth, all keys have in common.
func (s *Sorter) shared(items []item, depth int) int {
	common := s.key(items[0].at)[depth:]
	for i := 1; i < len(items) && len(common) > 0; i++ {
		key := s.key(items[i].at)[depth:]
		common = common[:min(len(common), len(key))]
		if bytes.HasPrefix(key, common) {
			continue
		}
		n := 0
		for common[n] == key[n] {
			n++
		}
		common = common[:n]
	}
	return len(common)
}

// prefix is the first eight bytes of b, as if zeros followed it, as a number that compares as
// they do.
func prefix(b []byte) uint64 {
	if len(b) >= window {
		return binary.BigEndian.Uint64(b)
	}
	var all [window]byte
	copy(all[:], b)
	return binary.BigEndian.Uint64(all[:])
}

// sortPrefixes sorts items by prefix and place.
func sortPrefixes(items, room []item) {
	if len(items) < radix {
		slices.SortFunc(items, func(a, b item) int {
			if a.prefix != b.prefix {
				return cmp.Compare(a.prefix, b.prefix)
			}
			return cmp.Compare(a.at, b.at)
		})
		return
	}
	var differ uint64
	for i := range items {
		differ |= items[i].prefix ^ items[0].prefix
	}
	from, to := items, room
	for shift := 0; shift < 64; shift += 8 {
		if byte(differ>>shift) != 0 {
			distribute(from, to, shift)
			from, to = to, from
		}
	}
	if &from[0] != &items[0] {
		copy(items, from)
	}
}

// distribute moves items in the order of one byte of their prefixes.
func distribute(from, to []item, shift int) {
	var next [256]int
	for i := range from {
		next[byte(from[i].prefix>>shift)]++
	}
	sum := 0
	for b, count := range next {
		next[b] = sum
		sum += count
	}
	for i := range from {
		b := byte(from[i].prefix >> shift)
		to[next[b]] = from[i]
		next[b]++
	}
}
