package shape

import (
	"bufio"
	"errors"
	"io"

	"github.com/toolfit/toolfit/shape/input"
)

// Stream writes the rows of a stored result, or those selected, one JSON value a line: as many as
// the request's offset and limit say, whole, and not bounded by a budget.
func (p *Plan) Stream(a Artifact, m *Meta, to Kept, w io.Writer) error {
	p.Summary, p.Ask = "none", Ask{}
	l, err := p.open(a, m, to)
	if err != nil {
		return err
	}
	next := a.Picked
	total := a.Len()
	if p.Derives() {
		l.page.limit = 0
		if _, err := l.readStored(a, m); err != nil {
			return err
		}
		next, total = to.Picked, l.matched
	} else if p.after != nil {
		if p.Offset, err = l.search(a); err != nil {
			return err
		}
	}
	from := p.Offset
	if from > total {
		return &NoRowError{Row: from, Total: total}
	}
	return l.write(w, from, total, next)
}

// StreamElements writes the rows that Elements finds, as Stream does.
func (p *Plan) StreamElements(a Artifact, m *Meta, n int64, to Kept, w io.Writer) error {
	p.Summary, p.Ask = "none", Ask{}
	r, err := p.Elements(a, m, n, to)
	if err != nil {
		return err
	}
	found := r.Meta()
	l, err := p.open(to, &found, to)
	if err != nil {
		return err
	}
	next := func(i int64) (int64, error) { return i, nil }
	if r.picks {
		next = to.Picked
	}
	return l.write(w, r.page.from, r.Total, next)
}

// write writes rows of a result of end rows, from a place on, as many as are asked for; where one
// can't be read, those before it. next tells which row the result's row i is.
func (l *loop) write(to io.Writer, from, end int64, next func(i int64) (int64, error)) error {
	if l.Limit >= 0 {
		end = min(end, from+l.Limit)
	}
	w := bufio.NewWriterSize(to, 64<<10)
	var row input.Row
	var text []byte
	for i := from; i < end; i++ {
		n, err := next(i)
		if err == nil {
			err = l.from.row(n, &row)
		}
		if err == nil && row.Large {
			err = l.writeLarge(w, &row)
		} else if err == nil {
			text, err = l.writeRow(w, &row, text[:0])
		}
		if err != nil {
			return errors.Join(err, w.Flush())
		}
	}
	return w.Flush()
}

// writeRow writes a row that is held whole, by way of a buffer that it returns.
func (l *loop) writeRow(w *bufio.Writer, row *input.Row, buf []byte) ([]byte, error) {
	it, err := l.project.item(row)
	if err != nil {
		return buf, err
	}
	buf = append(input.Compact(buf, it.json), '\n')
	_, err = w.Write(buf)
	return buf, err
}

// writeLarge writes a row that is longer than what is held: as it is stored, or not at all.
func (l *loop) writeLarge(w *bufio.Writer, row *input.Row) error {
	if l.fields != nil || l.Columns || row.Text || l.from.form.Columns != nil {
		return &UsageError{"a row is over 4 MiB: take whole rows (-f .), or --to raw"}
	}
	if err := input.CompactTo(w, io.NewSectionReader(l.from.body, row.Off, row.Len)); err != nil {
		return err
	}
	return w.WriteByte('\n')
}

// Lookup returns a function that reads row n of a stored result, whole, as a page shows it where it
// fits. What it returns is valid until the next call.
func (p *Plan) Lookup(a Artifact, m *Meta) (func(n int64) ([]byte, error), error) {
	p.Summary, p.Ask = "none", Ask{}
	l, err := p.open(a, m, nil)
	if err != nil {
		return nil, err
	}
	var row input.Row
	var text []byte
	return func(n int64) ([]byte, error) {
		if err := l.fetch(a, n, &row); err != nil {
			return nil, err
		}
		it, err := l.project.item(&row)
		if err != nil {
			return nil, err
		}
		text = input.Compact(text[:0], it.json)
		return text, nil
	}, nil
}
