package query

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
)

// The key of a number is a byte for its sign, then, for all but zero, the exponent and the digits
// of 0.d₁d₂… × 10^exponent, of which d₁ isn't 0; complemented for a negative number. Two digits go
// into a byte, and a zero byte ends them. So 1.10, 1.1 and 11e-1 have one key, and a 19-digit
// integer takes 13 bytes. Exponents past ±2⁶² count as that.
const (
	signNegative byte = 1 + iota
	signZero
	signPositive
)

// Exponents up to this size take one byte, others nine.
const smallExponent = 100

func (e *encoder) number(dst, raw []byte) []byte {
	negative := raw[0] == '-'
	if negative {
		raw = raw[1:]
	}
	exponent := e.decimal(raw)
	if len(e.digits) == 0 {
		return append(dst, signZero)
	}
	if !negative {
		dst = appendExponent(append(dst, signPositive), exponent)
		return appendDigits(dst, e.digits)
	}
	dst = append(dst, signNegative)
	start := len(dst)
	dst = appendDigits(appendExponent(dst, exponent), e.digits)
	complement(dst[start:])
	return dst
}

// decimal puts the digits of an unsigned number, without zeros at either end, into e.digits and
// gives the exponent.
func (e *encoder) decimal(raw []byte) (exponent int64) {
	for i, c := range raw {
		if c|0x20 == 'e' {
			exponent = clampedInt(raw[i+1:])
			raw = raw[:i]
			break
		}
	}
	e.digits = e.digits[:0]
	point := false
	for _, c := range raw {
		switch {
		case c == '.':
			point = true
		case c != '0' || len(e.digits) > 0:
			e.digits = append(e.digits, c)
			if !point {
				exponent++
			}
		case point:
			exponent--
		}
	}
	e.digits = bytes.TrimRight(e.digits, "0")
	return exponent
}

// clampedInt reads an integer, and stops at ±2⁶².
func clampedInt(s []byte) int64 {
	n, err := strconv.ParseInt(string(s), 10, 64)
	if err != nil && len(s) == 0 {
		return 0
	}
	const most = math.MaxInt64 / 2
	return min(max(n, -most), most)
}

func appendExponent(dst []byte, n int64) []byte {
	switch {
	case n > smallExponent:
		return binary.BigEndian.AppendUint64(append(dst, 255), uint64(n))
	case n < -smallExponent:
		return binary.BigEndian.AppendUint64(append(dst, 0), uint64(n-math.MinInt64))
	}
	return append(dst, byte(128+n))
}

// appendDigits packs decimal digits by two.
func appendDigits(dst, digits []byte) []byte {
	dst = slices.Grow(dst, len(digits)/2+2)
	for len(digits) >= 2 {
		dst = append(dst, (digits[0]-'0')*10+(digits[1]-'0')+1)
		digits = digits[2:]
	}
	if len(digits) == 1 {
		dst = append(dst, (digits[0]-'0')*10+1)
	}
	return append(dst, 0)
}
