package shape

import (
	"errors"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/query"
)

// Read answers from a stored result. With a selection or an order that its handle doesn't have,
// all its rows are looked at, and to takes the rows of the new result; else only those of the page
// are read.
func (p *Plan) Read(a Artifact, m *Meta, to Kept) (*Result, error) {
	l, err := p.open(a, m, to)
	if err != nil {
		return nil, err
	}
	if p.hasSummary(m) {
		l.sums = nil
	}
	if l.sums == nil && !p.Derives() {
		return l.readPage(a, m)
	}
	return l.readStored(a, m)
}

// hasSummary tells whether the summary that is asked for was stored with the result.
func (p *Plan) hasSummary(m *Meta) bool {
	return p.Ask == Ask{} && !p.Renames(m) && m.Summary != nil
}

// Recount reads all rows of a stored result and sums them up, whatever is kept of a summary.
func (p *Plan) Recount(a Artifact, m *Meta, to Kept) (*Result, error) {
	p.Limit = 0
	l, err := p.open(a, m, to)
	if err != nil {
		return nil, err
	}
	return l.readStored(a, m)
}

// Inherit takes the fields that a stored result has, unless others are asked for.
func (p *Plan) Inherit(m *Meta) error {
	if p.Fields != "" || m.Fields == "" {
		return nil
	}
	p.Fields = m.Fields
	return p.compileFields()
}

// open makes ready to read a stored result.
func (p *Plan) open(a Stored, m *Meta, to Kept) (*loop, error) {
	if err := p.Inherit(m); err != nil {
		return nil, err
	}
	l := p.newLoop(to, true)
	l.from = newFetcher(a, m.Form, p.paths)
	l.project.fixed, l.project.scalars, l.project.text = m.Names, m.Scalars, m.Text
	if len(m.Names) > maxColumns {
		l.project.fixed = m.Names[:maxColumns]
	}
	return l, nil
}

// Derives tells whether the rows of the result differ from those it is made from, or their order.
func (p *Plan) Derives() bool { return p.Selects() || p.order != nil }

// Renames tells whether the result is another one than that of the handle it is read from.
func (p *Plan) Renames(m *Meta) bool { return p.Derives() || p.Fields != m.Fields }

// readPage reads the rows of the page, and no others. Where one can't be read, the rows before it
// come back with the error.
func (l *loop) readPage(a Artifact, m *Meta) (*Result, error) {
	l.scanned, l.matched = a.Len(), a.Len()
	if l.after != nil {
		var err error
		if l.page.from, err = l.search(a); err != nil {
			return nil, err
		}
		l.began()
	}
	var row input.Row
	for i := l.Offset; i < a.Len() && l.page.wants(i); i++ {
		if err := l.fetch(a, i, &row); err != nil && l.page.seen == 0 {
			return nil, err
		} else if err != nil {
			r, e := l.stored(m)
			return r, errors.Join(err, e)
		}
		if err := l.show(&row, i); err != nil {
			return nil, err
		}
	}
	r, err := l.stored(m)
	if err == nil {
		r.lines = l.textLines(a.Picked)
	}
	return r, err
}

// needed returns what the next row must have to be selected, nil if it is to be looked at in
// any case: the first row is, as it tells what kind of rows there are, and so are all where it
// matters which fields they have.
func (l *loop) needed() []byte {
	if l.scanned == 0 || l.where == nil || l.live.by != nil {
		return nil
	}
	return l.where.Needs()
}

// readStored looks at all rows of the handle, in order of arrival. Where one can't be read, those
// selected before it come back with the error, if they are in that order too.
func (l *loop) readStored(a Artifact, m *Meta) (_ *Result, err error) {
	if l.ranks, err = ranksOf(a); err != nil {
		return nil, err
	}
	if l.order == nil && !l.ranks.ascending() {
		l.sorter = query.NewSorter(query.DefaultMemory, "")
	}
	var row input.Row
	for n := range a.Rows() {
		if !l.ranks.has(n) {
			continue
		}
		has, err := l.from.rowWith(n, l.needed(), &row)
		if err != nil && (l.order != nil || l.sorter != nil || l.page.seen == 0) {
			return nil, err
		} else if err != nil {
			r, e := l.stored(m)
			return r, errors.Join(err, e)
		}
		if !has {
			l.scanned++
			continue
		}
		l.sums.begin(m.Form, &row)
		if err := l.take(&row); err != nil {
			return nil, err
		}
	}
	if err := l.queryFailed(); err != nil {
		return nil, err
	}
	if err := l.settle(); err != nil {
		return nil, err
	}
	if err := l.ordered(); err != nil {
		return nil, err
	}
	l.began()
	return l.stored(m)
}
