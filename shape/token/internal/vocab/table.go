// Package vocab is the layout of a vocabulary: the tokens of a byte-pair encoding and their merge
// ranks, in one block of bytes that is searched in place.
//
// A table is written by Build, at go generate time, and embedded in the binary. It has four parts:
//
//	head     uint32 × headWords: slots (as a power of two), then for each length of token, from 0
//	         to MaxLen + 1, where its records begin, in bytes from the start of all records
//	pairs    uint32 × 65,536: the rank of each token of two bytes, None for the rest
//	slots    uint32 × 1<<slots: open addressing with linear probing; the low 18 bits are the number
//	         of a record among those of its length, the high 14 bits come from the hash
//	records  grouped by length: the bytes of the token, then its rank as a uint32
//
// All numbers are little-endian. A lookup touches a slot and, if its 14 bits agree, one record.
package vocab

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// MaxLen is the length in bytes of the longest token in any of the vocabularies.
const MaxLen = 128

// None is the rank of what is no token.
const None = ^uint32(0)

const (
	headWords = 1 + MaxLen + 2
	headBytes = 4 * headWords
	pairBytes = 4 << 16
	indexBits = 18
	indexMask = 1<<indexBits - 1
)

// A Table finds the rank of a token. It is read-only and refers to the string it was opened on.
type Table struct {
	head, pairs, slots, records []byte

	shift uint   // of a hash, to get a slot
	limit uint32 // ranks from here on do not exist
}

// Open returns the table that Build wrote as data. Tokens with a rank of limit or more are left
// out, so that a vocabulary can share the table of a larger one.
func Open(data string, limit uint32) Table {
	// The bytes are never written to: a string constant stays where the linker put it.
	b := unsafe.Slice(unsafe.StringData(data), len(data))
	t := Table{head: b[:headBytes], limit: limit}
	size := binary.LittleEndian.Uint32(b)
	t.shift = 64 - uint(size)
	b = b[headBytes:]
	t.pairs, b = b[:pairBytes], b[pairBytes:]
	t.slots, t.records = b[:4<<size], b[4<<size:]
	return t
}

// Pair returns the rank of the token a, b, or None.
func (t *Table) Pair(a, b byte) uint32 {
	rank := binary.LittleEndian.Uint32(t.pairs[(int(a)<<8|int(b))*4:])
	if rank >= t.limit {
		return None
	}
	return rank
}

// Rank returns the rank of the token p, or None if p is no token. p must not be empty.
func (t *Table) Rank(p []byte) uint32 {
	if len(p) > MaxLen {
		return None
	}
	h, a, b := hash(p)
	slot := int(h >> t.shift)
	tag := uint32(h) >> indexBits
	for {
		s := binary.LittleEndian.Uint32(t.slots[slot*4:])
		if s == None {
			return None
		}
		if s>>indexBits == tag {
			if rank := t.at(int(s&indexMask), p, a, b); rank < t.limit {
				return rank
			}
		}
		if slot++; slot*4 == len(t.slots) {
			slot = 0
		}
	}
}

// at returns the rank in record i of the length of p if the record is of p, else None. a and b
// are the words of p as hash returns them.
func (t *Table) at(i int, p []byte, a, b uint64) uint32 {
	n := len(p)
	off := int(binary.LittleEndian.Uint32(t.head[4+4*n:])) + i*(n+4)
	if off >= int(binary.LittleEndian.Uint32(t.head[8+4*n:])) {
		return None // a token of another length has the same mark
	}
	rec := t.records[off : off+n+4]
	if x, y := words(rec[:n]); x != a || y != b {
		return None
	}
	if n > 16 && string(rec[:n]) != string(p) {
		return None
	}
	return binary.LittleEndian.Uint32(rec[n:])
}

// words returns the first and the last bytes of p as numbers; together they are all of p when p
// has up to 16 bytes.
func words(p []byte) (a, b uint64) {
	n := len(p)
	switch {
	case n >= 8:
		return binary.LittleEndian.Uint64(p), binary.LittleEndian.Uint64(p[n-8:])
	case n >= 4:
		return uint64(binary.LittleEndian.Uint32(p)), uint64(binary.LittleEndian.Uint32(p[n-4:]))
	}
	return uint64(p[0]) | uint64(p[n>>1])<<8 | uint64(p[n-1])<<16, 0
}

// hash returns a hash of p, and its words. Its high bits choose the slot, bits 18 to 31 mark it.
func hash(p []byte) (h, a, b uint64) {
	const k0, k1 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	a, b = words(p)
	h = (a ^ uint64(len(p))*k1) * k0
	for i := 8; i+8 < len(p); i += 8 {
		h = (bits.RotateLeft64(h, 29) ^ binary.LittleEndian.Uint64(p[i:])) * k0
	}
	h = (h ^ h>>32 ^ b) * k1
	return h ^ h>>29, a, b
}
