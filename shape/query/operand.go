package query

import (
	"bytes"
	"unicode/utf8"

	"github.com/itchyny/gojq"
)

// An operand is an expression with exactly one output: a path, a literal, or one of a few
// functions of an operand.
type operand struct {
	op   operandOp
	slot int      // opPath
	path []Step   // opPath
	lit  val      // opLiteral
	arg  *operand // of a function; the left side of //
	alt  *operand // the right side of //
}

type operandOp uint8

const (
	opPath operandOp = iota
	opLiteral
	opType
	opToString
	opLength
	opLower
	opAlt
)

// A val is a value that an operand has on a row.
type val struct {
	kind   kind
	quoted bool   // raw is JSON still, though a string
	raw    []byte // JSON; of a string its text, decoded into buf if need be
	num    num    // of a number that has no raw
	buf    *[]byte
}

// decode makes the raw of a string its text.
func (v *val) decode() {
	if v.quoted {
		v.raw, *v.buf = stringText(v.raw, *v.buf)
		v.quoted = false
	}
}

// number is the value of a number.
func (v *val) number() num {
	if v.raw != nil {
		return parseNum(v.raw)
	}
	return v.num
}

// textVal is a string.
func textVal(s []byte) val { return val{kind: text, raw: s} }

func (v *val) truthy() bool { return v.kind > no }

// verdict is what comes of a fast evaluation.
type verdict uint8

const (
	done   verdict = iota
	fails          // jq fails
	unsure         // gojq has to say
)

// load evaluates the operand. buf is where its text is decoded, if it is asked for, and lies until
// the next use.
func (o *operand) load(vals Values, buf *[]byte) (val, verdict) {
	switch o.op {
	case opPath:
		return loadPath(vals[o.slot], buf)
	case opLiteral:
		return o.lit, done
	case opAlt:
		v, verdict := o.arg.load(vals, buf)
		if verdict != done || v.truthy() {
			return v, verdict
		}
		return o.alt.load(vals, buf)
	}
	v, verdict := o.arg.load(vals, buf)
	if verdict != done {
		return v, verdict
	}
	return o.apply(v, buf)
}

func loadPath(raw []byte, buf *[]byte) (v val, _ verdict) {
	v = val{kind: kindOf(raw), raw: raw, buf: buf}
	if v.kind == bad {
		return v, fails
	}
	v.quoted = v.kind == text
	return v, done
}

// apply is the function of the operand on v.
func (o *operand) apply(v val, buf *[]byte) (val, verdict) {
	switch o.op {
	case opType:
		return textVal(typeNames[v.kind]), done
	case opToString:
		return toString(v)
	case opLower:
		if v.kind != text {
			return v, fails
		}
		v.decode()
		*buf = appendLower((*buf)[:0], v.raw)
		return textVal(*buf), done
	}
	return length(v)
}

// toString is tostring. A number is text as it was written.
func toString(v val) (val, verdict) {
	switch v.kind {
	case text:
		return v, done
	case array, object:
		return v, unsure
	case null:
		return textVal(nullText), done
	}
	if v.raw == nil {
		return v, unsure // a literal
	}
	return textVal(v.raw), done
}

// length is that of strings, arrays, null and empty objects; the others are left to gojq.
func length(v val) (val, verdict) {
	n := 0
	switch v.kind {
	case null:
	case no, yes:
		return v, fails
	case text:
		v.decode()
		n = utf8.RuneCount(v.raw)
	case array:
		n = elements(v.raw)
	default:
		if v.kind == number || !emptyContainer(v.raw) {
			return v, unsure
		}
	}
	return val{kind: number, num: num{i: int64(n)}}, done
}

func elements(raw []byte) (n int) {
	for s := (scanner{raw, 1}); s.more(']'); n++ {
		s.skip()
	}
	return n
}

// appendLower is ascii_downcase. dst may be the buffer that s lies in.
func appendLower(dst, s []byte) []byte {
	for _, c := range s {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

// emptyContainer tells whether an array or object has nothing in it.
func emptyContainer(raw []byte) bool {
	for _, c := range raw[1:] {
		switch c {
		case ' ', '\t', '\n', '\r':
		default:
			return c == ']' || c == '}'
		}
	}
	return true
}

// compareVal orders values as gojq does. Arrays and objects are compared if they are the same
// bytes or if one is empty.
func compareVal(l, r *val) (int, verdict) {
	if l.kind != r.kind {
		return int(l.kind) - int(r.kind), done
	}
	switch l.kind {
	case number:
		return compareNum(l.number(), r.number()), done
	case text:
		l.decode()
		r.decode()
		return bytes.Compare(l.raw, r.raw), done
	case array, object:
		return compareContainers(l.raw, r.raw)
	}
	return 0, done
}

func compareContainers(l, r []byte) (int, verdict) {
	le, re := emptyContainer(l), emptyContainer(r)
	switch {
	case le && re, bytes.Equal(l, r):
		return 0, done
	case le:
		return -1, done
	case re:
		return 1, done
	}
	return 0, unsure
}

// holds tells whether "l op r" does, given the order of the two.
func holds(op gojq.Operator, order int) bool {
	switch op {
	case gojq.OpEq:
		return order == 0
	case gojq.OpNe:
		return order != 0
	case gojq.OpLt:
		return order < 0
	case gojq.OpLe:
		return order <= 0
	case gojq.OpGt:
		return order > 0
	}
	return order >= 0
}
