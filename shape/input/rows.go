package input

import (
	"errors"
	"io"
)

// MaxRow is the length up to which a row is given whole, in bytes.
const MaxRow = 4 << 20

// ErrValues says that what was taken for one array is the first of several values back to back,
// and that not all of them are arrays of objects: each value is a row, not each element. All rows
// so far are void; a Splitter that starts again At(nil, true) gives the right ones.
var ErrValues = errors.New("several values, not pages of one list")

// A Splitter finds the rows in a stream of JSON values: unless At says otherwise, the elements of
// the array at the root, or the values that stand there back to back, or, where all of these are
// arrays of objects, the elements of these. Memory is bounded by a few times MaxRow.
type Splitter struct {
	Cells  bool // rows are taken apart into cells; may be changed between rows
	MaxRow int  // rows that are longer come abridged

	scan   cellScanner
	short  abridger
	steps  []Step // one step leads from one container to a value in it
	auto   bool
	levels []level // the open containers on the way to the rows
	key    []byte
	keyed  bool
	on     bool // the member that comes is on the way
	n      int64
	values int64 // at the root
	list   bool  // auto: the first value is an array
	mixed  bool  // and it has elements that aren't objects
}

// A level is a container whose values are reached by a step.
type level struct {
	step  int
	array bool
}

// NewSplitter returns a Splitter of what r gives. Paths may be nil when no cells are asked for.
func NewSplitter(r io.Reader, p *Paths) *Splitter {
	s := &Splitter{MaxRow: MaxRow, auto: true, steps: []Step{{Each: true}}}
	s.scan.lex.reset(r, nil)
	s.scan.paths = p
	if p == nil {
		s.scan.paths = NewPaths()
	}
	return s
}

// At says where the rows are. With values, they are the values that steps lead to; without, the
// elements of the arrays and the members of the objects that steps lead to. What isn't there is
// passed over, and so is whatever a step doesn't apply to. At(nil, true) makes each document a
// row.
func (s *Splitter) At(steps []Step, values bool) {
	s.auto = false
	s.steps = append([]Step(nil), steps...)
	if !values {
		s.steps = append(s.steps, Step{Each: true})
	}
}

// Next gives the next row. At the end of the input it returns io.EOF, at damage a *SyntaxError or
// an *IncompleteError, and whatever error the reader had; in each case all complete rows have been
// given. See also ErrValues.
func (s *Splitter) Next(row *Row) error {
	l := &s.scan.lex
	for {
		l.max, l.like = s.MaxRow, nil
		switch t := l.next(); t {
		case None:
			return l.err
		case Name:
			s.name()
		case EndObject, EndArray:
			s.levels = s.levels[:len(s.levels)-1]
		default:
			step, err := s.step(t)
			if err != nil {
				return err
			}
			if step == len(s.steps) {
				return s.row(t, row)
			}
			if !s.enter(t, step) && !l.skip(t) {
				return l.err
			}
		}
	}
}

// Key returns the name, as JSON, of the member that the last row is the value of, or nil if it
// isn't a member of an object. It is valid until the next row.
func (s *Splitter) Key() []byte {
	if !s.keyed {
		return nil
	}
	return s.key
}

// Values returns how many values have begun at the root.
func (s *Splitter) Values() int64 { return s.values }

// Off returns how many bytes of the input have been taken in.
func (s *Splitter) Off() int64 { return s.scan.lex.Off() }

// BadUTF8 returns where the first string begins that isn't valid UTF-8, or -1.
func (s *Splitter) BadUTF8() int64 { return s.scan.lex.bad }

// name compares the name of a member with the step that its object is at.
func (s *Splitter) name() {
	top := s.levels[len(s.levels)-1]
	l := &s.scan.lex
	step := s.steps[top.step]
	switch key := l.bytes(); {
	case !step.Each:
		s.on = !l.cut && isName(key, l.flags, step.Name)
	case top.step == len(s.steps)-1:
		s.key = append(s.key[:0], key...)
		if l.cut {
			s.key = append(s.key, '"')
		}
	}
}

func isName(key []byte, flags uint8, name string) bool {
	if flags == 0 {
		return string(key[1:len(key)-1]) == name
	}
	return string(Unquote(nil, key)) == name
}

// step returns how many steps lead to the value that begins with t, -1 if it is off the way.
func (s *Splitter) step(t Token) (int, error) {
	if len(s.levels) == 0 {
		return s.root(t)
	}
	top := s.levels[len(s.levels)-1]
	s.keyed = !top.array
	if !s.steps[top.step].Each && !s.on {
		return -1, nil
	}
	if s.auto && t != BeginObject {
		s.mixed = true
		if s.values > 1 {
			return 0, ErrValues
		}
	}
	return top.step + 1, nil
}

// root is step for a value at the root.
func (s *Splitter) root(t Token) (int, error) {
	s.values++
	s.keyed = false
	if !s.auto {
		return 0, nil
	}
	array := t == BeginArray
	if s.values == 1 {
		s.list = array
	}
	if s.list && (!array || s.mixed) {
		return 0, ErrValues
	}
	if s.list {
		return 0, nil
	}
	return len(s.steps), nil
}

// enter goes into the container that begins with t if the step applies to it.
func (s *Splitter) enter(t Token, step int) bool {
	if step < 0 || t != BeginObject && (t != BeginArray || !s.steps[step].Each) {
		return false
	}
	s.levels = append(s.levels, level{step, t == BeginArray})
	return true
}

// row takes the row that begins with t.
func (s *Splitter) row(t Token, row *Row) error {
	l := &s.scan.lex
	off, depth := l.tokenOff(), l.base(t)
	l.mark, l.hold = l.start, true
	s.scan.cells = row.Cells[:0]
	cut := l.cut
	ok := cut || s.whole(t)
	l.hold = false
	large := cut || l.err == errLong || l.end-l.mark > s.MaxRow
	if large {
		if !cut {
			l.again(depth)
			t = l.next()
		}
		ok = s.short.value(&s.scan, t, s.MaxRow)
	}
	if !ok {
		return l.err
	}
	*row = Row{N: s.n, Span: Span{Off: off, Len: l.off + int64(l.end) - off}, Cells: s.scan.cells}
	s.n++
	if large {
		s.short.fill(row)
		return nil
	}
	row.Bytes, row.Dup = l.buf[l.mark:l.end], s.scan.dup && s.Cells
	return nil
}

// whole takes a row that stays in the window.
func (s *Splitter) whole(t Token) bool {
	if s.Cells {
		return s.scan.value(t, s.MaxRow)
	}
	return s.scan.lex.skip(t)
}
