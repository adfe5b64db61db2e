package shape

import (
	"bytes"
	"strings"

	"github.com/toolfit/toolfit/shape/input"
)

// clips checks that as many values are told to be cut as have a sign of it. Rows may have come in
// with such signs: where the envelope has a handle, its rows tell. What has none was never cut.
func (c *checker) clips() {
	sure, possible, known := 0, 0, true
	for _, p := range c.items {
		s, m, ok := cutSigns(c.text[p.start:p.end])
		sure, possible, known = sure+s, possible+m, known && ok
	}
	if !known || c.pieces {
		return
	}
	if c.at("columns") == nil && int64(possible) < c.clipped {
		c.breaks("clipped", "clipped is %d, and %d values look cut", c.clipped, possible)
	}
	if c.handle != nil && int64(sure) > c.clipped && int64(c.newSigns()) > c.clipped {
		c.breaks("clipped", "clipped is %d, and %d values are cut", c.clipped, sure)
	}
}

// newSigns returns how many signs the items have that their rows don't.
func (c *checker) newSigns() (n int) {
	var row func(int64) []byte
	if c.o.Source != nil {
		row = c.o.Source(unquoted(c.handle), c.total)
	}
	for i, p := range c.items {
		s, _, _ := cutSigns(c.text[p.start:p.end])
		if row != nil && s > 0 {
			whole := row(c.offset + int64(i))
			if whole == nil {
				continue
			}
			had, _, _ := cutSigns(whole)
			s = max(s-had, 0)
		}
		n += s
	}
	return n
}

// cutSigns counts the signs of cut values in an item. sure are those that say of a value before them
// that it had more than is there; possible is no less than the values that are cut. ok is false if
// the item is too large to be looked at.
func cutSigns(item []byte) (sure, possible int, ok bool) {
	var row input.Row
	if input.Scan(item, input.NewPaths(), &row) != nil || row.Large {
		return 0, 0, false
	}
	s := signs{row: &row}
	for i := range row.Cells {
		s.at(int32(i))
	}
	return s.sure, s.possible, true
}

// signs counts in one row.
type signs struct {
	row            *input.Row
	sure, possible int
}

func (s *signs) at(i int32) {
	cell := &s.row.Cells[i]
	name := ""
	if cell.Key >= 0 {
		name = keyOf(s.row, i)
	}
	value := s.row.Value(cell)
	switch {
	case cell.Kind == input.String && endsCut(value):
		s.possible++
		if n := s.told(i, name, "_bytes"); n > int64(input.TextSize(value)-len(ellipsis)) {
			s.sure++
		}
	case cell.Kind == input.Array && name != "" && s.told(i, name, "_returned") == s.children(i) &&
		s.told(cell.Next, name, "_total") > s.children(i):
		s.sure++
	case cell.Kind == input.Object && name != "" && s.told(i, name, "_members_total") > s.children(i):
		s.sure++
	case cell.Kind == input.Number &&
		(strings.HasSuffix(name, "_returned") || strings.HasSuffix(name, "_members_total")):
		s.possible++
	}
}

// endsCut tells whether a JSON string ends like one that was cut, or like the last element of a list
// that was.
func endsCut(value []byte) bool {
	text := input.Unquote(nil, value)
	return bytes.HasSuffix(text, []byte(ellipsis)) ||
		bytes.HasPrefix(text, []byte(ellipsis)) && bytes.HasSuffix(text, []byte(" in all"))
}

// told returns the number that the member behind value i says of the member called name, or -1.
func (s *signs) told(i int32, name, suffix string) int64 {
	next := s.row.Cells[i].Next
	if int(next) >= len(s.row.Cells) || s.row.Cells[next].Key < 0 || name == "" {
		return -1
	}
	have := keyOf(s.row, next)
	for strings.HasPrefix(have, "toolfit_") && have != name+suffix {
		have = have[len("toolfit_"):]
	}
	if have != name+suffix {
		return -1
	}
	return countOf(s.row.Value(&s.row.Cells[next]))
}

func (s *signs) children(i int32) (n int64) {
	for j := i + 1; j < s.row.Cells[i].Next; j = s.row.Cells[j].Next {
		n++
	}
	return n
}
