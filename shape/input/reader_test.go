package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// A memBody is a Body in memory.
type memBody struct{ b []byte }

func (m *memBody) Write(p []byte) (int, error) { m.b = append(m.b, p...); return len(p), nil }
func (m *memBody) Size() int64                 { return int64(len(m.b)) }
func (m *memBody) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(m.b).ReadAt(p, off)
}

// A reading is all that comes of an input.
type reading struct {
	rows  []string // compact JSON, or for lines what is shown, as a JSON string
	spans []Span
	raw   []string // Bytes of the rows
	form  Form
	found Found
	err   error // nil at io.EOF
	again int
}

// read reads in to its end, and checks what holds for every input: it is kept byte for byte, and
// rows come back from their spans.
func read(t *testing.T, in io.Reader, want []byte, from, at string) reading {
	t.Helper()
	kept, decoded := new(memBody), new(memBody)
	o := Options{From: from, Kept: kept, Decoded: func() Body { return decoded }}
	if at != "" {
		var err error
		if o.Rows, err = ParsePlace(at); err != nil {
			t.Fatal(err)
		}
	}
	r := Open(in, o)
	var got reading
	var row Row
	for {
		err := r.Next(&row)
		if err == ErrAgain {
			got.rows, got.spans, got.raw, got.again = nil, nil, nil, got.again+1
			continue
		}
		if err != nil {
			if err != io.EOF {
				got.err = err
			}
			if next := r.Next(&row); next != err {
				t.Errorf("Next again: %v, want %v", next, err)
			}
			break
		}
		if row.N != int64(len(got.rows)) {
			t.Fatalf("row %d has number %d", len(got.rows), row.N)
		}
		got.rows = append(got.rows, shown(&row))
		got.spans = append(got.spans, row.Span)
		got.raw = append(got.raw, string(row.Bytes))
	}
	got.form, got.found = r.Form(), r.Found()
	if !bytes.Equal(kept.b, want) {
		t.Fatalf("kept %d bytes that differ from the %d of the input", len(kept.b), len(want))
	}
	back(t, &got, [2]*memBody{kept, decoded})
	return got
}

// shown returns a row as an envelope shows it.
func shown(row *Row) string {
	if row.Text {
		return string(AppendString(nil, ShownLine(nil, row.Bytes)))
	}
	return string(Compact(nil, row.Bytes))
}

// back checks that a form, written and read as JSON, makes the same rows of their spans.
func back(t *testing.T, got *reading, bodies [2]*memBody) {
	t.Helper()
	text, err := json.Marshal(got.form)
	if err != nil {
		t.Fatal(err)
	}
	var form Form
	if err := json.Unmarshal(text, &form); err != nil {
		t.Fatal(err)
	}
	p := NewPaths()
	for i, s := range got.spans {
		body := bodies[form.Body]
		var row, again Row
		if err := form.Row(int64(i), s, body.b[s.Off:s.Off+s.Len], p, &row); err != nil {
			t.Fatalf("row %d back from %+v: %v", i, s, err)
		}
		if string(row.Bytes) != got.raw[i] || row.N != int64(i) || row.Span != s {
			t.Fatalf("row %d is %.200q from its span, %.200q when read", i, row.Bytes, got.raw[i])
		}
		if err := form.Read(int64(i), s, body, p, &again); err != nil {
			t.Fatal(err)
		}
		if string(again.Bytes) != got.raw[i] || again.Large != row.Large {
			t.Fatalf("row %d is %.200q from its body, %.200q when read", i, again.Bytes, got.raw[i])
		}
	}
}

// readText is read for a string; it reads it byte by byte as well, which must not matter, and
// --rows with what rows_at says must find the same.
func readText(t *testing.T, in, from, at string) reading {
	t.Helper()
	got := read(t, strings.NewReader(in), []byte(in), from, at)
	slow := read(t, iotest.OneByteReader(strings.NewReader(in)), []byte(in), from, at)
	if !reflect.DeepEqual(got.rows, slow.rows) || !reflect.DeepEqual(got.found, slow.found) ||
		!sameError(got.err, slow.err) || !reflect.DeepEqual(got.form, slow.form) {
		t.Errorf("byte by byte: %+v, want %+v", slow, got)
	}
	if got.form.RowsAt != "" && at == "" {
		named := read(t, strings.NewReader(in), []byte(in), from, got.form.RowsAt)
		if !reflect.DeepEqual(got.rows, named.rows) || !reflect.DeepEqual(got.found, named.found) {
			t.Errorf("--rows %s: %+v, want %+v", got.form.RowsAt, named, got)
		}
	}
	return got
}

func sameError(a, b error) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Error() == b.Error()
}

// damage returns "", "bad", "cut" or, for any other error, its text.
func damage(err error) string {
	var d *DamageError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &d) && d.Incomplete:
		return "cut"
	case errors.As(err, &d):
		return "bad"
	}
	return err.Error()
}

// A case of an input: rows are separated by spaces unless one has a space in it; then by |.
type inputCase struct {
	name, from, at string
	in             string
	rows           []string
	format, rowsAt string
	err            string // of damage
	warn           string // part of the warnings, joined
}

func (c *inputCase) check(t *testing.T) {
	t.Helper()
	got := readText(t, c.in, c.from, c.at)
	if len(got.rows)+len(c.rows) > 0 && !reflect.DeepEqual(got.rows, c.rows) {
		t.Errorf("rows\n %q, want\n %q", got.rows, c.rows)
	}
	if got.form.Format != c.format && c.format != "" {
		t.Errorf("format %q, want %q", got.form.Format, c.format)
	}
	if got.form.RowsAt != c.rowsAt {
		t.Errorf("rows_at %q, want %q", got.form.RowsAt, c.rowsAt)
	}
	if damage(got.err) != c.err {
		t.Errorf("error %v, want %q", got.err, c.err)
	}
	warn := strings.Join(got.found.Warnings, "; ")
	if !strings.Contains(warn, c.warn) || c.warn == "" && warn != "" {
		t.Errorf("warnings %q, want %q", warn, c.warn)
	}
}

func runCases(t *testing.T, cases []inputCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}
