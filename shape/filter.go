package shape

import (
	"errors"
	"io"

	"github.com/toolfit/toolfit/shape/input"
)

// Filter reads a fresh input to its end, keeps it, and returns what there is to print. When the
// input is damaged or the source reports an error, both a result and an error may come back; the
// result then holds the complete rows.
func (p *Plan) Filter(in io.Reader, kept Kept) (*Result, error) {
	return p.filter(origin{
		in: in, from: p.From, kept: kept.Input(),
		keep: func(r *input.Row, _ bool) error {
			kept.AddSpan(r.Off, r.Len, r.Text)
			return nil
		},
	}, kept)
}

// An origin is what rows are found in: a fresh input, or a part of a stored one.
type origin struct {
	in     io.Reader
	from   string
	kept   input.Body                             // where in is kept
	keep   func(r *input.Row, decoded bool) error // notes where a row lies
	copied bool                                   // keep copies rows to the decoded ones
	stored bool                                   // the rows are read out of a stored result
	record bool                                   // in is one row
}

func (p *Plan) filter(o origin, to Kept) (*Result, error) {
	r := input.Open(o.in, input.Options{
		From: o.from, Rows: p.place, Paths: p.paths, Kept: o.kept, Decoded: to.Decoded,
		Members: o.record,
	})
	l, form, err := p.readAll(r, o, to)
	var damaged *input.DamageError
	if err != nil && (!errors.As(err, &damaged) || l.scanned == 0) {
		return nil, err
	}
	if err := l.queryFailed(); err != nil {
		return nil, err
	}
	l.from = newFetcher(to, form, p.paths)
	if err := l.settle(); err != nil {
		return nil, err
	}
	if err := l.ordered(); err != nil {
		return nil, err
	}
	l.began()
	found := r.Found()
	res, e := l.result(form, found)
	if e != nil {
		return nil, e
	}
	if err == nil && found.IsError {
		err = ErrUpstream
	}
	res.partial = res.partial || err != nil
	return res, err
}

// readAll takes all rows. It begins again when the input turns out to be something else.
func (p *Plan) readAll(r *input.Reader, o origin, to Kept) (l *loop, form input.Form, err error) {
	l = p.newLoop(to, o.stored)
	var row input.Row
	for {
		err := r.Next(&row)
		if form = r.Form(); o.copied {
			form.Body = 1
		}
		switch {
		case err == io.EOF:
			return l, form, nil
		case errors.Is(err, input.ErrAgain):
			to.ResetSpans()
			to.ResetPicks()
			l = p.newLoop(to, o.stored)
			continue
		case err != nil:
			return l, form, err
		}
		if l.scanned == 0 {
			l.sums.begin(form, &row)
		}
		if err := o.keep(&row, r.Form().Body != 0); err != nil {
			return l, form, err
		}
		if err := l.take(&row); err != nil {
			return l, form, err
		}
	}
}

// queryFailed returns an error if the expression failed on every row.
func (l *loop) queryFailed() error {
	if l.failed > 0 && l.failed == l.scanned {
		return &QueryError{Rows: l.failed, Cause: l.cause}
	}
	return nil
}
