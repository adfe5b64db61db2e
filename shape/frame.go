package shape

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolfit/toolfit/shape/query"
	"github.com/toolfit/toolfit/shape/stat"
)

// maxOmitted is how many names fields_omitted lists before it counts.
const maxOmitted = 20

// frame returns the frame around the first k items, with the parts that s leaves it.
func (f *fitting) frame(k int, s stage) frame {
	clipped, row, at := f.page.clippedIn(k)
	fr := frame{
		fail: f.fail, total: f.Total, returned: int64(k), offset: f.page.from, scanned: f.Scanned,
		clipped: clipped, rowsAt: f.found.RowsAt, more: f.found.More, columns: f.columns,
	}
	if f.found.Header != "" && s.warnings {
		fr.header = f.header()
	}
	f.way(&fr, k, row, at)
	if f.page.from == 0 && !f.record {
		f.pageOne(&fr, s)
	}
	if s.tail && f.page.from == 0 && fr.cursor != nil {
		fr.tail, fr.tailAt = f.tailBehind(int64(k))
	}
	if s.warnings && !f.record && (f.page.from == 0 || f.plan.after != nil) {
		fr.warnings = f.warningsWithin(f.limits.Tokens/10, fr.next != "" && fr.cursor != nil)
	}
	few := int64(k) == f.Total && f.Total <= 10 && !f.asked()
	if !few && (s.summary > 0 || f.Total > f.page.seen || f.page.cut) {
		c := f.summaryOf(s.summary)
		fr.summary, fr.dropped = c.object, c.dropped
	}
	return fr
}

// header returns the header line of a table as JSON, cut where it takes a fifth of the budget.
func (f *fitting) header() []byte {
	c := cutter{count: f.page.count}
	limit := f.limits.Tokens / 5
	return c.cut(nil, quoted(nil, f.found.Header), nil, limit, limit).out
}

// way says how what isn't shown is reached: the handle, the cursor, the next command.
func (f *fitting) way(fr *frame, k, row int, at spot) {
	if f.handle == nil {
		return
	}
	if !f.handle.Unnamed {
		fr.handle = &f.handle.Name
	}
	pos := f.page.from + int64(k)
	switch {
	case f.handle.Name == "":
		if pos < f.Total {
			fr.cursor = new(string)
		}
	case pos < f.Total:
		c := f.cursor(pos, k)
		fr.cursor = &c
		if c == "" { // a listing, and no store
			fr.handle = &c
			return
		}
		fr.next = f.words.Page(f.handle.Name, c, f.limits)
	case row >= 0 && f.words.Open != nil: // a listing has none
		n := f.base + f.page.from + int64(row)
		at = f.inSource(at)
		fr.next = f.words.Open(f.handle.Name, n, at.path, at.list, f.limits)
	}
}

// inSource turns a place in an item into one in the row that it shows. The path is "" if there is
// none, as for what an expression computed.
func (f *fitting) inSource(at spot) spot {
	steps, err := parseFieldPath(at.path)
	if err != nil || len(steps) == 0 || f.plan.fields == nil && !f.plan.Columns {
		return at
	}
	if f.plan.fields == nil && f.scalars { // the one column is the row itself
		return spot{cmp.Or(steps[1:].String(), "."), at.list}
	}
	i, rest := steps[0].index, steps[1:].String()
	if i < 0 {
		named := func(f query.Field) bool { return f.Name == steps[0].name }
		i = slices.IndexFunc(f.plan.fields, named)
	}
	switch {
	case f.plan.fields == nil && i < len(f.columns):
		return spot{fieldPath{{f.columns[i], -1}}.String() + rest, at.list}
	case i < 0 || i >= len(f.plan.fields) || f.plan.fields[i].Path == nil:
		return spot{}
	}
	path := f.plan.fields[i].Path
	if path.Each() { // the list is not one of the row's own
		return spot{path.JQ(), true}
	}
	return spot{path.JQ() + rest, at.list}
}

// cursor names the place before row pos, which is behind the first k items.
func (f *fitting) cursor(pos int64, k int) string {
	if p := f.position(k); p != nil && f.handle.Live != nil {
		return f.handle.Live(p)
	}
	return f.handle.Cursor(pos)
}

// pageOne adds what only the first page of a result says.
func (f *fitting) pageOne(fr *frame, s stage) {
	if s.filter && f.limits.Tokens >= 800 && fr.next != "" && fr.cursor != nil && rarest(f.fields) != "" {
		fr.filter = f.words.Select(f.handle.Name, rarest(f.fields), f.limits)
	}
	if s.omitted && len(f.omitted) > 0 {
		fr.omitted = f.omitted
	}
	if s.upstream {
		fr.upstream = f.upstreamWithin(f.limits.Tokens / 10)
	}
}

// upstreamWithin returns the wrapper's scalars, as many as take at most n tokens.
func (f *fitting) upstreamWithin(n int) []Member {
	var list []Member
	for _, m := range f.found.Upstream {
		more := append(list, Member{m.Name, m.Raw})
		if f.page.count.Count(object(nil, more)) <= n {
			list = more
		}
	}
	return list
}

// warningsWithin returns the warnings, as many as take at most n tokens, and how many more there
// are. Where there is a next page they tell why that has no live cursor.
func (f *fitting) warningsWithin(n int, next bool) []string {
	all := f.Warnings
	if next && f.live.why != "" || f.live.skips {
		all = slices.Concat([]string{f.live.why}, all)
	}
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

// choice is a summary as printed, and how many fields it leaves out.
type choice struct {
	object  []byte
	dropped int
}

// summaryOf returns as much of the summary as takes at most share percent of the budget.
func (f *fitting) summaryOf(share int) choice {
	limit := f.limits.Tokens * share / 100
	if f.only() {
		limit = f.room
	}
	c, ok := f.chosen[limit]
	if !ok {
		c = f.choose(limit)
		if f.chosen == nil {
			f.chosen = map[int]choice{}
		}
		f.chosen[limit] = c
	}
	return c
}

// choose fits the fields into a line of at most limit tokens.
func (f *fitting) choose(limit int) choice {
	around := f.page.count.Count([]byte("\"summary\":{},\n")) - 1
	if limit <= around || len(f.fields) == 0 {
		return choice{nil, len(f.fields)}
	}
	object, dropped := stat.Fit(f.fields, limit-around, f.page.count.Count)
	return choice{object, dropped}
}
