package shape

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/toolfit/toolfit/shape/input"
)

// Stored is where rows can be read back from: an artifact, or the draft of one.
type Stored interface {
	Span(n int64) (off, length int64, text bool, err error) // of row n in order of arrival
	Body(decoded bool) io.ReaderAt                          // the input, or the decoded rows
}

// Kept is where an input is kept while it is read, and a result on its way into the store.
type Kept interface {
	Stored
	Input() input.Body
	Decoded() input.Body
	AddSpan(off, length int64, text bool) // of the next row
	ResetSpans()                          // all rows so far are void
	Pick(n int64)                         // the next row of the result is row n
	ResetPicks()
	Picked(i int64) (int64, error) // the result's row i
	Picks() iter.Seq2[int64, error]
}

// An Artifact is a stored result: a handle's rows, in its order.
type Artifact interface {
	Stored
	Size() int64    // bytes of the input
	Rows() int64    // rows of the input
	Len() int64     // rows of the handle
	HasPicks() bool // whether the handle's rows aren't simply the input's
	Picked(i int64) (int64, error)
	Picks() iter.Seq2[int64, error]
}

// A RowError says that a stored row can't be read as JSON any more: it isn't what was stored.
type RowError struct {
	Row   int64 // in order of arrival
	Cause error
}

func (e *RowError) Error() string { return fmt.Sprintf("stored row %d is damaged: %v", e.Row, e.Cause) }

// asRowError tells damage to a row from what went wrong in reading it.
func asRowError(n int64, err error) error {
	var syntax *input.SyntaxError
	var cut *input.IncompleteError
	if errors.As(err, &syntax) || errors.As(err, &cut) {
		return &RowError{n, err}
	}
	return err
}

// readAhead is how much is read at once while rows are read one after the other, in bytes.
const readAhead = 256 << 10

// fetcher reads stored rows back.
type fetcher struct {
	from  Stored
	form  input.Form
	paths *input.Paths
	body  io.ReaderAt

	window []byte // bytes of the body from start on
	start  int64
}

func newFetcher(from Stored, form input.Form, paths *input.Paths) *fetcher {
	return &fetcher{from: from, form: form, paths: paths, body: from.Body(form.Body != 0)}
}

// row reads row n, in order of arrival. It is valid until the next call.
func (f *fetcher) row(n int64, row *input.Row) error {
	_, err := f.rowWith(n, nil, row)
	return err
}

// rowWith is row, unless the row is an object that surely doesn't have a text: neither as it stands
// nor, as far as can be told without scanning it, in another way to write it.
func (f *fetcher) rowWith(n int64, needs []byte, row *input.Row) (has bool, err error) {
	off, length, text, err := f.from.Span(n)
	if err != nil {
		return false, err
	}
	span := input.Span{Off: off, Len: length, Text: text}
	if length > input.MaxRow {
		return true, asRowError(n, f.form.Read(n, span, f.body, f.paths, row))
	}
	raw, err := f.bytes(off, int(length))
	if err != nil {
		return false, fmt.Errorf("read row %d: %w", n, err)
	}
	if needs != nil && !text && f.form.Columns == nil && lacks(raw, needs) {
		return false, nil
	}
	return true, asRowError(n, f.form.Row(n, span, raw, f.paths, row))
}

func lacks(object, text []byte) bool {
	return len(object) > 0 && object[0] == '{' &&
		!bytes.Contains(object, text) && bytes.IndexByte(object, '\\') < 0
}

// bytes returns a piece of the body, valid until the next call.
func (f *fetcher) bytes(off int64, length int) ([]byte, error) {
	if from := off - f.start; from >= 0 && from+int64(length) <= int64(len(f.window)) {
		return f.window[from : from+int64(length)], nil
	}
	size := length
	if ahead := f.start + int64(len(f.window)); off >= f.start && off <= ahead {
		size = max(length, readAhead) // the rows are read one after the other
	}
	if cap(f.window) < size {
		f.window = make([]byte, size)
	}
	n, err := f.body.ReadAt(f.window[:size], off)
	if f.window, f.start = f.window[:n], off; n < length {
		return nil, err
	}
	return f.window[:length], nil
}
