package shape

import "fmt"

// maxOmitted is how many names fields_omitted lists before it counts.
const maxOmitted = 20

// frame returns the frame around the first k items, with the parts that s leaves it.
func (f *fitting) frame(k int, s stage) frame {
	clipped, row, at := f.page.clippedIn(k)
	fr := frame{
		fail: f.fail, total: f.Total, returned: int64(k), offset: f.page.from, scanned: f.Scanned,
		clipped: clipped, rowsAt: f.found.RowsAt, more: f.found.More, columns: f.columns,
	}
	if f.found.Header != "" {
		fr.header = &f.found.Header
	}
	f.way(&fr, k, row, at)
	if f.page.from == 0 {
		f.pageOne(&fr, s)
	}
	c := f.summaryOf(s.summary)
	fr.summary, fr.dropped = c.members, c.dropped
	return fr
}

// way says how what isn't shown is reached: the handle, the cursor, the next command.
func (f *fitting) way(fr *frame, k, row int, at spot) {
	if f.handle == nil {
		return
	}
	fr.handle = &f.handle.Name
	pos := f.page.from + int64(k)
	switch {
	case f.handle.Name == "":
		if pos < f.Total {
			fr.cursor = new(string)
		}
	case pos < f.Total:
		c := f.handle.Cursor(pos)
		fr.cursor = &c
		fr.next = f.words.Page(f.handle.Name, c, f.budget)
	case row >= 0:
		n := f.page.from + int64(row)
		fr.next = f.words.Open(f.handle.Name, n, at.path, at.list, f.budget)
	}
}

// pageOne adds what only the first page of a result says.
func (f *fitting) pageOne(fr *frame, s stage) {
	if s.filter && f.budget >= 800 && fr.next != "" && fr.cursor != nil && rarest(f.fields) != "" {
		fr.filter = f.words.Select(f.handle.Name, rarest(f.fields), f.budget)
	}
	if s.omitted && len(f.omitted) > 0 {
		fr.omitted = f.omitted
	}
	if s.upstream {
		fr.upstream = f.upstreamWithin(f.budget / 10)
	}
	if s.warnings {
		fr.warnings = f.warningsWithin(f.budget / 10)
	}
}

// upstreamWithin returns the wrapper's scalars, as many as take at most n tokens.
func (f *fitting) upstreamWithin(n int) []Member {
	var list []Member
	for _, m := range f.found.Upstream {
		more := append(list, Member{m.Name, m.JSON})
		if f.page.count.Count(members(nil, more)) <= n {
			list = more
		}
	}
	return list
}

// warningsWithin returns the warnings, as many as take at most n tokens, and how many more there
// are.
func (f *fitting) warningsWithin(n int) []string {
	all := f.Warnings
	for k := len(all); k > 0; k-- {
		list := all[:k:k]
		if k < len(all) {
			list = append(list, fmt.Sprintf("%d more warnings", len(all)-k))
		}
		if f.page.count.Count(texts(nil, list)) <= n {
			return list
		}
	}
	return nil
}

// choice is a summary as printed.
type choice struct {
	members []Member
	dropped int
}

// summaryOf returns as much of the summary as takes at most share percent of the budget.
func (f *fitting) summaryOf(share int) choice {
	key := share<<32 | f.budget
	if c, ok := f.chosen[key]; ok {
		return c
	}
	limit := f.budget * share / 100
	if f.only() {
		limit = f.budget
	}
	c := f.choose(limit)
	if f.chosen == nil {
		f.chosen = map[int]choice{}
	}
	f.chosen[key] = c
	return c
}

// choose fits fields in the order of their importance: first the shortest form of as many as
// there is room for, those that say little last, then longer forms, in the same order.
func (f *fitting) choose(limit int) choice {
	if limit == 0 || len(f.fields) == 0 {
		return choice{nil, len(f.fields)}
	}
	s := newSelection(f.page.count, f.fields, limit)
	for _, trivial := range []bool{false, true} {
		for i := range f.fields {
			if f.fields[i].Trivial == trivial {
				s.try(i, len(f.fields[i].Forms)-1)
			}
		}
	}
	for i := range f.fields {
		s.lengthen(i, f.fields[i].Normal)
	}
	for i := range f.fields {
		s.lengthen(i, 0)
	}
	return s.choice()
}
