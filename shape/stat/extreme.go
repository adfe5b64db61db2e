package stat

import "bytes"

// extreme is the smallest or the largest number of a column: as written in the row that comes
// first in the order of the handle.
type extreme struct {
	num
	raw   []byte // nil: none so far
	n     int64  // arrival number of the row
	order []byte
}

// beats tells whether a number of the row at hand takes the place of x: it is larger (side 1) or
// smaller (-1), or it is equal and its row comes first.
func (t *Table) beats(n *num, raw []byte, x *extreme, side int) bool {
	c := 0
	if n.fast && x.fast {
		c = compareFast(n, &x.num)
	} else {
		c = t.compareRaw(raw, x.raw)
	}
	if c == 0 {
		o := bytes.Compare(t.order, x.order)
		return o < 0 || o == 0 && t.n < x.n
	}
	return c == side
}

func (t *Table) keep(x *extreme, n *num, raw []byte) {
	x.num = *n
	x.raw = append(x.raw[:0], raw...)
	x.n = t.n
	x.order = append(x.order[:0], t.order...)
}

// compareRaw compares two numbers as written.
func (t *Table) compareRaw(a, b []byte) int {
	x := parts(a, t.digits[0][:0])
	y := parts(b, t.digits[1][:0])
	t.digits[0], t.digits[1] = x.digits, y.digits
	c := x.compare(&y)
	return min(max(c, -1), 1)
}
