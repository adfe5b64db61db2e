package shape

import (
	"errors"
	"fmt"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/query"
)

// loop takes rows in order of arrival: selects them, sums them up, and either offers them to the
// page or, when they are to be ordered, notes their sort keys.
type loop struct {
	*Plan
	page    *page
	project *projector
	locator *locator
	sums    *sums
	sorter  *query.Sorter
	ranks   ranks
	to      Kept // takes the rows of the result, in its order
	picks   bool // whether they aren't simply those of the input
	from    *fetcher

	scanned, matched int64
	failed           int64 // rows that the expression failed on
	unsorted         int64 // rows that a key of the order failed on
	cause            error

	live      live
	whereVals query.Values
	key       []byte
	ranked    []byte // a row's place in the result it was stored in, as a sort key
}

func (p *Plan) newLoop(to Kept, stored bool) *loop {
	l := &loop{
		Plan: p, to: to, picks: p.Derives(), page: p.newPage(),
		locator: newLocator(p.paths, p.slots),
		project: newProjector(p.paths, p.fields, p.Columns), sums: p.newSums(stored),
		live:      p.newLive(stored),
		whereVals: make(query.Values, len(p.parts.where)),
	}
	if p.order != nil {
		l.sorter = query.NewSorter(query.DefaultMemory, "")
	}
	return l
}

func (p *Plan) newPage() *page {
	return &page{
		count: p.Counter, budget: p.Budget, maxBytes: p.MaxBytes, keepAll: p.Whole,
		flat: p.Columns, from: p.Offset, limit: p.Limit,
	}
}

// take takes one row.
func (l *loop) take(r *input.Row) error {
	if !l.ranks.has(r.N) {
		return nil
	}
	l.scanned++
	values := l.locator.row(r)
	ok, err := l.matches(r, values)
	if !ok || err != nil {
		return err
	}
	n := l.matched
	l.matched++
	if l.matched == 1 {
		l.project.scalars, l.project.text = !isObject(r), r.Text
	}
	if err := l.place(r, values); err != nil {
		return err
	}
	if l.sorter == nil {
		l.sums.row(r, n, nil)
		l.pick(r.N)
		return l.show(r, n)
	}
	key := l.sortKey(r)
	l.sums.row(r, r.N, key)
	return l.sorter.Add(key, r.N)
}

func isObject(r *input.Row) bool {
	return !r.Text && len(r.Cells) > 0 && r.Cells[0].Kind == input.Object
}

// pick notes that row n of the input is the next row of the result.
func (l *loop) pick(n int64) {
	if l.picks {
		l.to.Pick(n)
	}
}

// sortKey returns what orders a row that was placed: its keys, or its place in the result it was
// stored in.
func (l *loop) sortKey(r *input.Row) []byte {
	if l.order != nil {
		return l.key
	}
	l.ranked = l.ranks.appendKey(l.ranked[:0], r.N)
	return l.ranked
}

// matches tells whether a row is selected. A row on which the expression fails is not.
func (l *loop) matches(r *input.Row, values query.Values) (bool, error) {
	if l.grep != nil && !l.grep.Match(grepped(r)) {
		return false, nil
	}
	if l.where == nil {
		return true, nil
	}
	ok, err := l.where.Match(pick(l.whereVals, values, l.parts.where), l.locator.raw(r))
	switch {
	case err == nil:
		return ok, nil
	case !errors.Is(err, query.ErrRow):
		return false, &QueryError{Rows: 1, Cause: err}
	}
	l.failed++
	if l.cause == nil {
		l.cause = err
	}
	return false, nil
}

// grepped returns the text of a row that a regular expression is matched with.
func grepped(r *input.Row) []byte {
	if r.Text {
		return input.ShownLine(nil, r.Bytes)
	}
	return r.Bytes
}

// show offers row n of the result to the page.
func (l *loop) show(r *input.Row, n int64) error {
	if !l.page.wants(n) {
		return nil
	}
	it, err := l.project.item(r)
	if err != nil {
		return fmt.Errorf("row %d: %w", n, err)
	}
	l.page.offer(it)
	return nil
}

// ordered goes through the sorted rows, in their order: they are the rows of the result, and
// those of the page are read back.
func (l *loop) ordered() error {
	if l.sorter == nil {
		return nil
	}
	defer l.sorter.Close()
	var row input.Row
	n := int64(0)
	for number, err := range l.sorter.Sorted() {
		if err != nil {
			return err
		}
		l.pick(number)
		if l.page.wants(n) {
			if err := l.from.row(number, &row); err != nil {
				return err
			}
			if err := l.show(&row, n); err != nil {
				return err
			}
			if err := l.note(&row); err != nil {
				return err
			}
		}
		n++
	}
	return nil
}

// rank returns the numbers in the result of rows by their numbers of arrival.
func (l *loop) rank(rows []int64) (map[int64]int64, error) {
	m := make(map[int64]int64, len(rows))
	if !l.picks {
		for _, n := range rows {
			m[n] = int64(l.ranks[n]) - 1
		}
		return m, nil
	}
	for _, n := range rows {
		m[n] = -1
	}
	i := int64(0)
	for n, err := range l.to.Picks() {
		if err != nil {
			return nil, err
		}
		if _, ok := m[n]; ok {
			m[n] = i
		}
		i++
	}
	return m, nil
}

// shownRow returns a row as the page would show it. n is what the row was summed up under.
func (l *loop) shownRow(n int64) []byte {
	var row input.Row
	if l.sorter == nil && l.picks {
		picked, err := l.to.Picked(n)
		if err != nil {
			return nil
		}
		n = picked
	} else if l.sorter == nil && l.ranks != nil {
		n = l.ranks.row(n)
	}
	if l.from.row(n, &row) != nil {
		return nil
	}
	it, err := l.project.item(&row)
	if err != nil {
		return nil
	}
	return input.Compact(nil, it.json)
}
