package query

import (
	"bytes"

	"github.com/itchyny/gojq"
)

// A cond is a predicate with exactly one output, or, at the top, one that is true if any output
// is truthy.
type cond struct {
	op     condOp
	cmp    gojq.Operator // of condCompare
	l, r   *cond         // of condAnd, condOr, condNot
	a, b   *operand
	list   []val   // of condIn
	text   []byte  // of condStarts, condEnds, condContains
	regexp matcher // of condTest
}

type condOp uint8

const (
	condTruth condOp = iota
	condCompare
	condAnd
	condOr
	condNot
	condIn
	condHas // b is the member that a has or not
	condStarts
	condEnds
	condContains
	condTest
)

// eval evaluates the predicate on a row. bufs are where the strings of a comparison are decoded.
func (c *cond) eval(vals Values, bufs *[2][]byte) (bool, verdict) {
	switch c.op {
	case condAnd, condOr:
		ok, v := c.l.eval(vals, bufs)
		if v != done || ok == (c.op == condOr) {
			return ok, v
		}
		return c.r.eval(vals, bufs)
	case condNot:
		ok, v := c.l.eval(vals, bufs)
		return !ok, v
	}
	a, v := c.a.load(vals, &bufs[0])
	if v != done {
		return false, v
	}
	switch c.op {
	case condTruth:
		return a.truthy(), done
	case condCompare:
		return c.compare(&a, vals, bufs)
	case condIn:
		return c.in(&a)
	case condHas:
		return c.has(&a, vals)
	}
	return c.matchText(&a)
}

func (c *cond) compare(a *val, vals Values, bufs *[2][]byte) (bool, verdict) {
	if c.b.op == opLiteral {
		n, v := compareVal(a, &c.b.lit)
		return holds(c.cmp, n), v
	}
	b, v := c.b.load(vals, &bufs[1])
	if v != done {
		return false, v
	}
	n, v := compareVal(a, &b)
	return holds(c.cmp, n), v
}

func (c *cond) in(a *val) (bool, verdict) {
	for i := range c.list {
		if n, v := compareVal(a, &c.list[i]); v != done || n == 0 {
			return n == 0, v
		}
	}
	return false, done
}

func (c *cond) has(a *val, vals Values) (bool, verdict) {
	switch a.kind {
	case null:
		return false, done
	case object:
		return vals[c.b.slot] != nil, done
	}
	return false, fails
}

func (c *cond) matchText(a *val) (bool, verdict) {
	if a.kind != text {
		return false, fails
	}
	a.decode()
	switch c.op {
	case condStarts:
		return bytes.HasPrefix(a.raw, c.text), done
	case condEnds:
		return bytes.HasSuffix(a.raw, c.text), done
	case condContains:
		return bytes.Contains(a.raw, c.text), done
	}
	return c.regexp.match(a.raw), done
}
