package stat

import (
	"bytes"
	"math/bits"
	"strconv"
)

// num is the value of a number: coef / 10^scale if fast; else it takes a number to hold it.
type num struct {
	coef     int64 // at most maxDigits digits
	scale    uint8 // at most maxDigits
	fast     bool
	odd      bool // not written as coef with scale decimals, but as -0, 1e3 or the like
	fraction bool // written with a point, or with an exponent that leaves decimals
}

// number is a decimal number of any size: 0.digits × 10^exp. Its digits begin and end with
// another digit than 0; zero has none.
type number struct {
	neg    bool
	vast   bool // the exponent has more than 17 digits; exp is not the whole of it
	exp    int64
	digits []byte
}

// maxDigits is how many digits always fit an int64.
const maxDigits = 18

// plain reads a number without exponent and of at most maxDigits characters behind the sign;
// n.fast tells if it could.
func plain(raw []byte) (n num) {
	i, end := 0, len(raw)
	neg := end > 0 && raw[0] == '-'
	if neg {
		i++
	}
	if end-i > maxDigits {
		return n
	}
	v, point := int64(0), -1
	for ; i < end; i++ {
		d := raw[i] - '0'
		if d <= 9 {
			v = v*10 + int64(d)
			continue
		}
		if raw[i] != '.' {
			return n
		}
		point = i
	}
	n.coef, n.fast = v, true
	if point >= 0 {
		n.scale, n.fraction = uint8(end-point-1), true
	}
	if neg {
		n.coef = -v
		n.odd = v == 0
	}
	return n
}

// num returns a number as a num, which is fast if the value is of a usual size.
func (b *number) num() num {
	size := int64(len(b.digits))
	n := num{fraction: b.exp < size}
	n.fast = !b.vast && size <= maxDigits && b.exp <= maxDigits && size-b.exp <= maxDigits
	if !n.fast {
		return n
	}
	n.odd = true
	for _, d := range b.digits {
		n.coef = n.coef*10 + int64(d-'0')
	}
	if b.exp < size {
		n.scale = uint8(size - b.exp)
	} else {
		n.coef *= int64(pow10[b.exp-size])
	}
	if b.neg {
		n.coef = -n.coef
	}
	return n
}

// parts takes any JSON number apart. The digits are appended to buf.
func parts(raw, buf []byte) number {
	n := number{digits: buf}
	i, leading := 0, true
	if raw[0] == '-' {
		n.neg = true
		i++
	}
	point := false
	for ; i < len(raw) && raw[i] != 'e' && raw[i] != 'E'; i++ {
		switch b := raw[i]; {
		case b == '.':
			point = true
		case leading && b == '0':
			if point {
				n.exp--
			}
		default:
			leading = false
			n.digits = append(n.digits, b)
			if !point {
				n.exp++
			}
		}
	}
	n.digits = bytes.TrimRight(n.digits, "0")
	if len(n.digits) == 0 {
		return number{digits: n.digits}
	}
	if i < len(raw) {
		n.raise(raw[i+1:])
	}
	return n
}

// raise adds the exponent as written.
func (n *number) raise(exp []byte) {
	digits := bytes.TrimLeft(bytes.TrimLeft(exp, "+-"), "0")
	if len(digits) > 17 {
		n.vast = true
		digits = digits[:17]
	}
	e, _ := strconv.ParseInt(string(digits), 10, 64)
	if exp[0] == '-' {
		e = -e
	}
	n.exp += e
}

func (n *number) compare(m *number) int {
	if a, b := n.sign(), m.sign(); a != b || a == 0 {
		return a - b
	}
	c := bytes.Compare(n.digits, m.digits)
	switch {
	case n.exp < m.exp:
		c = -1
	case n.exp > m.exp:
		c = 1
	}
	return c * n.sign()
}

func (n *number) sign() int {
	switch {
	case len(n.digits) == 0:
		return 0
	case n.neg:
		return -1
	}
	return 1
}

// maxPlain is how many digits before or behind the point a canonical number may have to be written
// without exponent.
const maxPlain = 64

// canonical appends a form that only numbers of the same value have.
func (n *number) canonical(dst []byte) []byte {
	if len(n.digits) == 0 {
		return append(dst, '0')
	}
	if n.neg {
		dst = append(dst, '-')
	}
	size := int64(len(n.digits))
	switch {
	case n.vast, n.exp > maxPlain, size-n.exp > maxPlain:
		dst = append(append(dst, n.digits...), 'e')
		return strconv.AppendInt(dst, n.exp, 10)
	case n.exp <= 0:
		dst = append(append(dst, "0."...), zeros[:-n.exp]...)
		return append(dst, n.digits...)
	case n.exp >= size:
		return append(append(dst, n.digits...), zeros[:n.exp-size]...)
	}
	dst = append(append(dst, n.digits[:n.exp]...), '.')
	return append(dst, n.digits[n.exp:]...)
}

var zeros = bytes.Repeat([]byte{'0'}, maxPlain)

var pow10 = func() (p [19]uint64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * 10
	}
	return p
}()

// compareFast compares two numbers that are fast.
func compareFast(a, b *num) int {
	if a.scale == b.scale {
		switch {
		case a.coef < b.coef:
			return -1
		case a.coef > b.coef:
			return 1
		}
		return 0
	}
	if a.scale > b.scale {
		return -compareFast(b, a)
	}
	if (a.coef < 0) != (b.coef < 0) {
		return 1 - 2*int(uint64(a.coef)>>63)
	}
	hi, lo := bits.Mul64(magnitude(a.coef), pow10[b.scale-a.scale])
	c, m := 0, magnitude(b.coef)
	switch {
	case hi > 0 || lo > m:
		c = 1
	case lo < m:
		c = -1
	}
	if a.coef < 0 {
		return -c
	}
	return c
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// isNumber tells whether b is a number as JSON writes it (RFC 8259, section 6).
func isNumber(b []byte) bool {
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	n := countDigits(b)
	if n == 0 || n > 1 && b[0] == '0' {
		return false
	}
	b = b[n:]
	if len(b) > 0 && b[0] == '.' {
		if n = countDigits(b[1:]); n == 0 {
			return false
		}
		b = b[1+n:]
	}
	if len(b) > 0 && b[0]|0x20 == 'e' {
		b = b[1:]
		if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
			b = b[1:]
		}
		return len(b) > 0 && countDigits(b) == len(b)
	}
	return len(b) == 0
}

func countDigits(b []byte) int {
	n := 0
	for n < len(b) && b[n]-'0' <= 9 {
		n++
	}
	return n
}
