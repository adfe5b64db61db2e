package token

import "unicode/utf8"

// streamBlock is how many bytes a Stream gathers before it counts them.
const streamBlock = 64 << 10

// A Stream counts a text that is written to it piece by piece, wherever it is cut. It holds up to
// some 128 KiB of the text, and longer stretches only where there is no point at which all
// encodings end a pre-token: a run of letters, or of symbols without white space.
type Stream struct {
	c     *Counter
	units int    // of all before text
	text  []byte // valid UTF-8, not counted yet
	rest  []byte // the beginning of a character, up to three bytes
	full  int    // the length of text at which it is worth looking for a cut
	scratch
}

// Stream returns a new stream, on which nothing is written yet.
func (c *Counter) Stream() *Stream { return &Stream{c: c, full: streamBlock} }

// Write adds p to the text. It takes all of p and never fails.
func (s *Stream) Write(p []byte) (int, error) {
	for b := p; len(b) > 0; {
		n := min(len(b), streamBlock)
		s.add(b[:n])
		s.settle()
		b = b[n:]
	}
	return len(p), nil
}

// Count returns the number of tokens of all that was written. Writing may go on behind it.
func (s *Stream) Count() int { return s.c.Tokens(s.Units()) }

// Units is Count in units of the counter: see Counter.Units.
func (s *Stream) Units() int {
	units := s.units
	text := s.text
	for range s.rest {
		text = append(text[:len(text):len(text)], "\uFFFD"...)
	}
	if s.c.split == nil {
		return units + len(text)
	}
	return units + s.c.encode(&s.scratch, text, maxInt)
}

// add appends p to the text as it is printed.
func (s *Stream) add(p []byte) {
	if len(s.rest) > 0 {
		p = append(s.rest, p...)
		s.rest = nil
	}
	if utf8.Valid(p) {
		s.text = append(s.text, p...)
		return
	}
	for len(p) > 0 {
		if p[0] >= utf8.RuneSelf && !utf8.FullRune(p) {
			s.rest = append([]byte(nil), p...)
			return
		}
		r, size := utf8.DecodeRune(p)
		s.text = utf8.AppendRune(s.text, r)
		p = p[size:]
	}
}

// settle counts what can be counted whatever comes behind it.
func (s *Stream) settle() {
	if s.c.split == nil {
		s.units += len(s.text)
		s.text = s.text[:0]
		return
	}
	if len(s.text) < s.full {
		return
	}
	cut := lastCut(s.text)
	s.units += s.c.encode(&s.scratch, s.text[:cut], maxInt)
	s.text = s.text[:copy(s.text, s.text[cut:])]
	s.full = max(streamBlock, 2*len(s.text))
}

// lastCut returns the last place in b at which every encoding ends a pre-token, whatever follows
// b, or 0.
func lastCut(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	i := startOfLast(b)
	next, _ := classAt(b, i)
	for i > 0 {
		j := startOfLast(b[:i])
		class, _ := classAt(b, j)
		if isCut(class, next, b[i]) && (class&newline == 0 || endsLine(b, j)) {
			return i
		}
		i, next = j, class
	}
	return 0
}

// endsLine says whether the newline at b[i] is the only white space there. Of more, the last one is
// a pre-token by itself in r50k_base, but only when something follows.
func endsLine(b []byte, i int) bool {
	if i == 0 {
		return false
	}
	before, _ := classAt(b, startOfLast(b[:i]))
	return before&space == 0
}

func startOfLast(b []byte) int {
	_, size := utf8.DecodeLastRune(b)
	return len(b) - size
}

// isCut says whether a pre-token always ends between two characters, of which the second begins
// with the byte b. If the first is a newline, it must be alone.
func isCut(class, next, b byte) bool {
	switch {
	case class&newline != 0:
		return next&space == 0 && b != '/'
	case class&space != 0:
		return false
	case class&number != 0:
		return next&number == 0
	case class&letter != 0 && next&(letter|head|tail) == 0 && b != '\'':
		return true
	}
	return next&space != 0 && next&newline == 0
}
