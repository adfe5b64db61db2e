package input

import (
	"bytes"
	"io"
)

// Bounds of one record that is held: up to MaxRow bytes its cells are whole, from there to twice
// that each keeps a head, then a short head, and no more than maxColumns cells are kept at all.
const (
	cellHead   = 4 << 10
	cellStub   = 64
	maxColumns = 64 << 10
)

// A field is one cell of a record: text[start:end], out of size bytes when it is whole.
type field struct {
	start, end int
	size       int64
}

// What a cell ends with.
type ending uint8

const (
	atDelim ending = iota
	atRecord
	atEOF
)

// records splits delimited text (RFC 4180) into records and their cells. A quote counts only at
// the beginning of a cell; spaces after a delimiter are skipped; lines with nothing on them are
// no records. LF or CRLF ends a record; with cr, so does a bare CR.
type records struct {
	r     io.Reader // nil if buf is all there is
	buf   []byte
	at    int   // buf[at] is the next byte
	off   int64 // of buf[0] in the body
	err   error
	delim byte
	cr    bool
	one   bool // there is one record, without what ended it

	fields  []field
	text    []byte
	lost    int  // cells beyond maxColumns in this record
	cut     bool // some cell of this record is not whole
	unended bool // the last cell's quote was never closed
	span    Span
}

// newRecords splits d from its first byte on.
func newRecords(d doc, delim byte, cr bool) *records {
	return &records{r: d.open(d.start()), off: d.start(), delim: delim, cr: cr}
}

// peek returns the byte i bytes ahead (0 or 1), if there is one.
func (r *records) peek(i int) (byte, bool) {
	for r.at+i >= len(r.buf) {
		if r.err != nil {
			return 0, false
		}
		r.fill()
	}
	return r.buf[r.at+i], true
}

// fill reads more behind what has not been used.
func (r *records) fill() {
	if r.r == nil {
		r.err = io.EOF
		return
	}
	if cap(r.buf) == 0 {
		r.buf = make([]byte, 0, 64<<10)
	}
	n := copy(r.buf, r.buf[r.at:])
	r.off += int64(r.at)
	r.buf, r.at = r.buf[:n], 0
	m, err := r.r.Read(r.buf[n:cap(r.buf)])
	r.buf, r.err = r.buf[:n+m], err
}

// next reads the next record. Its fields are valid until the next call.
func (r *records) next() error {
	r.fields, r.text, r.lost = r.fields[:0], r.text[:0], 0
	r.cut, r.unended = false, false
	for r.newline() > 0 {
		r.at += r.newline()
	}
	if _, ok := r.peek(0); !ok {
		return r.err
	}
	r.span.Off = r.off + int64(r.at)
	for end := atDelim; end == atDelim; {
		end = r.field()
		switch end {
		case atDelim:
			r.at++
		default:
			r.span.Len = r.off + int64(r.at) - r.span.Off
		}
	}
	if r.err != nil && r.err != io.EOF {
		return r.err
	}
	r.at += r.newline()
	return nil
}

// newline returns how many bytes of a line's ending come next; 0 if something else does.
func (r *records) newline() int {
	c, ok := r.peek(0)
	if !ok || c != '\n' && c != '\r' {
		return 0
	}
	if c == '\n' {
		return 1
	}
	switch next, ok := r.peek(1); {
	case ok && next == '\n':
		return 2
	case r.cr || !ok && !r.one:
		return 1
	}
	return 0
}

// field reads one cell, up to what ends it. Spaces before it are not part of it.
func (r *records) field() ending {
	c, ok := r.peek(0)
	for ; ok && c == ' '; c, ok = r.peek(0) {
		r.at++
	}
	cl := field{start: len(r.text)}
	if ok && c == '"' {
		r.at++
		r.quoted(&cl)
		cl.end = len(r.text)
	}
	whole, size := cl.end, cl.size
	end := r.plain(&cl)
	if cl.end = len(r.text); c == '"' && ok && onlySpaces(r.text[whole:]) {
		r.text, cl.end, cl.size = r.text[:whole], whole, size
	}
	if len(r.fields) == maxColumns {
		r.text, r.lost, r.cut = r.text[:cl.start], r.lost+1, true
		return end
	}
	r.cut = r.cut || cl.size > int64(cl.end-cl.start)
	r.fields = append(r.fields, cl)
	return end
}

// onlySpaces reports whether b has nothing but spaces in it.
func onlySpaces(b []byte) bool { return len(bytes.TrimLeft(b, " ")) == 0 }

// plain reads a cell, or what follows its closing quote, to the delimiter or the line's ending.
func (r *records) plain(cl *field) ending {
	for {
		i := r.at
		for i < len(r.buf) && r.buf[i] != r.delim && r.buf[i] != '\n' && r.buf[i] != '\r' {
			i++
		}
		r.keep(cl, r.buf[r.at:i])
		r.at = i
		c, ok := r.peek(0)
		if !ok {
			return atEOF
		}
		if c == r.delim {
			return atDelim
		}
		if c == '\r' || c == '\n' {
			if r.newline() > 0 {
				return atRecord
			}
			r.keep(cl, r.buf[r.at:r.at+1])
			r.at++
		}
	}
}

// quoted reads what stands in quotes, and the closing quote.
func (r *records) quoted(cl *field) {
	for {
		if _, ok := r.peek(0); !ok {
			r.unended = true
			return
		}
		i := bytes.IndexByte(r.buf[r.at:], '"')
		if i < 0 {
			r.keep(cl, r.buf[r.at:])
			r.at = len(r.buf)
			continue
		}
		r.keep(cl, r.buf[r.at:r.at+i])
		r.at += i + 1
		if c, ok := r.peek(0); !ok || c != '"' {
			return
		}
		r.keep(cl, r.buf[r.at:r.at+1])
		r.at++
	}
}

// keep adds b to the cell, as far as there is room for it.
func (r *records) keep(cl *field, b []byte) {
	cl.size += int64(len(b))
	limit := MaxRow - len(r.text)
	if limit < len(b) {
		head := cellHead
		if len(r.text) > 2*MaxRow {
			head = cellStub
		}
		limit = max(limit, head-(len(r.text)-cl.start), 0)
	}
	if int64(len(r.text)-cl.start+len(b)) < cl.size {
		limit = 0 // something before this was left out
	}
	r.text = append(r.text, b[:min(limit, len(b))]...)
}
