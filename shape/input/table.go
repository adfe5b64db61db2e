package input

import (
	"fmt"
	"io"
	"strconv"
)

// A Column is a column of a table. If it is numeric, its cells are numbers or empty.
type Column struct {
	Name    string `json:"name"`
	Numeric bool   `json:"numeric,omitempty"`
}

// columnTypes is what the first pass over a table learns.
type columnTypes struct {
	names  []string
	seen   map[string]int // names, and the number that was last put behind each
	cols   []columnType
	width  int   // cells of the header
	ragged int64 // records of another width
	open   bool  // the last record has a quote that is never closed
}

// A columnType counts the cells of a column that aren't empty; text if one isn't a number.
type columnType struct {
	filled bool
	text   bool
}

// readTypes reads all records of a table. Without a header there are no columns.
func readTypes(rec *records) (*columnTypes, error) {
	t := &columnTypes{seen: make(map[string]int)}
	err := rec.next()
	if err == nil {
		for _, c := range rec.fields {
			t.name(string(ShownLine(nil, rec.text[c.start:c.end])))
		}
		t.width = len(t.names)
		for err = rec.next(); err == nil; err = rec.next() {
			t.record(rec)
		}
	}
	if err != io.EOF {
		return nil, err
	}
	return t, nil
}

// name adds a column. One without a name is called after its number, counted from 1, and a name
// that is taken gets a number.
func (t *columnTypes) name(name string) {
	if name == "" {
		name = "_" + strconv.Itoa(len(t.names)+1)
	}
	free := name
	for n := max(t.seen[name], 1); t.seen[free] > 0; {
		n++
		t.seen[name], free = n, name+"_"+strconv.Itoa(n)
	}
	t.seen[free] = 1
	t.names = append(t.names, free)
}

// record looks at the cells of a record.
func (t *columnTypes) record(rec *records) {
	if len(rec.fields) != t.width || rec.lost > 0 {
		t.ragged++
	}
	for len(t.names) < len(rec.fields) {
		t.name("")
	}
	for len(t.cols) < len(t.names) {
		t.cols = append(t.cols, columnType{})
	}
	for i, c := range rec.fields {
		if c.size == 0 || t.cols[i].text {
			continue
		}
		text := rec.text[c.start:c.end]
		t.cols[i].filled = true
		t.cols[i].text = c.size > int64(len(text)) || !isNumber(text)
	}
	t.open = rec.unended
}

// columns returns the columns with their types.
func (t *columnTypes) columns() []Column {
	cols := make([]Column, len(t.names))
	for i, name := range t.names {
		cols[i].Name = name
		if i < len(t.cols) {
			cols[i].Numeric = t.cols[i].filled && !t.cols[i].text
		}
	}
	return cols
}

// warnings says what is odd about the table.
func (t *columnTypes) warnings() (w []string) {
	if t.ragged > 0 {
		w = append(w, fmt.Sprintf("%s: the header has %s",
			count(t.ragged, "ragged row"), count(int64(t.width), "cell")))
	}
	if t.width > 0 && t.cols == nil {
		w = append(w, fmt.Sprintf("a header with %s, and no rows", count(int64(t.width), "cell")))
	}
	if t.open {
		w = append(w, "the last row has a quote that is never closed")
	}
	return w
}

// count writes a number and what is counted.
func count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.FormatInt(n, 10) + " " + what + "s"
}

// A table reads records as objects, once the types of their columns are known.
type table struct {
	form *Form
	rec  *records
	n    int64
	json []byte
	p    *Paths
}

// newTable reads all of the doc to learn the types of its columns, and opens it again.
func newTable(r *Reader, delim byte, cr bool) (source, error) {
	types, err := readTypes(newRecords(r.doc, delim, cr))
	if err != nil {
		return nil, err
	}
	r.form = Form{Format: "csv", Body: r.doc.body, Delim: string(delim), CR: cr}
	if delim == '\t' {
		r.form.Format = "tsv"
	}
	r.form.Columns = types.columns()
	if len(r.opts.Rows) > 0 {
		r.nothing(": the input is " + r.form.Format + ", whose rows are its records")
		return new(chain), nil
	}
	r.warn(types.warnings()...)
	t := &table{form: &r.form, p: r.opts.Paths, rec: newRecords(r.doc, delim, cr)}
	if err := t.rec.next(); err != nil && err != io.EOF { // the header
		return nil, err
	}
	return t, nil
}

// next gives the next record as an object.
func (t *table) next(row *Row) error {
	if err := t.rec.next(); err != nil {
		return err
	}
	if err := t.form.record(t.rec, &t.json, t.p, row); err != nil {
		return err
	}
	row.N, row.Span = t.n, t.rec.span
	t.n++
	return nil
}

// record makes a row of a record: an object of its cells. The JSON is made in *buf.
func (f *Form) record(rec *records, buf *[]byte, p *Paths, row *Row) error {
	b := append((*buf)[:0], '{')
	for i, c := range rec.fields {
		if i > 0 {
			b = append(b, ',')
		}
		text, numeric := rec.text[c.start:c.end], false
		if i < len(f.Columns) {
			b, numeric = AppendString(b, []byte(f.Columns[i].Name)), f.Columns[i].Numeric
		} else {
			b = AppendString(b, strconv.AppendInt([]byte("_"), int64(i+1), 10))
		}
		b = append(b, ':')
		switch {
		case numeric && len(text) == 0:
			b = append(b, "null"...)
		case numeric:
			b = append(b, text...)
		case c.size > int64(len(text)):
			b = AppendString(b, text[:len(text)-unfinished(text)])
		default:
			b = AppendString(b, text)
		}
	}
	*buf = append(b, '}')
	if err := Scan(*buf, p, row); err != nil {
		return fmt.Errorf("read record: %w", err)
	}
	if rec.cut {
		row.markCut(rec, f)
	}
	return nil
}

// markCut notes which cells of a row are abridged because they are in rec, and how many there are
// in truth. Scanning may have abridged others, or left some out.
func (r *Row) markCut(rec *records, f *Form) {
	if r.Whole == nil {
		r.Whole = make(map[int32]int64)
	}
	r.Large = true
	i := 0
	for n := 1; n < len(r.Cells); n++ {
		key, _ := textEnd(r.Bytes, int(r.Cells[n].Key))
		name := r.Bytes[r.Cells[n].Key:key]
		for i < min(len(rec.fields), len(f.Columns)) &&
			string(AppendString(nil, []byte(f.Columns[i].Name))) != string(name) {
			i++
		}
		if i == len(rec.fields) {
			break
		}
		if c := rec.fields[i]; c.size > int64(c.end-c.start) {
			r.Whole[int32(n)] = c.size
			r.Cells[n].Flags |= Cut
		}
		i++
	}
	if members := len(rec.fields) + rec.lost; members > len(r.Cells)-1 {
		r.Dropped, r.Cells[0].Flags = true, r.Cells[0].Flags|Cut
		r.Whole[0] = int64(members)
	}
}
