package input

import (
	"bufio"
	"io"
)

// openZip reads arrays as objects: the names of their members stand beside them.
func (r *Reader) openZip(d doc, f finding) (source, error) {
	out, err := r.decode(func(w io.Writer) error {
		around, rows := f.place[:len(f.place)-1], f.place[len(f.place)-1:]
		tables, err := locate(d, around)
		for _, t := range tables {
			if err == nil && t.first == BeginObject {
				err = copyTable(w, t.doc, rows, f.columns)
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return (&jsonRows{r: r, d: out, final: true}).stream(true, nil, true), nil
}

// copyTable writes the rows of one table as objects. A row that is no array stays as it is.
func copyTable(out io.Writer, d doc, rows, columns Place) error {
	names, err := columnNamesIn(d, columns)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 4<<10)
	s := NewSplitter(d.open(d.off), nil)
	s.At(rows.steps(), false)
	var row Row
	for err = s.Next(&row); err == nil; err = s.Next(&row) {
		at := d.section(d.off+row.Off, row.Len)
		if row.Bytes[0] != '[' {
			_, err = io.Copy(w, at.open(at.off))
		} else if row.Large {
			err = zipRow(w, NewLexer(at.open(at.off), Head), at, names)
		} else {
			l := new(Lexer)
			l.reset(nil, row.Bytes)
			l.max = len(row.Bytes)
			err = zipRow(w, l, at, names)
		}
		if err != nil {
			return err
		}
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return complete(err)
}

// zipRow writes the array that l reads, and that d is, as an object.
func zipRow(w *bufio.Writer, l *Lexer, d doc, names *columnTypes) error {
	if _, err := l.Next(); err != nil {
		return err
	}
	w.WriteByte('{')
	for i := 0; ; i++ {
		t, err := l.Next()
		if err != nil {
			return err
		}
		if t == EndArray {
			return w.WriteByte('}')
		}
		off := l.TokenOff()
		if t == BeginObject || t == BeginArray {
			if err := l.Skip(t); err != nil {
				return err
			}
		}
		for i >= len(names.names) {
			names.name("")
		}
		if i > 0 {
			w.WriteByte(',')
		}
		w.Write(AppendString(nil, []byte(names.names[i])))
		w.WriteByte(':')
		value := d.section(d.off+off, l.Off()-off)
		if _, err := io.Copy(w, value.open(value.off)); err != nil {
			return err
		}
	}
}

// columnNamesIn returns the names of columns at a place, which are strings or in objects. A name
// that is there twice gets a number.
func columnNamesIn(d doc, columns Place) (*columnTypes, error) {
	root, err := d.outline(nil)
	if err != nil || root == nil {
		return nil, err
	}
	place := append(append(Place{}, columns...), hop{kind: hopEach})
	for _, p := range root.parts(place) {
		if name := p.columnName(); name != "" {
			place = append(place, hop{name: name})
		}
	}
	targets, err := locate(d, place)
	names := &columnTypes{seen: make(map[string]bool)}
	for _, t := range targets {
		raw, rerr := io.ReadAll(io.LimitReader(t.doc.open(t.doc.off), t.doc.size))
		if rerr != nil {
			return nil, rerr
		}
		name := raw
		if t.first == Text {
			name = Unquote(nil, raw)
		}
		names.name(string(name))
	}
	return names, err
}
