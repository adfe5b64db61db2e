package query

import (
	"math/big"

	"github.com/itchyny/gojq"
)

// plainQuery tells whether q defines and binds nothing.
func plainQuery(q *gojq.Query) bool {
	return q != nil && len(q.FuncDefs) == 0 && len(q.Imports) == 0 && q.Meta == nil &&
		len(q.Patterns) == 0
}

// inParens is what stands in the parentheses that are all of q, or nil.
func inParens(q *gojq.Query) *gojq.Query {
	if !plainQuery(q) || q.Term == nil || q.Term.Type != gojq.TermTypeQuery {
		return nil
	}
	if len(q.Term.SuffixList) > 0 {
		return nil
	}
	return q.Term.Query
}

// call is the name and the arguments of the call that q is, or "".
func call(q *gojq.Query) (name string, args []*gojq.Query) {
	if !plainQuery(q) || q.Term == nil || q.Term.Type != gojq.TermTypeFunc {
		return "", nil
	}
	if len(q.Term.SuffixList) > 0 {
		return "", nil
	}
	return q.Term.Func.Name, q.Term.Func.Args
}

// selects is the condition if q is a call of select, or nil.
func selects(q *gojq.Query) *gojq.Query {
	if name, args := call(q); name == "select" && len(args) == 1 {
		return args[0]
	}
	return nil
}

// literals are the values of a list of literals with commas between them.
func literals(q *gojq.Query, list []val) ([]val, bool) {
	if inner := inParens(q); inner != nil {
		return literals(inner, list)
	}
	if plainQuery(q) && q.Op == gojq.OpComma {
		list, ok := literals(q.Left, list)
		if !ok {
			return nil, false
		}
		return literals(q.Right, list)
	}
	v, ok := literal(q)
	return append(list, v), ok
}

// literal is the value that q is a literal of: null, a boolean, a string, a number with or
// without a minus, an empty array or object.
func literal(q *gojq.Query) (val, bool) {
	if !plainQuery(q) || q.Term == nil || len(q.Term.SuffixList) > 0 {
		return val{}, false
	}
	switch t := q.Term; t.Type {
	case gojq.TermTypeNull:
		return val{kind: null}, true
	case gojq.TermTypeFalse:
		return val{kind: no}, true
	case gojq.TermTypeTrue:
		return val{kind: yes}, true
	case gojq.TermTypeNumber:
		return val{kind: number, num: parseNum([]byte(t.Number))}, true
	case gojq.TermTypeUnary:
		return signed(t.Unary)
	case gojq.TermTypeString:
		s, ok := stringOf(q)
		return val{kind: text, raw: []byte(s)}, ok
	case gojq.TermTypeArray:
		return val{kind: array, raw: []byte("[]")}, t.Array.Query == nil
	case gojq.TermTypeObject:
		return val{kind: object, raw: []byte("{}")}, len(t.Object.KeyVals) == 0
	}
	return val{}, false
}

// signed is the value of a number with a sign.
func signed(u *gojq.Unary) (val, bool) {
	if u.Term.Type != gojq.TermTypeNumber || len(u.Term.SuffixList) > 0 {
		return val{}, false
	}
	n := parseNum([]byte(u.Term.Number))
	if u.Op == gojq.OpSub {
		n.i, n.f = -n.i, -n.f
		if n.class == bigNum {
			n.b = new(big.Int).Neg(n.b)
		}
	}
	return val{kind: number, num: n}, true
}

// stringOf is the string that q is a literal of.
func stringOf(q *gojq.Query) (string, bool) {
	if q == nil || q.Term == nil || len(q.FuncDefs) > 0 || len(q.Term.SuffixList) > 0 {
		return "", false
	}
	if q.Term.Type != gojq.TermTypeString || q.Term.Str.Queries != nil {
		return "", false
	}
	return q.Term.Str.Str, true
}
