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

// parseNum reads a JSON number in the way gojq reads a json.Number.
func parseNum(raw []byte) num {
	if i, ok := shortInt(raw); ok {
		return num{i: i}
	}
	s := string(raw)
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return num{i: i}
	}
	if bytes.ContainsAny(raw, ".eE") {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil && f == 0 {
			f = math.Inf(1)
		}
		return num{class: floatNum, f: f}
	}
	b, _ := new(big.Int).SetString(s, 10)
	return num{class: bigNum, b: b}
}

// shortInt reads an integer of at most 18 digits.
func shortInt(raw []byte) (i int64, ok bool) {
	digits := raw
	if len(raw) > 0 && raw[0] == '-' {
		digits = raw[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	for _, c := range digits {
		if c -= '0'; c > 9 {
			return 0, false
		} else {
			i = i*10 + int64(c)
		}
	}
	if len(digits) < len(raw) {
		i = -i
	}
	return i, true
}

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
