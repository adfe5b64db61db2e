package query

import (
	"slices"

	"github.com/itchyny/gojq"
)

// The functions here take a syntax tree and what "." is in it, and give the fast form of the
// expression, or ok = false where it isn't understood; then gojq runs it.

// top is a predicate of which any truthy output decides: here select may leave a row out, and
// == may have several literals on its right.
func top(q *gojq.Query, dot *operand) (_ *cond, ok bool) {
	if inner := inParens(q); inner != nil {
		return top(inner, dot)
	}
	if body := selects(q); body != nil {
		return selected(body, truth(dot), dot)
	}
	if !plainQuery(q) {
		return nil, false
	}
	switch q.Op {
	case gojq.OpPipe:
		return topPipe(q, dot)
	case gojq.OpEq:
		if list, ok := literals(q.Right, nil); ok && len(list) > 1 {
			a, ok := value(q.Left, dot)
			return &cond{op: condIn, a: a, list: list}, ok
		}
	}
	return condition(q, dot)
}

// topPipe is a pipe at the top: select(…) | rest, or what cond takes.
func topPipe(q *gojq.Query, dot *operand) (*cond, bool) {
	if body := selects(q.Left); body != nil {
		rest, ok := top(q.Right, dot)
		if !ok {
			return nil, false
		}
		return selected(body, rest, dot)
	}
	if o, ok := value(q.Left, dot); ok {
		c, ok := top(q.Right, o)
		return c, ok && c.leading().after(o)
	}
	return condition(q, dot)
}

// selected is select(body) | rest.
func selected(body *gojq.Query, rest *cond, dot *operand) (*cond, bool) {
	c, ok := condition(body, dot)
	return &cond{op: condAnd, l: c, r: rest}, ok
}

// cond is a predicate with one output.
func condition(q *gojq.Query, dot *operand) (_ *cond, ok bool) {
	if !plainQuery(q) {
		return nil, false
	}
	if q.Term != nil {
		return termCond(q, dot)
	}
	switch q.Op {
	case gojq.OpPipe:
		return pipe(q, dot)
	case gojq.OpAnd, gojq.OpOr:
		op := condAnd
		if q.Op == gojq.OpOr {
			op = condOr
		}
		l, lok := condition(q.Left, dot)
		r, rok := condition(q.Right, dot)
		return &cond{op: op, l: l, r: r}, lok && rok
	case gojq.OpEq, gojq.OpNe, gojq.OpLt, gojq.OpLe, gojq.OpGt, gojq.OpGe:
		a, aok := value(q.Left, dot)
		b, bok := value(q.Right, dot)
		return &cond{op: condCompare, cmp: q.Op, a: a, b: b}, aok && bok
	}
	o, ok := value(q, dot)
	return truth(o), ok
}

func pipe(q *gojq.Query, dot *operand) (*cond, bool) {
	if o, ok := value(q.Left, dot); ok {
		c, ok := condition(q.Right, o)
		return c, ok && c.leading().after(o)
	}
	name, args := call(q.Right)
	if name != "not" || len(args) > 0 {
		return nil, false
	}
	c, ok := condition(q.Left, dot)
	return &cond{op: condNot, l: c}, ok
}

func termCond(q *gojq.Query, dot *operand) (*cond, bool) {
	if inner := inParens(q); inner != nil {
		return condition(inner, dot)
	}
	if name, args := call(q); name != "" {
		if c, ok := callCond(name, args, dot); ok {
			return c, true
		}
	}
	o, ok := value(q, dot)
	return truth(o), ok
}

func truth(o *operand) *cond { return &cond{op: condTruth, a: o} }

