package stat

import (
	"math/big"
	"math/bits"
	"strings"
)

// maxExponent bounds the numbers whose sum is kept: those with more digits than this before or
// behind the point take the sum with them, which is then left out, so that 1e999999999 costs
// nothing. Twice the range of a double.
const maxExponent = 1000

// sum adds numbers exactly: those of up to 18 digits into one 128-bit integer for each number of
// decimals, which 2^63 rows can't overflow, the others into an integer of any size.
type sum struct {
	small [maxDigits + 1]int128
	large *big.Int // times 10^-scale
	scale int
	lost  bool
}

type int128 struct {
	hi int64
	lo uint64
}

// add adds a number that is fast.
func (s *sum) add(n *num) {
	a := &s.small[n.scale]
	lo, carry := bits.Add64(a.lo, uint64(n.coef), 0)
	a.lo = lo
	a.hi += n.coef>>63 + int64(carry)
}

func (s *sum) addLarge(n *number) {
	if len(n.digits) == 0 || s.lost {
		return
	}
	decimals := int64(len(n.digits)) - n.exp
	if s.lost = n.vast || n.exp > maxExponent || decimals > maxExponent; s.lost {
		s.large = nil
		return
	}
	v, _ := new(big.Int).SetString(string(n.digits), 10)
	if n.neg {
		v.Neg(v)
	}
	s.plus(v, int(decimals))
}

// plus adds v × 10^-scale.
func (s *sum) plus(v *big.Int, scale int) {
	if s.large == nil {
		s.large = new(big.Int)
	}
	switch {
	case scale > s.scale:
		s.large.Mul(s.large, tenTo(scale-s.scale))
		s.scale = scale
	case scale < s.scale:
		v = new(big.Int).Mul(v, tenTo(s.scale-scale))
	}
	s.large.Add(s.large, v)
}

func tenTo(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// total returns the sum as a JSON number without superfluous zeros, or "" if it was not kept.
func (s *sum) total() string {
	if s.lost {
		return ""
	}
	for scale, a := range s.small {
		if a != (int128{}) {
			v := new(big.Int).Lsh(big.NewInt(a.hi), 64)
			s.plus(v.Add(v, new(big.Int).SetUint64(a.lo)), scale)
			s.small[scale] = int128{}
		}
	}
	if s.large == nil {
		return "0"
	}
	return decimal(s.large, s.scale)
}

// decimal writes v × 10^-scale.
func decimal(v *big.Int, scale int) string {
	digits, sign := v.String(), ""
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	if scale <= 0 {
		return sign + digits
	}
	if len(digits) <= scale {
		digits = strings.Repeat("0", scale+1-len(digits)) + digits
	}
	point := len(digits) - scale
	decimals := strings.TrimRight(digits[point:], "0")
	if decimals == "" {
		return sign + digits[:point]
	}
	return sign + digits[:point] + "." + decimals
}
