// Package vocab is the layout of a vocabulary: the tokens of a byte-pair encoding and their merge
// ranks, in one block of bytes that is searched in place.
//
// A table is written by Build, at go generate time, and embedded in the binary. Its parts:
//
//	head     uint32 × headWords: slots (as a power of two), then for each length of token, from 0
//	         to MaxLen + 1, where its records begin, in bytes from the start of all records
//	pairs    uint32 × 65,536: the rank of each token of two bytes, None for the rest
//	filter   a bit for each of 4<<slots values of the hash: whether any token has it
//	slots    uint32 × 1<<slots: open addressing with linear probing; the low 18 bits are the number
//	         of a record among those of its length, the high 14 bits come from the hash
//	records  grouped by length: the bytes of the token, then its rank as a uint32
//
// All numbers are little-endian. A lookup touches a slot and, if its 14 bits agree, one record.
package vocab

import (
	"encoding/binary"
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

	filterBits = 2 // the filter has 1<<filterBits bits for a slot

	indexBits = 18
	indexMask = 1<<indexBits - 1
)

// A Table finds the rank of a token. It is read-only and refers to the string it was opened on.
type Table struct {
	head, pairs, filter, slots, records []byte

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
	t.filter, b = b[:1<<size<<filterBits/8], b[1<<size<<filterBits/8:]
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

// Rank returns the rank of the token b[i:end], or None if that is no token or empty. It is fastest
// when there are 16 bytes or more in b from i on.
func (t *Table) Rank(b []byte, i, end int) uint32 {
	n := end - i
	if uint(n-1) >= MaxLen {
		return None
	}
	x, y := words(b, i, n)
	h := hash(x, y, n)
	if n > wordsLen {
		h = hashRest(h, b[i:end])
	}
	return t.find(b[i:end], x, y, h)
}

// RankIfAny is Rank for what is more likely no token than one: it takes a look at the filter,
// which is small enough to stay in the processor's cache.
func (t *Table) RankIfAny(b []byte, i, end int) uint32 {
	n := end - i
	if uint(n-1) >= MaxLen {
		return None
	}
	x, y := words(b, i, n)
	h := hash(x, y, n)
	if n > wordsLen {
		h = hashRest(h, b[i:end])
	}
	bit := h >> (t.shift - filterBits)
	if t.filter[bit/8]>>(bit%8)&1 == 0 {
		return None
	}
	return t.find(b[i:end], x, y, h)
}

// find returns the rank of p, which has the given words and hash.
func (t *Table) find(p []byte, x, y, h uint64) uint32 {
	slot := int(h >> t.shift)
	tag := uint32(h) >> indexBits
	for {
		s := binary.LittleEndian.Uint32(t.slots[slot*4:])
		if s == None {
			return None
		}
		if s>>indexBits == tag {
			if rank := t.at(int(s&indexMask), p, x, y); rank < t.limit {
				return rank
			}
		}
		if slot++; slot*4 == len(t.slots) {
			slot = 0
		}
	}
}

// at returns the rank in record i of the length of p if the record is of p, else None. x and y
// are the words of p.
func (t *Table) at(i int, p []byte, x, y uint64) uint32 {
	n := len(p)
	off := int(binary.LittleEndian.Uint32(t.head[4+4*n:])) + i*(n+4)
	if off >= int(binary.LittleEndian.Uint32(t.head[8+4*n:])) {
		return None // a token of another length has the same mark
	}
	if u, v := words(t.records, off, n); u != x || v != y {
		return None
	}
	if n > wordsLen && string(t.records[off:off+n]) != string(p) {
		return None
	}
	return binary.LittleEndian.Uint32(t.records[off+n:])
}

// wordsLen is how many bytes words returns.
const wordsLen = 16

// masks[n] has the low n bytes set.
var masks = [...]uint64{0, 1<<8 - 1, 1<<16 - 1, 1<<24 - 1, 1<<32 - 1, 1<<40 - 1, 1<<48 - 1,
	1<<56 - 1, 1<<64 - 1}

// words returns the first 16 of the n bytes from b[i] as two numbers, zeros behind them if there
// are fewer.
func words(b []byte, i, n int) (x, y uint64) {
	if len(b)-i < wordsLen {
		var w [wordsLen]byte
		copy(w[:], b[i:i+min(n, wordsLen, len(b)-i)])
		return binary.LittleEndian.Uint64(w[:]), binary.LittleEndian.Uint64(w[8:])
	}
	w := b[i : i+wordsLen]
	x, y = binary.LittleEndian.Uint64(w), binary.LittleEndian.Uint64(w[8:])
	return x & masks[min(n, 8)], y & masks[min(max(n-8, 0), 8)]
}

// hash returns a hash of a token of n bytes that begins with the given words. Its high bits choose
// the slot, bits 18 to 31 mark it.
func hash(x, y uint64, n int) uint64 {
	const k0, k1 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	h := (x ^ uint64(n)) * k0
	h = (h ^ h>>32 ^ y) * k1
	return h ^ h>>29
}

// hashRest adds to the hash of p what is behind its first words.
func hashRest(h uint64, p []byte) uint64 {
	for i := wordsLen; i < len(p); i += wordsLen {
		x, y := words(p, i, len(p)-i)
		h = hash(h^x, y, len(p))
	}
	return h
}
