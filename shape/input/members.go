package input

import (
	"bufio"
	"io"
)

// openMap reads the members of the objects at a place as rows: each object with its member's name
// as key, and anything else as key and value. Elements of arrays there are rows as they are.
func (r *Reader) openMap(d doc, place Place) (source, error) {
	key, err := freeKey(d, place)
	if err != nil {
		return nil, err
	}
	out, err := r.decode(func(w io.Writer) error { return copyMembers(w, d, place, key) })
	if err != nil {
		return nil, err
	}
	return (&jsonRows{r: r, d: out, final: true}).stream(true, nil, true), nil
}

// freeKey returns a name for the key that no member has as a name of its own.
func freeKey(d doc, place Place) (string, error) {
	p := NewPaths()
	names := []string{"key", "_key", "__key", "___key"}
	taken := make(map[int32]bool)
	for _, name := range names {
		taken[p.ID(Step{Name: name})] = false
	}
	s := NewSplitter(d.open(d.off), p)
	s.Cells = true
	s.At(place.steps(), false)
	var row Row
	err := s.Next(&row)
	for ; err == nil; err = s.Next(&row) {
		for i := 1; s.Key() != nil && i < len(row.Cells); i = int(row.Cells[i].Next) {
			if id := row.Cells[i].Path; id >= 0 {
				taken[id] = true
			}
		}
	}
	for _, name := range names {
		if !taken[p.ID(Step{Name: name})] {
			return name, complete(err)
		}
	}
	return names[0], complete(err)
}

// complete returns nil for the errors that end a doc which has been read before.
func complete(err error) error {
	if _, ok := err.(*IncompleteError); ok || err == io.EOF {
		return nil
	}
	return err
}

// copyMembers writes the rows of openMap.
func copyMembers(out io.Writer, d doc, place Place, key string) error {
	w := bufio.NewWriterSize(out, 4<<10)
	s := NewSplitter(d.open(d.off), nil)
	s.At(place.steps(), false)
	var row Row
	err := s.Next(&row)
	for ; err == nil; err = s.Next(&row) {
		name := s.Key()
		object := row.Bytes[0] == '{'
		if name != nil {
			w.WriteByte('{')
			w.Write(AppendString(nil, []byte(key)))
			w.WriteByte(':')
			w.Write(name)
			if !object {
				w.WriteString(`,"value":`)
			}
		}
		if err := copyRow(w, d, &row, name != nil && object); err != nil {
			return err
		}
		if name != nil && !object {
			w.WriteByte('}')
		}
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return complete(err)
}

// copyRow writes a row as it stands in d; behind a member that is there already, an object goes on
// without its brace.
func copyRow(w *bufio.Writer, d doc, row *Row, behind bool) error {
	if behind {
		if len(row.Cells) == 0 && isEmptyObject(row.Bytes) {
			return w.WriteByte('}')
		}
		w.WriteByte(',')
	}
	skip := int64(0)
	if behind {
		skip = 1
	}
	if !row.Large {
		_, err := w.Write(row.Bytes[skip:])
		return err
	}
	_, err := io.Copy(w, d.section(d.off+row.Off+skip, row.Len-skip).open(d.off+row.Off+skip))
	return err
}

// isEmptyObject reports whether b, an object, has no members.
func isEmptyObject(b []byte) bool {
	for _, c := range b[1:] {
		if c == '}' {
			return true
		}
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return false
		}
	}
	return false
}
