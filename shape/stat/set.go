package stat

import (
	"encoding/binary"
	"hash/maphash"
)

// maxWhole is the longest text, in bytes, that is kept to be shown. Of a longer one a set has two
// independent 64-bit hashes under secret keys: unequal texts are taken for one with a probability
// of about 1 in 10^28 at MaxDistinct values, less than that of a machine's error.
const maxWhole = 256

// set holds the distinct numbers and texts of a column, each with how often it occurs.
type set struct {
	slots   []uint64 // 32 bits of hash, and the index of the entry + 1; 0 is free
	entries []entry  // in order of first appearance
	bytes   []byte
	used    int64 // bytes in use, by lengths: the same on every machine
}

// entry is one value. What it is known by are the key bytes at off; what it was first written as
// are the raw bytes, which begin with the key or, if apart, come behind it.
type entry struct {
	n        int64
	off      uint32
	key, raw uint32 // lengths
	kind     Kind
	apart    bool
	long     bool // the key is a hash
	time     bool
}

var (
	seed     = maphash.MakeSeed()
	longSeed = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}
)

// add counts a value. For numbers, key is the canonical form of raw.
func (s *set) add(kind Kind, key, raw []byte) *entry {
	var digest [16]byte
	long := kind == String && len(key) > maxWhole
	if long {
		binary.LittleEndian.PutUint64(digest[:8], maphash.Bytes(longSeed[0], key))
		binary.LittleEndian.PutUint64(digest[8:], maphash.Bytes(longSeed[1], key))
		key = digest[:]
	}
	h := maphash.Bytes(seed, key) + uint64(kind)
	if len(s.entries)*4 >= len(s.slots)*3 {
		s.grow()
	}
	mask := uint64(len(s.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		v := s.slots[i]
		if v == 0 {
			s.slots[i] = h>>32<<32 | uint64(len(s.entries)+1)
			return s.insert(entry{n: 1, kind: kind, long: long}, key, raw)
		}
		if v>>32 != h>>32 {
			continue
		}
		e := &s.entries[uint32(v)-1]
		if e.kind == kind && e.long == long && string(s.key(e)) == string(key) {
			e.n++
			return e
		}
	}
}

func (s *set) insert(e entry, key, raw []byte) *entry {
	before := len(s.bytes)
	e.off, e.key, e.raw = uint32(before), uint32(len(key)), uint32(len(raw))
	e.apart = len(raw) < len(key) || string(raw[:len(key)]) != string(key)
	if e.apart {
		s.bytes = append(s.bytes, key...)
	}
	s.bytes = append(s.bytes, raw...)
	s.entries = append(s.entries, e)
	s.used += 32 + int64(len(s.bytes)-before)
	return &s.entries[len(s.entries)-1]
}

// grow doubles the slots and places all entries anew.
func (s *set) grow() {
	size := max(16, 2*len(s.slots))
	s.used += 8 * int64(size-len(s.slots))
	s.slots = make([]uint64, size)
	mask := uint64(size - 1)
	for n := range s.entries {
		e := &s.entries[n]
		h := maphash.Bytes(seed, s.key(e)) + uint64(e.kind)
		i := h & mask
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = h>>32<<32 | uint64(n+1)
	}
}

func (s *set) key(e *entry) []byte { return s.bytes[e.off : e.off+e.key] }

// written returns the value as it first stood in the input: a number, or the bytes of a text.
func (s *set) written(e *entry) []byte {
	switch {
	case e.kind == String:
		return s.key(e)
	case e.apart:
		return s.bytes[e.off+e.key:][:e.raw]
	}
	return s.bytes[e.off:][:e.raw]
}

// timed returns how many of the values counted are times.
func (s *set) timed() int64 {
	n := int64(0)
	for i := range s.entries {
		if s.entries[i].time {
			n += s.entries[i].n
		}
	}
	return n
}
