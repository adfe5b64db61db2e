package input

import (
	"fmt"
	"io"
)

// A Form says how a stored span becomes a row again. It is kept with the rows, as JSON.
type Form struct {
	Format  string   `json:"format"`            // as --from takes it
	RowsAt  string   `json:"rows_at,omitempty"` // where they were found; empty at the root
	Body    int      `json:"body,omitempty"`    // that spans are in: 0 the input, 1 the decoded one
	Columns []Column `json:"columns,omitempty"` // of records
	Delim   string   `json:"delim,omitempty"`   // between the cells of a record
	CR      bool     `json:"cr,omitempty"`      // a bare CR ends a record
}

// Found is what was found around the rows.
type Found struct {
	RowsAt   string     // where they are, as --rows takes it; empty at the root
	Upstream []Upstream // small scalars beside them
	More     bool       // the source says that it has more than this
	Record   bool       // the row is a record, to be shown in detail
	IsError  bool       // a tool's result that says it is an error
	Header   string     // of a fixed-width table
	Warnings []string   // with counts
}

// An Upstream is a member of what wraps the rows: its name, and its value as it came.
type Upstream struct {
	Name string
	Raw  []byte
}

// Row makes a row of raw, the bytes of span s, which must be valid as long as the row is. It is
// the row that Next gave.
func (f Form) Row(n int64, s Span, raw []byte, p *Paths, row *Row) error {
	switch {
	case s.Text:
		*row = Row{Bytes: raw}
		if len(raw) > MaxRow {
			var whole shownSize
			whole.add(raw, true)
			row.abridge(raw[:MaxRow], whole.n)
		}
	case f.Columns != nil:
		rec := records{buf: raw, err: io.EOF, delim: f.Delim[0], cr: f.CR, one: true}
		if err := rec.next(); err != nil {
			return fmt.Errorf("read record: %w", err)
		}
		var buf []byte
		if err := f.record(&rec, &buf, p, row); err != nil {
			return err
		}
	default:
		if err := Scan(raw, p, row); err != nil {
			return err
		}
	}
	row.N, row.Span = n, s
	return nil
}

// Read is Row for a span of a body. A row longer than MaxRow is never held whole.
func (f Form) Read(n int64, s Span, body io.ReaderAt, p *Paths, row *Row) error {
	if s.Len <= MaxRow {
		raw := make([]byte, s.Len)
		if _, err := body.ReadAt(raw, s.Off); err != nil && err != io.EOF {
			return err
		}
		return f.Row(n, s, raw, p, row)
	}
	d := doc{at: body, off: s.Off, size: s.Len}
	var err error
	switch {
	case s.Text:
		err = readLine(d.open(d.off), s.Len, row)
	case f.Columns != nil:
		var buf []byte
		rec := newRecords(d, f.Delim[0], f.CR)
		rec.one = true
		if err = rec.next(); err == nil {
			err = f.record(rec, &buf, p, row)
		}
	default:
		sp := NewSplitter(d.open(d.off), p)
		sp.Cells = true
		sp.At(nil, true)
		err = sp.Next(row)
	}
	row.N, row.Span = n, s
	return err
}
