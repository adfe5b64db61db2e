package shape

import (
	"fmt"
	"io"

	"github.com/toolfit/toolfit/shape/input"
)

// A Slice is a long string, of which one piece is printed.
type Slice struct {
	plan  *Plan
	text  longString
	row   int64
	field string

	truncated bool
}

// Truncated tells whether the last envelope that was printed shows less than all of the string.
func (s *Slice) Truncated() bool { return s.truncated }

// Slice returns the string at a path in one row of a stored result. What is printed of it begins
// at the request's offset, in bytes of UTF-8.
func (p *Plan) Slice(a Artifact, m *Meta, n int64, field string) (*Slice, error) {
	path, err := parseFieldPath(field)
	if err != nil {
		return nil, err
	}
	l := p.newLoop(nil, true)
	l.from = newFetcher(a, m.Form, p.paths)
	var row input.Row
	if err := l.fetch(a, n, &row); err != nil {
		return nil, err
	}
	s := &Slice{plan: p, row: n, field: field}
	if s.text, err = stringAt(&row, l.from.body, path, field); err != nil {
		return nil, err
	}
	if p.Offset > s.text.size {
		return nil, &NoRowError{p.Offset, s.text.size, true}
	}
	return s, nil
}

// Envelope prints the piece, and how to get the next one.
func (s *Slice) Envelope(h *Handle, words Commands) ([]byte, error) {
	p := s.plan
	raw, begin, err := s.text.from(p.Offset, int64(p.MaxBytes)*maxEscape)
	if err != nil {
		return nil, err
	}
	c := cutter{count: p.Counter}
	room := p.Budget
	for {
		piece, start, end := c.slice(nil, raw, p.Offset-begin, room)
		print := func(l Limits) []byte { return s.print(h, words, l, piece, begin+start, begin+end) }
		out := print(p.limits())
		size := Limits{p.Counter.Count(out), len(out)}
		if size.within(p.limits()) {
			return out, nil
		}
		if room == 1 {
			return nil, tooSmall(p.limits(), func(l Limits) Limits {
				out := print(l)
				return Limits{p.Counter.Count(out), len(out)}
			})
		}
		over := max(size.Tokens-p.Budget, (size.Bytes-p.MaxBytes)/4, 1)
		room = max(min(room, p.Counter.Count(piece))-over, 1)
	}
}

// maxEscape is how many bytes a character of the value takes at most where it stands escaped.
const maxEscape = 6

// print writes the envelope of one piece.
func (s *Slice) print(h *Handle, words Commands, l Limits, piece []byte, start, end int64) []byte {
	f := frame{
		total: s.text.size, returned: end - start, offset: start, unit: "bytes", scanned: -1,
		handle: &h.Name,
	}
	if end < s.text.size {
		f.next = words.Slice(h.Name, s.row, s.field, end, l)
	}
	s.truncated = f.truncated()
	out := lines(f.head(nil), []item{{text: piece}})
	return f.foot(out)
}

// stringAt returns the string at a path of a row; field is the path as typed.
func stringAt(r *input.Row, body io.ReaderAt, path fieldPath, field string) (longString, error) {
	if r.Text {
		if len(path) > 0 {
			return longString{}, noString(field)
		}
		return line(r, body)
	}
	c := path.cell(r)
	switch {
	case r.Large && (c == nil || c.Flags&input.Cut != 0 && c.Kind == input.String):
		s, err := inBody(io.NewSectionReader(body, r.Off, r.Len), path)
		if err == nil && s.end == 0 {
			err = noString(field)
		}
		return s, err
	case c == nil:
		return longString{}, noString(field)
	case c.Kind == input.Array || c.Kind == input.Object:
		return longString{}, &UsageError{fmt.Sprintf("%.60q is a list or an object: use --rows", field)}
	case c.Kind != input.String:
		return longString{}, noString(field)
	}
	return inMemory(r.Value(c)), nil
}

// line returns a line of text as a string.
func line(r *input.Row, body io.ReaderAt) (longString, error) {
	switch {
	case !r.Large:
		return inMemory(appendLine(nil, r.Bytes)), nil
	case r.Whole[0] != r.Len:
		return longString{}, &UsageError{"the line is too long to be taken apart: it has escapes in it"}
	}
	s := longString{size: r.Len, body: body, off: r.Off, end: r.Off + r.Len, plain: true, text: true}
	return s, nil
}

func noString(field string) error {
	return &UsageError{fmt.Sprintf("the row has no string at %.60q", field)}
}