// callCond is a call of one of the functions that give true or false.
func callCond(name string, args []*gojq.Query, dot *operand) (*cond, bool) {
	if name == "not" && len(args) == 0 {
		return &cond{op: condNot, l: truth(dot)}, true
	}
	if name == "IN" && len(args) == 1 {
		list, ok := literals(args[0], nil)
		return &cond{op: condIn, a: dot, list: list}, ok
	}
	if len(args) == 0 || len(args) > 2 {
		return nil, false
	}
	arg, ok := stringOf(args[0])
	if !ok {
		return nil, false
	}
	if name == "test" {
		return testCond(arg, args[1:], dot)
	}
	ops := map[string]condOp{
		"startswith": condStarts, "endswith": condEnds, "contains": condContains, "has": condHas,
	}
	op, ok := ops[name]
	if !ok || len(args) > 1 {
		return nil, false
	}
	c := &cond{op: op, a: dot, text: []byte(arg)}
	if op == condHas {
		if dot.op != opPath {
			return nil, false
		}
		c.b = pathOperand(append(dot.path[:len(dot.path):len(dot.path)], Step{Name: arg}))
	}
	return c, true
}

// testCond is test(RE) or test(RE; FLAGS), with gojq's flags: g means nothing here, i folds
// case, and m lets a dot match a newline.
func testCond(expr string, args []*gojq.Query, dot *operand) (*cond, bool) {
	if len(args) == 1 {
		flags, ok := stringOf(args[0])
		if !ok {
			return nil, false
		}
		for _, f := range flags {
			switch f {
			case 'g':
			case 'i':
				expr = "(?i)" + expr
			case 'm':
				expr = "(?s)" + expr
			default:
				return nil, false
			}
		}
	}
	m, err := newMatcher(expr)
	return &cond{op: condTest, a: dot, regexp: m}, err == nil
}

// operand is an expression with one output that is a value.
func value(q *gojq.Query, dot *operand) (_ *operand, ok bool) {
	if !plainQuery(q) {
		return nil, false
	}
	if v, ok := literal(q); ok {
		return &operand{op: opLiteral, lit: v}, true
	}
	switch {
	case q.Term != nil:
		return termOperand(q, dot)
	case q.Op == gojq.OpPipe:
		o, ok := value(q.Left, dot)
		if !ok {
			return nil, false
		}
		r, ok := value(q.Right, o)
		return r, ok && r.after(o)
	case q.Op == gojq.OpAlt:
		l, lok := value(q.Left, dot)
		r, rok := value(q.Right, dot)
		return &operand{op: opAlt, arg: l, alt: r}, lok && rok
	}
	return nil, false
}

func termOperand(q *gojq.Query, dot *operand) (*operand, bool) {
	if inner := inParens(q); inner != nil {
		return value(inner, dot)
	}
	if name, args := call(q); name != "" {
		ops := map[string]operandOp{
			"type": opType, "tostring": opToString, "length": opLength, "ascii_downcase": opLower,
		}
		op, ok := ops[name]
		return &operand{op: op, arg: dot}, ok && len(args) == 0
	}
	steps, ok := simplePath(q, nil)
	switch {
	case !ok || (Path{Steps: steps}).Each():
		return nil, false
	case len(steps) == 0:
		return dot, true
	case dot.op != opPath:
		return nil, false
	}
	return pathOperand(append(dot.path[:len(dot.path):len(dot.path)], steps...)), true
}

// leading is the operand that is evaluated first.
func (c *cond) leading() *operand {
	for c.l != nil {
		c = c.l
	}
	return c.a
}

// after reports whether evaluating o fails where evaluating dot does. In "dot | o" jq evaluates
// dot in any case, and what is here evaluates only what o needs.
func (o *operand) after(dot *operand) bool {
	for o != dot && o.arg != nil {
		o = o.arg
	}
	if o == dot || dot.op == opPath && len(dot.path) == 0 {
		return true
	}
	return dot.op == opPath && o.op == opPath && len(o.path) >= len(dot.path) &&
		slices.Equal(o.path[:len(dot.path)], dot.path)
}

func pathOperand(steps []Step) *operand { return &operand{op: opPath, path: steps} }
