package vocab

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// Build lays the vocabulary out as a table. The same ranks give the same bytes. Its errors name
// the token that the layout has no room for.
func Build(ranks map[string]uint32) ([]byte, error) {
	tokens := make([]string, 0, len(ranks))
	for tok := range ranks {
		if len(tok) == 0 || len(tok) > MaxLen {
			return nil, fmt.Errorf("lay out token %q: %d bytes", tok, len(tok))
		}
		tokens = append(tokens, tok)
	}
	slices.SortFunc(tokens, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(ranks[a], ranks[b]))
	})
	if len(tokens) >= indexMask {
		return nil, fmt.Errorf("lay out vocabulary: %d tokens", len(tokens))
	}
	size := bits.Len(uint(len(tokens))) + 1 // a quarter to a half of the slots are in use
	out := make([]byte, headBytes+pairBytes+4<<size, 8<<20)
	for i := headBytes; i < len(out); i++ {
		out[i] = 0xff
	}
	binary.LittleEndian.PutUint32(out, uint32(size))
	fillPairs(out[headBytes:], ranks)
	fillSlots(out[headBytes+pairBytes:], tokens, size)
	return appendRecords(out, tokens, ranks), nil
}

func fillPairs(pairs []byte, ranks map[string]uint32) {
	for tok, rank := range ranks {
		if len(tok) == 2 {
			binary.LittleEndian.PutUint32(pairs[(int(tok[0])<<8|int(tok[1]))*4:], rank)
		}
	}
}

// fillSlots enters the tokens in order of rank within a length, which keeps the frequent ones
// near the slot they hash to.
func fillSlots(slots []byte, tokens []string, size int) {
	first := 0
	for i, tok := range tokens {
		if len(tok) != len(tokens[first]) {
			first = i
		}
		h := hashOf([]byte(tok))
		slot := h >> (64 - size)
		for binary.LittleEndian.Uint32(slots[slot*4:]) != None {
			slot = (slot + 1) & (1<<size - 1)
		}
		tag := uint32(h) >> indexBits
		binary.LittleEndian.PutUint32(slots[slot*4:], tag<<indexBits|uint32(i-first))
	}
}

// appendRecords writes the records, and where each length begins into the head.
func appendRecords(out []byte, tokens []string, ranks map[string]uint32) []byte {
	start, begun := len(out), 0
	begin := func(length int) {
		for ; begun <= length; begun++ {
			binary.LittleEndian.PutUint32(out[4+4*begun:], uint32(len(out)-start))
		}
	}
	for _, tok := range tokens {
		begin(len(tok))
		out = append(out, tok...)
		out = binary.LittleEndian.AppendUint32(out, ranks[tok])
	}
	begin(MaxLen + 1)
	return append(out, make([]byte, wordsLen)...) // so that words can be read at the end, too
}

func hashOf(tok []byte) uint64 {
	x, y := words(tok, 0, len(tok))
	h := hash(x, y, len(tok))
	if len(tok) > wordsLen {
		h = hashRest(h, tok)
	}
	return h
}
