package store

import (
	"crypto/sha256"
	"errors"
)

// A Draft is a result on its way into the store. Bytes of the input are appended by Write, and can
// be read back at once; rows are said by AddSpan, in order of arrival; and where the handle is to
// name other rows, or in another order, by Pick. Nothing is on disk before a MiB has been written,
// and nothing has a handle before Commit.
//
// A store that can't be written is no hindrance: the draft is then kept elsewhere for as long as it
// lives, and Commit says so. A draft is used by one goroutine, and ends with Commit or Discard;
// Discard after Commit lets go of what is only needed to read from the draft itself.
type Draft struct {
	scope        *Scope
	sp           *spool
	from         *Artifact // whose input this is, if it was derived
	input        *Body
	decoded      *Body
	spans, picks *list
	ownIndex     bool // of a derived draft: rows are found anew
	flushed      bool
	spent        bool // the file being written is an artifact by now, or was to be
}

// A Span is where a row lies in its body, in bytes. The row is the slice itself, which is JSON, or
// with Text a line of text.
type Span struct {
	Off, Len int64
	Text     bool
}

// Draft begins a result.
func (s *Scope) Draft() *Draft {
	sp := newSpool(s)
	return &Draft{
		scope: s, sp: sp, input: newBody(sp, inputTable), decoded: newBody(sp, decodedTable),
		spans: newList(sp, spansTable), picks: newList(sp, picksTable),
	}
}

// Derive begins another selection, order or projection of the same input. Its rows are those of
// the artifact, and Pick gives their numbers there; unless AddSpan, or ResetSpans first, says that
// rows are found elsewhere. The input is read from the artifact, which must stay open until Commit,
// and can't be written.
func (a *Artifact) Derive() *Draft {
	d := a.scope.Draft()
	d.from = a
	return d
}

var errDerived = errors.New("the input of a derived artifact is written already")

// Write appends to the input.
func (d *Draft) Write(p []byte) (int, error) {
	if d.from != nil {
		return 0, errDerived
	}
	return d.input.Write(p)
}

// ReadAt reads from the input as far as it is written.
func (d *Draft) ReadAt(p []byte, off int64) (int, error) {
	if d.from != nil {
		return d.from.ReadAt(p, off)
	}
	return d.input.ReadAt(p, off)
}

// Size returns the bytes of the input so far.
func (d *Draft) Size() int64 {
	if d.from != nil {
		return d.from.Size()
	}
	return d.input.Size()
}

// Decoded returns the second body, for rows that are no slices of the input.
func (d *Draft) Decoded() *Body {
	d.ownIndex = true
	return d.decoded
}

// AddSpan says where the next row is.
func (d *Draft) AddSpan(off, length int64, text bool) {
	d.ownIndex = true
	if text {
		length = -1 - length
	}
	d.spans.add(off, length)
}

// ResetSpans voids the rows said so far. What was written to Decoded stays.
func (d *Draft) ResetSpans() {
	d.ownIndex = true
	d.spans.reset()
}

// Rows returns the number of rows so far.
func (d *Draft) Rows() int64 {
	if d.from != nil && !d.ownIndex {
		return d.from.Rows()
	}
	return d.spans.rows
}

// Span returns where row n is, in order of arrival.
func (d *Draft) Span(n int64) (Span, error) {
	if d.from != nil && !d.ownIndex {
		return d.from.Span(n)
	}
	v, err := d.spans.at(n)
	if err != nil {
		return Span{}, err
	}
	return spanOf(v), nil
}

func spanOf(v []int64) Span {
	if v[1] < 0 {
		return Span{v[0], -1 - v[1], true}
	}
	return Span{v[0], v[1], false}
}

// Pick says that row n, in order of arrival, is the handle's next row.
func (d *Draft) Pick(n int64) { d.picks.add(n) }

// Picks returns how many rows were picked.
func (d *Draft) Picks() int64 { return d.picks.rows }

// ResetPicks voids the rows picked so far.
func (d *Draft) ResetPicks() { d.picks.reset() }

// Err says why the store can't take the draft, if that is known already.
func (d *Draft) Err() error { return d.sp.failed() }

// Discard ends the draft. Nothing of it stays but what was committed.
func (d *Draft) Discard() {
	d.sp.discard()
	d.flushed = true
}

// flush hands over what is left and waits until it is written.
func (d *Draft) flush() {
	if d.flushed {
		return
	}
	d.flushed = true
	d.input.flush()
	d.decoded.flush()
	d.spans.flush()
	d.picks.flush()
	d.sp.stop()
}

// sum returns the SHA-256 of the input of a draft that was flushed.
func (d *Draft) sum() (sum [32]byte) {
	switch {
	case d.from != nil:
		return d.from.SHA256()
	case d.sp.work != nil:
		d.sp.sum.Sum(sum[:0])
		return sum
	}
	h := sha256.New()
	for _, o := range d.sp.backlog() {
		if o.table == inputTable {
			h.Write(o.data)
		}
	}
	h.Sum(sum[:0])
	return sum
}

// Picked returns the row that was picked as number i.
func (d *Draft) Picked(i int64) (int64, error) {
	v, err := d.picks.at(i)
	if err != nil {
		return 0, err
	}
	return v[0], nil
}
