package token

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

const maxInt = math.MaxInt

// A FactorError is returned for a factor that is no positive decimal number, or one with too many
// digits to be exact.
type FactorError struct {
	Name   string // of the tokenizer
	Factor string
}

func (e *FactorError) Error() string {
	return fmt.Sprintf("read tokenizer %s: bad factor %.40q", e.Name, e.Factor)
}

// A ratio is tokens per unit, num/den in lowest terms, both over 0.
type ratio struct{ num, den uint64 }

var one = ratio{1, 1}

// parseRatio reads a decimal number such as 3.5. ok is false unless it is over 0 and numerator and
// denominator fit in 63 bits.
func parseRatio(s string) (r ratio, ok bool) {
	for _, c := range s {
		if (c < '0' || c > '9') && c != '.' {
			return ratio{}, false
		}
	}
	x, ok := new(big.Rat).SetString(s)
	if !ok || len(s) > 40 {
		return ratio{}, false
	}
	return newRatio(x)
}

func newRatio(x *big.Rat) (r ratio, ok bool) {
	if x.Sign() <= 0 || !x.Num().IsInt64() || !x.Denom().IsInt64() {
		return ratio{}, false
	}
	return ratio{x.Num().Uint64(), x.Denom().Uint64()}, true
}

func (r ratio) times(s ratio) (ratio, bool) {
	return newRatio(new(big.Rat).Mul(r.rat(), s.rat()))
}

func (r ratio) rat() *big.Rat {
	num, den := new(big.Int).SetUint64(r.num), new(big.Int).SetUint64(r.den)
	return new(big.Rat).SetFrac(num, den)
}

// ceil returns n times r, rounded up. n must not be negative. Results over maxInt are maxInt.
func (r ratio) ceil(n int) int {
	if r == one {
		return n
	}
	q, rest := mulDiv(uint64(n), r.num, r.den)
	if q < maxInt && rest > 0 {
		q++
	}
	return int(q)
}

// floorInverse returns the largest m with r.ceil(m) <= n: n over r, rounded down.
func (r ratio) floorInverse(n int) int {
	if r == one || n == maxInt {
		return n
	}
	q, _ := mulDiv(uint64(n), r.den, r.num)
	return int(q)
}

// mulDiv returns a*b/c and the remainder, or maxInt if the quotient is larger.
func mulDiv(a, b, c uint64) (q, rest uint64) {
	hi, lo := bits.Mul64(a, b)
	if hi >= c {
		return maxInt, 0
	}
	q, rest = bits.Div64(hi, lo, c)
	if q > maxInt {
		return maxInt, 0
	}
	return q, rest
}
