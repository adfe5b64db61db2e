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
// a usual size are in nums, all else in entries. These, and the bytes of those that have more than
// fit into an entry, are in blocks, so that growing copies neither.
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

// entry is one value. It is known by its key, and written as its raw bytes: for texts both are the
// same. A text of up to maxInline bytes is in data; else data has the offset of the key, with raw
// behind it, and the length of raw.
type entry struct {
	head uint64 // from bit 0: how often it occurs, kind, isLong, length of the key, isTime
	data [maxInline]byte
}

const (
	entrySize = 8 + maxInline
	maxInline = 24 // makes an entry half a cache line

	kindShift   = 44
	longBit     = 1 << 47 // the key is a hash, and raw is empty
	lengthShift = 48
	timeBit     = 1 << 63
	countMask   = 1<<kindShift - 1
	tagMask     = timeBit - 1 - countMask
)

func (e *entry) count() int64 { return int64(e.head & countMask) }
func (e *entry) kind() Kind   { return Kind(e.head >> kindShift & 7) }
func (e *entry) length() int  { return int(e.head &^ timeBit >> lengthShift) }
func (e *entry) isLong() bool { return e.head&longBit != 0 }
func (e *entry) isTime() bool { return e.head&timeBit != 0 }

// off returns where the key is in the blocks, if it isn't in data.
func (e *entry) off() uint32    { return binary.LittleEndian.Uint32(e.data[:]) }
func (e *entry) rawLen() int    { return int(binary.LittleEndian.Uint16(e.data[4:])) }
func (e *entry) isText() bool   { return e.kind() == String }
func (e *entry) isInline() bool { return e.isText() && e.length() <= maxInline }

var (
	seed     = maphash.MakeSeed()
	longSeed = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

	numberSeed = maphash.String(seed, "numbers")
)

// size returns how many distinct values there are.
func (s *set) size() int { return s.len + s.nums.len }

// addNumber counts a number that is fast, and tells whether it is new. It is written with first
// decimals, or, if that is isOdd, as raw.
func (s *set) addNumber(k numberKey, first uint8, raw []byte) bool {
	size := len(s.nums.slots)
	if !s.nums.add(k, first, raw) {
		return false
	}
	s.used += 16 * int64(len(s.nums.slots)-size)
	if first == isOdd {
		s.used += 64 + int64(len(raw))
	}
	return true
}

// hash returns what a text, or the canonical form of a number that isn't fast, is searched by.
func hash(kind Kind, key []byte) uint32 {
	return uint32(maphash.Bytes(seed, key)) + uint32(kind)<<8
}

// add counts a text, or a number that isn't fast: key is then its canonical form.
func (s *set) add(kind Kind, hash uint32, key, raw []byte) *entry {
	tag := uint64(kind) << kindShift
	if len(key) > maxWhole || len(raw) > maxWhole {
		var digest [16]byte
		binary.LittleEndian.PutUint64(digest[:8], maphash.Bytes(longSeed[0], key))
		binary.LittleEndian.PutUint64(digest[8:], maphash.Bytes(longSeed[1], key))
		return s.find(tag|longBit, hash, digest[:], nil)
	}
	return s.find(tag, hash, key, raw)
}

func (s *set) find(tag uint64, h uint32, key, raw []byte) *entry {
	tag |= uint64(len(key)) << lengthShift
	if s.len*4 >= len(s.slots)*3 {
		s.grow()
	}
	mask := uint32(len(s.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		v := s.slots[i]
		if v == 0 {
			s.slots[i] = uint64(h)<<32 | uint64(s.len+1)
			return s.insert(tag|1, key, raw)
		}
		if uint32(v>>32) != h {
			continue
		}
		e := s.at(int(uint32(v)) - 1)
		if e.head&tagMask == tag && string(s.key(e)) == string(key) {
			e.head++
			return e
		}
	}
}

func (s *set) at(i int) *entry { return &s.entries[i/blockEntries][i%blockEntries] }

func (s *set) insert(head uint64, key, raw []byte) *entry {
	if s.len%blockEntries == 0 {
		s.entries = append(s.entries, new([blockEntries]entry))
		s.used += blockEntries * entrySize
	}
	s.len++
	e := s.at(s.len - 1)
	e.head = head
	if e.isInline() {
		copy(e.data[:], key)
		return e
	}
	off := s.put(len(key) + len(raw))
	binary.LittleEndian.PutUint32(e.data[:], off)
	binary.LittleEndian.PutUint16(e.data[4:], uint16(len(raw)))
	b := s.blocks[off/blockBytes][off%blockBytes:]
	copy(b[copy(b, key):], raw)
	return e
}

// put returns where there is room for n bytes in one block.
func (s *set) put(n int) uint32 {
	if int(s.end%blockBytes)+n > blockBytes {
		s.end = (s.end/blockBytes + 1) * blockBytes
	}
	off := s.end
	if int(off/blockBytes) >= len(s.blocks) {
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
	if e.isInline() {
		return e.data[:e.length()]
	}
	off := e.off()
	return s.blocks[off/blockBytes][off%blockBytes:][:e.length()]
}

// written returns the value as it first stood in the input: a number, or the bytes of a text. It
// returns nil if it was too long to be kept.
func (s *set) written(e *entry) []byte {
	switch {
	case e.isLong():
		return nil
	case e.isText():
		return s.key(e)
	}
	off := e.off() + uint32(e.length())
	return s.blocks[off/blockBytes][off%blockBytes:][:e.rawLen()]
}

// timed returns how many of the values counted are times.
func (s *set) timed() int64 {
	n := int64(0)
	for i := range s.len {
		if e := s.at(i); e.isTime() {
			n += e.count()
		}
	}
	return n
}
