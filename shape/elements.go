package shape

import (
	"bytes"
	"io"

	"github.com/toolfit/toolfit/shape/input"
)

// Elements finds other rows in what is stored, at the request's place: in row n of a result, or
// with n < 0 in its input as a whole. The members of an object that is row n are the rows at ".".
// They become a result of their own, whose rows to takes.
func (p *Plan) Elements(a Artifact, m *Meta, n int64, to Kept) (*Result, error) {
	r := region{size: a.Size(), body: a.Body(false), to: to}
	from := m.Form.Format
	if n >= 0 {
		if err := r.narrow(a, m, n); err != nil {
			return nil, err
		}
		from = "json"
	}
	return p.filter(origin{
		in: io.NewSectionReader(r.body, r.off, r.size), from: from, kept: &r, keep: r.keep,
		copied: r.copied, stored: true, record: n >= 0,
	}, to)
}

// A region is the part of a stored body that rows are looked for in.
type region struct {
	off, size int64
	body      io.ReaderAt
	copied    bool // the body isn't the input: rows have to be copied
	to        Kept

	written int64
}

// narrow makes one row the region.
func (r *region) narrow(a Artifact, m *Meta, n int64) error {
	if n >= a.Len() {
		return &NoRowError{Row: n, Total: a.Len()}
	}
	number, err := a.Picked(n)
	if err != nil {
		return err
	}
	off, length, text, err := a.Span(number)
	if err != nil {
		return err
	}
	if m.Form.Columns != nil && length <= input.MaxRow {
		return r.record(newFetcher(a, m.Form, input.NewPaths()), number)
	}
	if text || m.Form.Columns != nil {
		return &UsageError{"the row has no list in it"}
	}
	r.off, r.size, r.copied = off, length, m.Form.Body != 0
	r.body = a.Body(r.copied)
	return nil
}

// record makes a record of a table the region: the object that it stands for.
func (r *region) record(from *fetcher, number int64) error {
	var row input.Row
	if err := from.row(number, &row); err != nil {
		return err
	}
	object := bytes.Clone(row.Bytes)
	r.off, r.size, r.copied, r.body = 0, int64(len(object)), true, bytes.NewReader(object)
	return nil
}

// keep notes where in the stored body a row lies that was found in the region.
func (r *region) keep(row *input.Row, decoded bool) error {
	switch {
	case decoded:
		r.to.AddSpan(row.Off, row.Len, row.Text)
	case !r.copied:
		r.to.AddSpan(r.off+row.Off, row.Len, row.Text)
	default:
		into := r.to.Decoded()
		off := into.Size()
		part := io.NewSectionReader(r.body, r.off+row.Off, row.Len)
		if _, err := io.Copy(into, part); err != nil {
			return err
		}
		r.to.AddSpan(off, row.Len, row.Text)
	}
	return nil
}

// Write takes what the reader of the region keeps: it is there already.
func (r *region) Write(p []byte) (int, error) {
	r.written += int64(len(p))
	return len(p), nil
}

// ReadAt reads from the region.
func (r *region) ReadAt(p []byte, off int64) (int, error) {
	return io.NewSectionReader(r.body, r.off, r.size).ReadAt(p, off)
}

// Size returns how much of the region has been read.
func (r *region) Size() int64 { return r.written }
