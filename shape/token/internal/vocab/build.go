package vocab

import (
	"bytes"
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
	head := make([]byte, headBytes)
	binary.LittleEndian.PutUint32(head, uint32(size))
	records := recordsOf(tokens, ranks, head[4:])
	return slices.Concat(head, pairsOf(ranks), filterOf(tokens, size), slotsOf(tokens, size),
		records), nil
}

func pairsOf(ranks map[string]uint32) []byte {
	pairs := bytes.Repeat([]byte{0xff}, pairBytes)
	for tok, rank := range ranks {
		if len(tok) == 2 {
			binary.LittleEndian.PutUint32(pairs[(int(tok[0])<<8|int(tok[1]))*4:], rank)
		}
	}
	return pairs
}

func filterOf(tokens []string, size int) []byte {
	filter := make([]byte, 1<<size<<filterBits/8)
	for _, tok := range tokens {
		bit := hashOf([]byte(tok)) >> (64 - size - filterBits)
		filter[bit/8] |= 1 << (bit % 8)
	}
	return filter
}

// slotsOf enters the tokens in order of rank within a length, which keeps the frequent ones
// near the slot they hash to.
func slotsOf(tokens []string, size int) []byte {
	slots := bytes.Repeat([]byte{0xff}, 4<<size)
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
	return slots
}

// recordsOf returns the records, and writes where each length begins to starts.
func recordsOf(tokens []string, ranks map[string]uint32, starts []byte) []byte {
	var out []byte
	begun := 0
	begin := func(length int) {
		for ; begun <= length; begun++ {
			binary.LittleEndian.PutUint32(starts[4*begun:], uint32(len(out)))
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
