package shape

import "github.com/toolfit/toolfit/shape/input"

// Record returns one row of a stored result in detail: whole, unless fields are asked for.
func (p *Plan) Record(a Artifact, m *Meta, n int64) (*Result, error) {
	p.Offset, p.Limit = 0, 1
	p.Summary, p.Ask = "none", Ask{}
	l := p.newLoop(nil, true)
	l.from = newFetcher(a, m.Form, p.paths)
	l.project.fixed, l.project.scalars = m.Names, m.Scalars
	var row input.Row
	if err := l.fetch(a, n, &row); err != nil {
		return nil, err
	}
	if err := l.show(&row, 0); err != nil {
		return nil, err
	}
	l.scanned, l.matched = 1, 1
	r := l.common(m.Form, input.Found{}, m.Names, 0)
	r.record, r.base = true, n
	r.Warnings = l.warnings()
	return r, nil
}

// fetch reads the handle's row n.
func (l *loop) fetch(a Artifact, n int64, row *input.Row) error {
	if n < 0 || n >= a.Len() {
		return &NoRowError{Row: n, Total: a.Len()}
	}
	number, err := a.Picked(n)
	if err != nil {
		return err
	}
	return l.from.row(number, row)
}
