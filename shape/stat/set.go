package stat

import (
	"encoding/binary"
	"hash/maphash"
)

// maxWhole is the longest value, in bytes, that is kept to be shown. Of a longer one a set has two
// independent 64-bit hashes under secret keys: unequal values are taken for one with a probability
// of about 1 in 10^28 at MaxDistinct values, less than that of an error of the machine.
const maxWhole = 256

// set holds the distinct numbers and texts of a column, each with how often it occurs. Numbers of
// a usual size are in nums, all else in entries. These and their bytes are in blocks, so that
// growing copies neither.
type set struct {
	slots   []uint64 // 32 bits of hash, and the index of the entry + 1; 0 is free
	entries []*[blockEntries]entry
	blocks  []*[blockBytes]byte
	nums    numbers
	len     int    // entries
	end     uint32 // bytes, with those left free at the end of a block
	used    int64  // bytes of memory
}

const (
	blockEntries = 256
	blockBytes   = 8192
)

// entry is one value. It is known by the key bytes at off; what it was first written as are the
// raw bytes there, which begin with the key or, if apart, come behind it.
type entry struct {
	n        int64
	off      uint32
	key, raw uint16 // lengths
	kind     Kind
	flags    uint8
}

const (
	isApart uint8 = 1 << iota
	isLong        // the key is a hash, and raw is empty
	isTime
)

var (
	seed     = maphash.MakeSeed()
	longSeed = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

	numberSeed = maphash.String(seed, "numbers")
)

// size returns how many distinct values there are.
func (s *set) size() int { return s.len + s.nums.len }

// addNumber counts a number that is fast, and tells whether it is new.
func (s *set) addNumber(n *num, raw []byte) bool {
	size := len(s.nums.slots)
	if !s.nums.add(n, raw) {
		return false
	}
	s.used += 16 * int64(len(s.nums.slots)-size)
	if n.odd {
		s.used += 64 + int64(len(raw))
	}
	return true
}

// add counts a text, or a number that isn't fast: key is then its canonical form.
func (s *set) add(kind Kind, key, raw []byte) *entry {
	if len(key) > maxWhole || len(raw) > maxWhole {
		var digest [16]byte
		binary.LittleEndian.PutUint64(digest[:8], maphash.Bytes(longSeed[0], key))
		binary.LittleEndian.PutUint64(digest[8:], maphash.Bytes(longSeed[1], key))
		return s.find(kind, isLong, digest[:], nil)
	}
	return s.find(kind, 0, key, raw)
}

func (s *set) find(kind Kind, long uint8, key, raw []byte) *entry {
	h := uint32(maphash.Bytes(seed, key)) + uint32(kind)<<8
	if s.len*4 >= len(s.slots)*3 {
		s.grow()
	}
	mask := uint32(len(s.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		v := s.slots[i]
		if v == 0 {
			s.slots[i] = uint64(h)<<32 | uint64(s.len+1)
			return s.insert(entry{n: 1, kind: kind, flags: long}, key, raw)
		}
		if uint32(v>>32) != h {
			continue
		}
		e := s.at(int(uint32(v)) - 1)
		if e.kind == kind && e.flags&isLong == long && string(s.key(e)) == string(key) {
			e.n++
			return e
		}
	}
}

func (s *set) at(i int) *entry { return &s.entries[i/blockEntries][i%blockEntries] }

func (s *set) insert(e entry, key, raw []byte) *entry {
	e.key, e.raw = uint16(len(key)), uint16(len(raw))
	if len(raw) < len(key) || string(raw[:len(key)]) != string(key) {
		e.flags |= isApart
		e.off = s.put(len(key) + len(raw))
		b := s.blocks[e.off/blockBytes][e.off%blockBytes:]
		copy(b, key)
		copy(b[len(key):], raw)
	} else {
		e.off = s.put(len(raw))
		copy(s.blocks[e.off/blockBytes][e.off%blockBytes:], raw)
	}
	if s.len%blockEntries == 0 {
		s.entries = append(s.entries, new([blockEntries]entry))
		s.used += blockEntries * 24
	}
	s.len++
	at := s.at(s.len - 1)
	*at = e
	return at
}

// put returns where there is room for n bytes in one block.
func (s *set) put(n int) uint32 {
	if int(s.end%blockBytes)+n > blockBytes {
		s.end = (s.end/blockBytes + 1) * blockBytes
	}
	off := s.end
	if int(off+uint32(n))/blockBytes >= len(s.blocks) {
		s.blocks = append(s.blocks, new([blockBytes]byte))
		s.used += blockBytes
	}
	s.end += uint32(n)
	return off
}

// grow doubles the slots and places all entries anew.
func (s *set) grow() {
	old := s.slots
	size := max(16, 2*len(old))
	s.used += 8 * int64(size-len(old))
	s.slots = make([]uint64, size)
	mask := uint32(size - 1)
	for _, v := range old {
		if v == 0 {
			continue
		}
		i := uint32(v>>32) & mask
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = v
	}
}

func (s *set) key(e *entry) []byte {
	at := e.off % blockBytes
	return s.blocks[e.off/blockBytes][at : at+uint32(e.key)]
}

// written returns the value as it first stood in the input: a number, or the bytes of a text. It
// returns nil if it was too long to be kept.
func (s *set) written(e *entry) []byte {
	at := e.off % blockBytes
	switch {
	case e.flags&isLong != 0:
		return nil
	case e.kind == String:
		return s.key(e)
	case e.flags&isApart != 0:
		at += uint32(e.key)
	}
	return s.blocks[e.off/blockBytes][at : at+uint32(e.raw)]
}

// timed returns how many of the values counted are times.
func (s *set) timed() int64 {
	n := int64(0)
	for i := range s.len {
		if e := s.at(i); e.flags&isTime != 0 {
			n += e.n
		}
	}
	return n
}
