package input

import (
	"bytes"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// textPiece is how much of a JSON string is decoded at once, in bytes.
const textPiece = 64 << 10

// A TextReader gives what a JSON string stands for: always valid UTF-8, as Unquote does. It holds
// a piece of the string, whatever its length.
type TextReader struct {
	raw   io.Reader
	buf   []byte // read and not decoded yet
	out   []byte // decoded; what is not given yet is rest
	rest  []byte
	began bool
	lossy bool
	err   error
}

// NewTextReader returns a reader of the string that raw gives, with its quotes. The string must
// have been scanned before.
func NewTextReader(raw io.Reader) *TextReader { return &TextReader{raw: raw} }

// Reset lets r begin with another string.
func (r *TextReader) Reset(raw io.Reader) {
	*r = TextReader{raw: raw, buf: r.buf[:0], out: r.out}
}

// Lossy reports whether U+FFFD was given for something else so far: a lone surrogate or bytes that
// are no UTF-8. The string then can't be had back from what was read.
func (r *TextReader) Lossy() bool { return r.lossy }

// Read implements io.Reader.
func (r *TextReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.more()
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// more reads the next piece and decodes what of it is sure to be whole.
func (r *TextReader) more() {
	if r.buf == nil {
		r.buf = make([]byte, 0, textPiece)
	}
	n, err := r.raw.Read(r.buf[len(r.buf):cap(r.buf)])
	r.buf = r.buf[:len(r.buf)+n]
	if !r.began && len(r.buf) > 0 {
		r.buf, r.began = append(r.buf[:0], r.buf[1:]...), true
	}
	var piece []byte
	switch {
	case err == io.EOF:
		piece = r.buf[:max(len(r.buf)-1, 0)]
	case err == nil:
		piece = cutText(r.buf, max(len(r.buf)-12, 0))
	}
	r.err = err
	r.lossy = r.lossy || lossy(piece)
	r.out = unquotePiece(r.out[:0], piece)
	r.rest = r.out
	r.buf = append(r.buf[:0], r.buf[len(piece):]...)
}

// unquotePiece is Unquote for a piece of a string, without quotes.
func unquotePiece(dst, piece []byte) []byte {
	quoted := append(append(append(make([]byte, 0, len(piece)+2), '"'), piece...), '"')
	return Unquote(dst, quoted)
}

// lossy reports whether a piece of a string has bytes or escapes that Unquote replaces.
func lossy(piece []byte) bool {
	if !utf8.Valid(piece) {
		return true
	}
	for {
		n := bytes.IndexByte(piece, '\\')
		if n < 0 {
			return false
		}
		r, size := unescape(piece[n:])
		if utf16.IsSurrogate(r) {
			return true
		}
		piece = piece[n+size:]
	}
}
