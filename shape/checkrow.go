package shape

import (
	"bytes"
	"strings"

	"github.com/toolfit/toolfit/shape/input"
)

// Shows tells whether an item is a row as it is (cut is then false), or the row with values cut.
// Both are compact JSON. An item that is too large to be taken apart is taken for what it says.
func Shows(item, row []byte) (shows, cut bool) {
	if bytes.Equal(item, row) {
		return true, false
	}
	var m matcher
	paths := input.NewPaths()
	if input.Scan(item, paths, &m.item) != nil || input.Scan(row, input.NewPaths(), &m.row) != nil {
		return false, false
	}
	if m.item.Large || m.row.Large {
		return true, true
	}
	return m.match(0, 0), true
}

// A matcher compares a cut item with its row.
type matcher struct{ item, row input.Row }

// match compares value i of the item with value j of the row.
func (m *matcher) match(i, j int32) bool {
	a, b := &m.item.Cells[i], &m.row.Cells[j]
	switch {
	case a.Kind != b.Kind:
		return false
	case a.Kind == input.Object:
		return m.members(i, j)
	case a.Kind == input.Array:
		return m.elements(i, j)
	case bytes.Equal(m.item.Value(a), m.row.Value(b)):
		return true
	}
	head, cut := strings.CutSuffix(unquoted(m.item.Value(a)), ellipsis)
	return a.Kind == input.String && cut && strings.HasPrefix(unquoted(m.row.Value(b)), head)
}

// members wants the first members of the object in the row, in their order. Others say how large one
// was.
func (m *matcher) members(i, j int32) bool {
	at := j + 1
	for k := i + 1; k < m.item.Cells[i].Next; k = m.item.Cells[k].Next {
		name := keyOf(&m.item, k)
		switch more := at < m.row.Cells[j].Next; {
		case more && keyOf(&m.row, at) == name:
			if !m.match(k, at) {
				return false
			}
			at = m.row.Cells[at].Next
		case !tellsSize(name):
			return false
		}
	}
	return true
}

// tellsSize tells whether a name may be that of a member that says how large another one was.
func tellsSize(name string) bool {
	for _, suffix := range []string{"_bytes", "_returned", "_total"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}

// elements wants each element of the array at its place in the row; the last may say how many there
// were.
func (m *matcher) elements(i, j int32) bool {
	at := j + 1
	for k := i + 1; k < m.item.Cells[i].Next; k = m.item.Cells[k].Next {
		cell := &m.item.Cells[k]
		last := cell.Next == m.item.Cells[i].Next
		if last && cell.Kind == input.String && endsCut(m.item.Value(cell)) {
			return true
		}
		if at >= m.row.Cells[j].Next || !m.match(k, at) {
			return false
		}
		at = m.row.Cells[at].Next
	}
	return true
}
