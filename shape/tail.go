package shape

import (
	"slices"

	"github.com/toolfit/toolfit/shape/input"
)

// tailBehind returns the last lines of a text, those behind its first k rows: whole, and at most a
// quarter of the budget. at is the number of the first of them. Rows that are no lines have none.
func (f *fitting) tailBehind(k int64) (list []item, at int64) {
	if f.lines == nil {
		return nil, 0
	}
	if f.tailed != f.limits.Tokens {
		f.tail, f.tailed = f.lastLines(f.limits.Tokens/4), f.limits.Tokens
	}
	n := min(int64(len(f.tail)), f.Total-k)
	if n <= 0 {
		return nil, 0
	}
	list = slices.Clone(f.tail[:n])
	slices.Reverse(list)
	return list, f.Total - n
}

// lastLines reads lines from the end on, as many as have room.
func (f *fitting) lastLines(room int) (list []item) {
	room -= f.page.count.Count([]byte(",\"tail\":[\n],\"tail_offset\":1000000"))
	for i := f.Total - 1; i >= 0 && room > 0; i-- {
		text, ok := f.lines(i)
		if !ok || len(text) > f.page.maxBytes/4 || !f.page.count.Fits(text, room) {
			break
		}
		it := item{text: text}
		f.page.measure(&it)
		if room -= it.comma; room < 0 {
			break
		}
		list = append(list, it)
	}
	return list
}

// textLines returns the function that reads line i of a result whose rows are lines of text, nil if
// they are something else. number gives the row of the input that is row i of the result.
func (l *loop) textLines(number func(i int64) (int64, error)) func(i int64) ([]byte, bool) {
	if !l.project.text || l.project.fields != nil || l.Columns {
		return nil
	}
	return func(i int64) ([]byte, bool) {
		var row input.Row
		n, err := number(i)
		if err != nil || l.from.row(n, &row) != nil || !row.Text || row.Large {
			return nil, false
		}
		return appendLine(nil, row.Bytes), true
	}
}

// number returns the row of the input that is row i of the result.
func (l *loop) number(i int64) (int64, error) {
	if l.picks {
		return l.to.Picked(i)
	}
	return i, nil
}
