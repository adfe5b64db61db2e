package input

import (
	"bytes"
	"io"
)

// lines splits a doc into lines: LF or CRLF ends one, a bare CR does not, and what follows the
// last LF is a line if there is anything. It holds one line, of MaxRow bytes at most; of a longer
// one it holds the first MaxRow bytes and counts the rest.
type lines struct {
	r    io.Reader
	off  int64 // of buf[0] in the body
	buf  []byte
	from int // buf[from:] has not been given yet
	seen int // buf[from:seen] has no LF
	err  error
	n    int64
}

// newLines splits d from its first byte on.
func newLines(d doc) *lines {
	return &lines{r: d.open(d.start()), off: d.start(), buf: make([]byte, 0, 64<<10)}
}

// next gives the next line as a row of text. Its bytes are valid until the next call.
func (l *lines) next(row *Row) error {
	for {
		if i := bytes.IndexByte(l.buf[l.seen:], '\n'); i >= 0 {
			end := l.seen + i
			l.give(row, l.buf[l.from:end])
			l.from, l.seen = end+1, end+1
			return nil
		}
		l.seen = len(l.buf)
		if l.err != nil {
			if l.err != io.EOF || l.from == len(l.buf) {
				return l.err
			}
			l.give(row, l.buf[l.from:])
			l.from = len(l.buf)
			return nil
		}
		if l.seen-l.from > MaxRow+1 {
			return l.long(row)
		}
		l.fill()
	}
}

// fill reads more behind what has not been given yet.
func (l *lines) fill() {
	if l.from > 0 && (l.from == len(l.buf) || len(l.buf) == cap(l.buf)) {
		n := copy(l.buf, l.buf[l.from:])
		l.off += int64(l.from)
		l.buf, l.seen, l.from = l.buf[:n], l.seen-l.from, 0
	}
	if len(l.buf) == cap(l.buf) {
		grown := make([]byte, len(l.buf), min(2*cap(l.buf), MaxRow+64<<10))
		copy(grown, l.buf)
		l.buf = grown
	}
	n, err := l.r.Read(l.buf[len(l.buf):cap(l.buf)])
	l.buf, l.err = l.buf[:len(l.buf)+n], err
}

// give makes a row of line, which begins at buf[from].
func (l *lines) give(row *Row, line []byte) {
	line = bytes.TrimSuffix(line, []byte("\r"))
	span := Span{Off: l.off + int64(l.from), Len: int64(len(line)), Text: true}
	*row = Row{N: l.n, Span: span, Bytes: line}
	if len(line) > MaxRow {
		var whole shownSize
		whole.add(line, true)
		row.abridge(line[:MaxRow], whole.n)
	}
	l.n++
}

// long gives the head of a line over MaxRow and reads on to its end, counting how many bytes of
// UTF-8 are shown of the whole.
func (l *lines) long(row *Row) error {
	head := bytes.Clone(l.buf[l.from : l.from+MaxRow])
	start, size, whole := l.off+int64(l.from), int64(0), shownSize{}
	for {
		end := bytes.IndexByte(l.buf[l.seen:], '\n')
		if end >= 0 {
			end += l.seen
		} else if l.err == io.EOF {
			end = len(l.buf)
		} else if l.err != nil {
			return l.err
		}
		stop := end
		if end < 0 {
			stop = len(l.buf)
		}
		// A CR at the end may belong to the line's ending, so it waits.
		piece := bytes.TrimSuffix(l.buf[l.from:stop], []byte("\r"))
		n := whole.add(piece, end >= 0)
		l.from, size = l.from+n, size+int64(n)
		if end >= 0 {
			l.from = min(end+1, len(l.buf))
			l.seen = l.from
			break
		}
		l.seen = len(l.buf)
		l.fill()
	}
	*row = Row{N: l.n, Span: Span{start, size, true}}
	row.abridge(head, whole.n)
	l.n++
	return nil
}

// A shownSize counts the bytes that are shown of a line (ShownLine) that comes in pieces.
type shownSize struct {
	n       int64
	scratch []byte
}

// add counts a piece and returns how many bytes of it were taken; all of it if it is the last.
func (s *shownSize) add(piece []byte, last bool) int {
	out, n := appendShown(s.scratch[:0], piece, last)
	s.scratch, s.n = out, s.n+int64(len(out))
	return n
}

// abridge makes r a line of which only head is held, out of whole bytes that are shown.
func (r *Row) abridge(head []byte, whole int64) {
	r.Bytes = head[:len(head)-unfinished(head)]
	r.Large, r.Whole = true, map[int32]int64{0: whole}
}

// readLine makes a row of the size bytes that r gives, all of which are one line.
func readLine(r io.Reader, size int64, row *Row) error {
	*row = Row{}
	head := make([]byte, min(size, MaxRow))
	if _, err := io.ReadFull(r, head); err != nil {
		return err
	}
	row.Bytes = head
	if size <= MaxRow {
		return nil
	}
	var whole shownSize
	buf := append([]byte(nil), head...)
	for {
		buf = append(buf[:0], buf[whole.add(buf, false):]...)
		if cap(buf)-len(buf) < 64<<10 {
			buf = append(make([]byte, 0, len(buf)+128<<10), buf...)
		}
		n, err := r.Read(buf[len(buf) : len(buf)+64<<10])
		if buf = buf[:len(buf)+n]; err == io.EOF {
			break
		} else if err != nil {
			return err
		}
	}
	whole.add(buf, true)
	row.abridge(head, whole.n)
	return nil
}
