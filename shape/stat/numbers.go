package stat

import (
	"math/bits"
	"strconv"
)

// numbers counts distinct numbers of up to maxDigits digits, each in one slot of 16 bytes: most
// columns with many values are of such, and a slot is all that has to be fetched for one.
type numbers struct {
	slots []numberSlot
	len   int
	odd   map[numberKey][]byte // as first written, of those that were written in an unusual way
}

// numberKey is a value: coef / 10^scale, with the least scale.
type numberKey struct {
	coef  int64
	scale uint8
}

// numberSlot has in meta how often the value occurs, the scale, and the scale that it was first
// written with. The slot is free if meta is 0.
type numberSlot struct {
	coef int64
	meta uint64
}

const (
	countBits = 48
	scaleBits = 5
	isOdd     = 1<<scaleBits - 1 // for the scale first written with: look into odd
)

func (s numberSlot) count() int64 { return int64(s.meta & (1<<countBits - 1)) }
func (s numberSlot) scale() uint8 { return uint8(s.meta>>countBits) & isOdd }
func (s numberSlot) first() uint8 { return uint8(s.meta>>(countBits+scaleBits)) & isOdd }

// least returns the number with as few decimals as it needs.
func (n *num) least() numberKey {
	k := numberKey{n.coef, n.scale}
	for k.scale > 0 && k.coef%10 == 0 {
		k.coef /= 10
		k.scale--
	}
	return k
}

// add counts a number and tells whether it is new. It is written with first decimals, or, if that
// is isOdd, as raw.
func (s *numbers) add(k numberKey, first uint8, raw []byte) bool {
	if s.len*5 >= len(s.slots)*4 {
		s.grow()
	}
	mask := uint64(len(s.slots) - 1)
	for i := k.hash() & mask; ; i = (i + 1) & mask {
		slot := &s.slots[i]
		if slot.coef == k.coef && slot.meta != 0 && slot.scale() == k.scale {
			slot.meta++
			return false
		}
		if slot.meta != 0 {
			continue
		}
		if first == isOdd {
			if s.odd == nil {
				s.odd = map[numberKey][]byte{}
			}
			s.odd[k] = append([]byte(nil), raw...)
		}
		*slot = numberSlot{k.coef, uint64(first)<<(countBits+scaleBits) | uint64(k.scale)<<countBits | 1}
		s.len++
		return true
	}
}

func (k numberKey) hash() uint64 {
	hi, lo := bits.Mul64(uint64(k.coef)^numberSeed, 0x9e3779b97f4a7c15)
	return hi ^ lo + uint64(k.scale)
}

// grow doubles the slots and places all values anew.
func (s *numbers) grow() {
	old := s.slots
	s.slots = make([]numberSlot, max(16, 2*len(old)))
	mask := uint64(len(s.slots) - 1)
	for _, v := range old {
		if v.meta == 0 {
			continue
		}
		i := numberKey{v.coef, v.scale()}.hash() & mask
		for s.slots[i].meta != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = v
	}
}

// written returns a number as it first stood in the input.
func (s *numbers) written(v numberSlot) []byte {
	key := numberKey{v.coef, v.scale()}
	if v.first() == isOdd {
		return s.odd[key]
	}
	coef := v.coef * int64(pow10[v.first()-key.scale])
	return appendFixed(nil, coef, int(v.first()))
}

// appendFixed appends coef / 10^scale with scale decimals.
func appendFixed(dst []byte, coef int64, scale int) []byte {
	if scale == 0 {
		return strconv.AppendInt(dst, coef, 10)
	}
	if coef < 0 {
		dst = append(dst, '-')
	}
	digits := strconv.AppendUint(nil, magnitude(coef), 10)
	for len(digits) <= scale {
		digits = append([]byte{'0'}, digits...)
	}
	dst = append(append(dst, digits[:len(digits)-scale]...), '.')
	return append(dst, digits[len(digits)-scale:]...)
}
