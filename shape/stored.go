package shape

import (
	"github.com/toolfit/toolfit/shape/input"
)

// A Target takes the rows of a result that is read out of another, in their order.
type Target interface {
	Pick(n int64)
}

// Read answers from a stored result. With a selection or an order that its handle doesn't have,
// all its rows are looked at and to takes the rows of the new result; else only those of the page
// are read.
func (p *Plan) Read(a Artifact, m *Meta, to Target) (*Result, error) {
	if p.Fields == "" && m.Fields != "" {
		p.Fields = m.Fields
		if err := p.compileFields(); err != nil {
			return nil, err
		}
	}
	l := p.newLoop(to.Pick)
	from := newFetcher(a, m.Form, p.paths)
	if !p.Derives() && !p.sumsRows() {
		return l.readPage(a, from, m)
	}
	return l.readAll(a, from, m)
}

// Derives tells whether the rows of the result differ from those of the handle, or their order.
func (p *Plan) Derives() bool { return p.Selects() || p.order != nil }

// readPage reads the rows of the page, and no others.
func (l *loop) readPage(a Artifact, from *fetcher, m *Meta) (*Result, error) {
	l.scanned, l.matched = a.Len(), a.Len()
	var row input.Row
	for i := l.Offset; i < a.Len() && l.page.wants(i); i++ {
		n, err := a.Pick(i)
		if err != nil {
			return nil, err
		}
		if err := from.row(n, &row); err != nil {
			return nil, err
		}
		if err := l.show(&row, i); err != nil {
			return nil, err
		}
	}
	return l.stored(m)
}

// readAll looks at all rows of the handle, in order of arrival.
func (l *loop) readAll(a Artifact, from *fetcher, m *Meta) (_ *Result, err error) {
	if l.ranks, err = ranksOf(a); err != nil {
		return nil, err
	}
	if l.order == nil && !l.ranks.ascending() {
		l.sorter = newSorter()
	}
	var row input.Row
	for n := range a.Rows() {
		if !l.ranks.has(n) {
			continue
		}
		if err := from.row(n, &row); err != nil {
			return nil, err
		}
		if err := l.take(&row); err != nil {
			return nil, err
		}
	}
	if l.where != nil && l.failed > 0 && l.failed == l.scanned {
		return nil, &QueryError{Rows: l.failed, Cause: l.cause}
	}
	if err := l.ordered(from); err != nil {
		return nil, err
	}
	return l.stored(m)
}
