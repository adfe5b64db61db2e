package shape

import (
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/toolfit/toolfit/shape/input"
)

// longString is a JSON string that need not be in memory.
type longString struct {
	size int64 // bytes of UTF-8 that it stands for
	raw  []byte

	body     io.ReaderAt // if raw is nil: where it stands, between its quotes
	off, end int64
	plain    bool // what stands there is what it stands for
	text     bool // it is a line of text, not JSON
}

func inMemory(raw []byte) longString {
	return longString{size: int64(input.TextSize(raw)), raw: raw}
}

// from returns JSON of a piece of the string that has at least n bytes behind offset, or all that
// there are, and where in the string the piece begins.
func (s *longString) from(offset, n int64) (raw []byte, begin int64, err error) {
	if s.raw != nil {
		return s.raw, 0, nil
	}
	at := s.off + offset
	begin = offset
	if !s.plain {
		if at, begin, err = s.seek(offset); err != nil {
			return nil, 0, err
		}
	}
	window, err := s.read(at, n)
	if err != nil {
		return nil, 0, err
	}
	if at+int64(len(window)) < s.end {
		window = window[:wholeUnits(window)]
	}
	if s.text {
		return input.AppendString(nil, window), begin, nil
	}
	raw = append(append(append(raw, '"'), window...), '"')
	return raw, begin, nil
}

// read reads n bytes of what stands in the body, or as many as there are.
func (s *longString) read(at, n int64) ([]byte, error) {
	b := make([]byte, min(n, s.end-at))
	if k, err := s.body.ReadAt(b, at); k < len(b) {
		return nil, err
	}
	return b, nil
}

// seek returns where in the body the character at an offset stands, or one shortly before it, and
// its own offset.
func (s *longString) seek(offset int64) (at, begin int64, err error) {
	at = s.off
	for {
		window, err := s.read(at, readAhead)
		if err != nil {
			return 0, 0, err
		}
		n := len(window)
		if at+int64(n) < s.end {
			n = wholeUnits(window)
		}
		quoted := append(append([]byte{'"'}, window[:n]...), '"')
		size := int64(input.TextSize(quoted))
		if begin+size > offset || n == 0 {
			return at, begin, nil
		}
		at, begin = at+int64(n), begin+size
	}
}

// wholeUnits returns how much of b, a piece of a JSON string that begins between two characters,
// ends between two: no escape, surrogate pair or UTF-8 sequence is broken.
func wholeUnits(b []byte) int {
	end := len(b)
	for i := 1; i <= utf8.UTFMax && i <= end; i++ {
		if c := b[end-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(b[end-i:]) {
				end -= i
			}
			break
		}
	}
	// The longest escape, a surrogate pair, has 12 bytes. The first backslash of a run begins one.
	for i := max(0, end-12); i < end; i++ {
		if b[i] != '\\' {
			continue
		}
		for i > 0 && b[i-1] == '\\' {
			i--
		}
		return escapesFrom(b[:end], i)
	}
	return end
}

// escapesFrom goes through b from i, where a character begins, and returns where the last one
// ends that is whole for certain.
func escapesFrom(b []byte, i int) int {
	for i < len(b) {
		n := unitLength(b[i:])
		if n == 0 {
			return i
		}
		i += n
	}
	return i
}

// unitLength returns the length of what b begins with: an escape, a surrogate pair of two, or else
// a byte; 0 if b ends before that is certain.
func unitLength(b []byte) int {
	const escape = len(`\u0000`)
	switch {
	case b[0] != '\\':
		return 1
	case len(b) < 2:
		return 0
	case b[1] != 'u':
		return 2
	case len(b) < escape:
		return 0
	case !surrogate(b, 0xd800), len(b) > escape && b[escape] != '\\':
		return escape
	case len(b) < 2*escape:
		return 0
	case b[escape] == '\\' && b[escape+1] == 'u' && surrogate(b[escape:], 0xdc00):
		return 2 * escape
	}
	return escape
}

// surrogate tells whether b begins with the escape of a surrogate of the kind that begins at first.
func surrogate(b []byte, first uint64) bool {
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return err == nil && n&0xfc00 == first
}

// inBody finds the string at a path in one JSON value, which is read once, in bounded memory. Of
// members with one name the last counts. If there is none, end is 0.
func inBody(value *io.SectionReader, path fieldPath) (longString, error) {
	s := longString{body: value}
	l := input.NewLexer(value, input.Head)
	t, err := l.Next()
	if err == nil {
		err = s.find(l, t, path)
	}
	return s, err
}

// find looks for the string in the value that begins with token t.
func (s *longString) find(l *input.Lexer, t input.Token, path fieldPath) error {
	switch {
	case path != nil && len(path) == 0 && t == input.Text:
		s.off, s.end, s.size = l.TokenOff()+1, l.Off()-1, l.Size()
		s.plain = l.Flags()&input.Escaped == 0 && s.size == s.end-s.off
	case t == input.BeginObject && len(path) > 0 && path[0].index < 0:
		return s.findMember(l, path)
	case t == input.BeginArray && len(path) > 0 && path[0].index >= 0:
		return s.findElement(l, path)
	case t == input.BeginObject || t == input.BeginArray:
		return l.Skip(t)
	}
	return nil
}

func (s *longString) findMember(l *input.Lexer, path fieldPath) error {
	for {
		t, err := l.Next()
		if err != nil || t == input.EndObject {
			return err
		}
		var below fieldPath // nil: leads nowhere
		if !l.Cut() && string(input.Unquote(nil, l.Bytes())) == path[0].name {
			below = path[1:]
		}
		if t, err = l.Next(); err == nil {
			err = s.find(l, t, below)
		}
		if err != nil {
			return err
		}
	}
}

func (s *longString) findElement(l *input.Lexer, path fieldPath) error {
	for i := 0; ; i++ {
		t, err := l.Next()
		if err != nil || t == input.EndArray {
			return err
		}
		var below fieldPath
		if i == path[0].index {
			below = path[1:]
		}
		if err := s.find(l, t, below); err != nil {
			return err
		}
	}
}
