package shape

import (
	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/query"
)

// locator finds the wanted values of a row among its cells. What it returns is valid until the
// next row.
type locator struct {
	paths  *input.Paths
	slots  []int32
	slotOf []int16 // by path id; -1: not located
	seen   []bool  // by path id, of the paths in the request: whether any row had it
	values query.Values
	line   []byte // a line of text as a JSON string
}

// newLocator locates the paths in slots. All paths that the request names have their ids already.
func newLocator(paths *input.Paths, slots []int32) *locator {
	n := paths.Len()
	l := &locator{
		paths: paths, slots: slots, values: make(query.Values, len(slots)),
		slotOf: make([]int16, n), seen: make([]bool, n),
	}
	for i := range l.slotOf {
		l.slotOf[i] = -1
	}
	for i, id := range slots {
		l.slotOf[id] = int16(i)
	}
	return l
}

// row returns the located values of a row, by slot.
func (l *locator) row(r *input.Row) query.Values {
	clear(l.values)
	if r.Text {
		l.line = appendLine(l.line[:0], r.Bytes)
	}
	for i := range r.Cells {
		c := &r.Cells[i]
		if uint32(c.Path) >= uint32(len(l.slotOf)) || c.Flags&input.Dup != 0 {
			continue
		}
		l.seen[c.Path] = true
		if slot := l.slotOf[c.Path]; slot >= 0 {
			l.values[slot] = r.Value(c)
		}
	}
	for i, v := range l.values {
		if v == nil {
			l.values[i] = l.nowhere(r, l.slots[i])
		}
	}
	return l.values
}

// nowhere tells what jq makes of a path that no cell has: null, or a failure where the path goes
// through a value that has no members.
func (l *locator) nowhere(r *input.Row, id int32) []byte {
	if r.Cells == nil {
		if id == 0 {
			return l.line
		}
		return query.Bad
	}
	for id != 0 {
		id = l.paths.Parent(id)
		if c := lastCell(r, id); c != nil {
			if c.Kind == input.Object || c.Kind == input.Null {
				return nil
			}
			return query.Bad
		}
	}
	return nil
}

// lastCell returns the cell at a path, the last if a name was given twice, or nil.
func lastCell(r *input.Row, id int32) *input.Cell {
	for i := len(r.Cells) - 1; i >= 0; i-- {
		if r.Cells[i].Path == id && r.Cells[i].Flags&input.Dup == 0 {
			return &r.Cells[i]
		}
	}
	return nil
}

// pick returns the values of some of the slots, in their order.
func pick(dst, all query.Values, slots []int) query.Values {
	for i, slot := range slots {
		dst[i] = all[slot]
	}
	return dst
}

// raw returns the row as JSON: a line of text as the string that is shown.
func (l *locator) raw(r *input.Row) []byte {
	if r.Text {
		return l.line
	}
	return r.Bytes
}

// appendLine appends a line of text as a JSON string, without the escapes that colour it.
func appendLine(dst, line []byte) []byte {
	return input.AppendString(dst, input.ShownLine(nil, line))
}
