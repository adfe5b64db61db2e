package query

import (
	"bytes"
	"math"
	"math/big"
	"strconv"

	"github.com/itchyny/gojq"
)

// kind is the type of a value, in jq's order.
type kind uint8

const (
	null kind = iota
	no
	yes
	number
	text
	array
	object
	bad // no value: jq fails here
)

// kindOf tells the kind of JSON by its first byte.
func kindOf(raw []byte) kind {
	if len(raw) == 0 {
		return null
	}
	switch raw[0] {
	case 'n':
		return null
	case 'f':
		return no
	case 't':
		return yes
	case '"':
		return text
	case '[':
		return array
	case '{':
		return object
	case Bad[0]:
		return bad
	}
	return number
}

// typeNames are what jq's type says of each kind.
var typeNames = [...][]byte{
	null: []byte("null"), no: []byte("boolean"), yes: []byte("boolean"), number: []byte("number"),
	text: []byte("string"), array: []byte("array"), object: []byte("object"),
}

var nullText = typeNames[null]

// A num is a number as gojq sees it: an int, else (with a point or an exponent) a float64, ±Inf
// when out of its range, else a big integer.
type num struct {
	class numClass
	i     int64
	f     float64
	b     *big.Int
}

type numClass uint8

const (
	intNum numClass = iota
	floatNum
	bigNum
)

// parseNum reads a JSON number, or a literal of jq's, in the way gojq does.
func parseNum(raw []byte) num {
	if n, ok := shortNum(raw); ok {
		return n
	}
	s := string(raw)
	if bytes.ContainsAny(raw, ".eE") {
		f, _ := strconv.ParseFloat(s, 64) // ±Inf when out of range
		return num{class: floatNum, f: f}
	}
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return num{i: i}
	}
	b, ok := new(big.Int).SetString(s, 10)
	if !ok {
		b = new(big.Int) // not JSON
	}
	return num{class: bigNum, b: b}
}

// tens are the powers of ten that a float64 holds exactly and that shortNum needs.
var tens = [...]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18,
}

// shortNum reads a number of at most 18 digits without an exponent. With a point, its digits must
// be below 2⁵³: two exact floats, divided once, are as good as strconv.
func shortNum(raw []byte) (n num, ok bool) {
	s := bytes.TrimPrefix(raw, minus)
	digits, point := 0, -1
	for at, c := range s {
		switch {
		case c-'0' <= 9:
			n.i = n.i*10 + int64(c-'0')
			digits++
		case c == '.' && point < 0:
			point = at
		default:
			return num{}, false
		}
		if digits > 18 {
			return num{}, false
		}
	}
	if len(s) < len(raw) {
		n.i = -n.i
	}
	if point < 0 {
		return n, digits > 0
	}
	n.f = float64(n.i) / tens[len(s)-1-point]
	if n.i == 0 && len(s) < len(raw) {
		n.f = math.Copysign(0, -1)
	}
	return num{class: floatNum, f: n.f}, digits > 0 && -1<<53 < n.i && n.i < 1<<53
}

var minus = []byte("-")

// compareNum orders numbers as gojq does: integers exactly, and as float64 if either is one.
func compareNum(l, r num) int {
	switch {
	case l.class == intNum && r.class == intNum:
		return order(l.i, r.i)
	case l.class == floatNum || r.class == floatNum:
		return order(l.float(), r.float())
	}
	return l.big().Cmp(r.big())
}

func order[T int64 | float64](l, r T) int {
	switch {
	case l < r:
		return -1
	case l > r:
		return 1
	}
	return 0
}

func (n num) float() float64 {
	switch n.class {
	case intNum:
		return float64(n.i)
	case floatNum:
		return n.f
	}
	f, _ := gojq.ToFloat64(n.b)
	return f
}

func (n num) big() *big.Int {
	if n.class == bigNum {
		return n.b
	}
	return big.NewInt(n.i)
}
