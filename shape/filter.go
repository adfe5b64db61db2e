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
	r := input.Open(in, input.Options{
		From: p.From, Rows: p.place, Paths: p.paths, Kept: kept.Input(), Decoded: kept.Decoded,
	})
	l, err := p.readAll(r, kept)
	var damaged *input.DamageError
	if err != nil && (!errors.As(err, &damaged) || l.scanned == 0) {
		return nil, err
	}
	if err := l.queryFailed(); err != nil {
		return nil, err
	}
	l.from = newFetcher(kept, r.Form(), p.paths)
	if err := l.ordered(); err != nil {
		return nil, err
	}
	found := r.Found()
	res, e := l.result(r.Form(), found)
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
func (p *Plan) readAll(r *input.Reader, kept Kept) (*loop, error) {
	l := p.newLoop(kept, false)
	var row input.Row
	for {
		err := r.Next(&row)
		switch {
		case err == io.EOF:
			return l, nil
		case errors.Is(err, input.ErrAgain):
			kept.ResetSpans()
			kept.ResetPicks()
			l = p.newLoop(kept, false)
			continue
		case err != nil:
			return l, err
		}
		if l.scanned == 0 {
			l.sums.columnsAre(r.Form())
		}
		kept.AddSpan(row.Off, row.Len, row.Text)
		if err := l.take(&row); err != nil {
			return l, err
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
