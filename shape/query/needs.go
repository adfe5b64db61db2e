package query

import "github.com/itchyny/gojq"

// minNeeded is the least length of a text worth searching for, in bytes.
const minNeeded = 3

// Needs returns a text that a row has in it if the predicate holds: of an object without a
// backslash that lacks it, Match gives false and no error. It is nil when there is none.
func (w *Where) Needs() []byte { return w.needs }

func (c *cond) needs() []byte {
	for c.op == condAnd {
		c = c.l // if that is false, the rest isn't looked at
	}
	if c.op != condCompare || c.cmp != gojq.OpEq {
		return nil
	}
	member, literal := c.a, c.b
	if member.op == opLiteral {
		member, literal = literal, member
	}
	if literal.op != opLiteral || literal.lit.kind != text || literal.lit.quoted ||
		len(literal.lit.raw) < minNeeded || !verbatim(literal.lit.raw) || !isMember(member) {
		return nil
	}
	return literal.lit.raw
}

// isMember tells whether an operand is a member of the row, which every object has or lacks.
func isMember(o *operand) bool {
	return o.op == opPath && len(o.path) == 1 && !o.path[0].Each
}

// verbatim tells whether there is only one way to write a text in JSON without a backslash.
func verbatim(s []byte) bool {
	for _, b := range s {
		if b < ' ' || b > '~' || b == '"' || b == '\\' {
			return false
		}
	}
	return true
}
