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
	z := zipper{w: bufio.NewWriterSize(out, 4<<10), names: names}
	s := NewSplitter(d.open(d.off), nil)
	s.At(rows.steps(), false)
	var row Row
	for err = s.Next(&row); err == nil; err = s.Next(&row) {
		if err := z.row(&row, d.section(d.off+row.Off, row.Len)); err != nil {
			return err
		}
	}
	if err := z.w.Flush(); err != nil {
		return err
	}
	return complete(err)
}

// A zipper writes arrays as objects.
type zipper struct {
	w     *bufio.Writer
	names *columnTypes
	keys  [][]byte // the names as JSON, with a colon
	lex   Lexer
}

// row writes a row, which is d.
func (z *zipper) row(row *Row, d doc) (err error) {
	switch {
	case row.Bytes[0] != '[':
		_, err = io.Copy(z.w, d.open(d.off))
	case row.Large:
		err = z.elements(NewLexer(d.open(d.off), Head), func(off, size int64) error {
			_, err := io.Copy(z.w, d.section(d.off+off, size).open(d.off+off))
			return err
		})
	default:
		z.lex.reset(nil, row.Bytes)
		z.lex.max = len(row.Bytes)
		err = z.elements(&z.lex, func(off, size int64) error {
			_, err := z.w.Write(row.Bytes[off : off+size])
			return err
		})
	}
	if err != nil {
		return err
	}
	return z.w.WriteByte('\n')
}

// elements writes the elements of the array that l reads as members of an object; value copies
// one of them.
func (z *zipper) elements(l *Lexer, value func(off, size int64) error) error {
	if _, err := l.Next(); err != nil {
		return err
	}
	z.w.WriteByte('{')
	for i := 0; ; i++ {
		t, err := l.Next()
		if err != nil {
			return err
		}
		if t == EndArray {
			return z.w.WriteByte('}')
		}
		off := l.TokenOff()
		if t == BeginObject || t == BeginArray {
			if err := l.Skip(t); err != nil {
				return err
			}
		}
		if i > 0 {
			z.w.WriteByte(',')
		}
		z.w.Write(z.key(i))
		if err := value(off, l.Off()-off); err != nil {
			return err
		}
	}
}

// key returns the name of column i, as JSON with a colon.
func (z *zipper) key(i int) []byte {
	for len(z.keys) <= i {
		if len(z.keys) == len(z.names.names) {
			z.names.name("")
		}
		name := z.names.names[len(z.keys)]
		z.keys = append(z.keys, append(AppendString(nil, []byte(name)), ':'))
	}
	return z.keys[i]
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
	names := &columnTypes{seen: make(map[string]int)}
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
