package input

import (
	"bytes"
	"iter"
)

// A nameSet finds two members of one name in one object, for names that have no id. It holds the
// cells of the members by a hash of their name and of the object. For one name, the hashes of
// different objects differ, so that equal hashes and equal names are proof.
type nameSet struct {
	hashes []uint64 // a power of two of them
	cells  []int32  // 0, which is no member, in a free slot
	used   int
	text   []byte // a name without its escapes
	other  []byte
}

// reset forgets all names. A table that was much too large is dropped.
func (s *nameSet) reset() {
	switch {
	case s.used == 0:
	case len(s.hashes) > 1024 && s.used < len(s.hashes)/16:
		s.hashes, s.cells = nil, nil
	default:
		clear(s.cells)
	}
	s.used = 0
}

// decode returns what a JSON string stands for, until the next call.
func (s *nameSet) decode(raw []byte, flags uint8) []byte {
	if flags == 0 {
		return raw[1 : len(raw)-1]
	}
	s.text = Unquote(s.text[:0], raw)
	return s.text
}

// same reports whether the JSON string that b begins with stands for name.
func (s *nameSet) same(b, name []byte) bool {
	end, _ := textEnd(b, 0)
	s.other = Unquote(s.other[:0], b[:end])
	return bytes.Equal(s.other, name)
}

// like yields the cells with hash h, in place.
func (s *nameSet) like(h uint64) iter.Seq[*int32] {
	return func(yield func(*int32) bool) {
		if len(s.hashes) == 0 {
			return
		}
		mask := len(s.hashes) - 1
		for i := int(h) & mask; s.cells[i] != 0; i = (i + 1) & mask {
			if s.hashes[i] == h && !yield(&s.cells[i]) {
				return
			}
		}
	}
}

func (s *nameSet) add(h uint64, cell int32) {
	if 4*(s.used+1) > 3*len(s.hashes) {
		s.grow()
	}
	s.used++
	s.put(h, cell)
}

func (s *nameSet) put(h uint64, cell int32) {
	mask := len(s.hashes) - 1
	i := int(h) & mask
	for s.cells[i] != 0 {
		i = (i + 1) & mask
	}
	s.hashes[i], s.cells[i] = h, cell
}

func (s *nameSet) grow() {
	hashes, cells := s.hashes, s.cells
	size := max(64, 2*len(hashes))
	s.hashes, s.cells = make([]uint64, size), make([]int32, size)
	for i, c := range cells {
		if c != 0 {
			s.put(hashes[i], c)
		}
	}
}
