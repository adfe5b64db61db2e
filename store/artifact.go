package store

import (
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"strconv"
	"time"
)

// An Artifact is a stored result, open for reading. It never changes. It is used by one goroutine
// at a time. Errors in reading wrap ErrCorrupt.
type Artifact struct {
	Handle string

	scope *Scope
	p     *place
	meta  map[string]string

	own, input, index *shelf
	inputReader       reader
	decodedReader     reader
	spans, picks      listReader

	sum                      [32]byte
	inputBytes, decodedBytes int64
	rows, length             int64
	picked                   bool
}

// Open opens the artifact of that handle. What was removed is ErrExpired; what never was, or is of
// another scope, or is no handle at all, is ErrUnknown.
func (s *Scope) Open(handle string) (*Artifact, error) {
	p, err := s.place(false)
	if err == errNoStore || err == nil && !ValidHandle(handle) {
		return nil, &Error{Op: "open artifact", Kind: ErrUnknown}
	}
	if err != nil {
		return nil, err
	}
	a, err := p.open(handle)
	if err != nil {
		return nil, err
	}
	a.scope = s
	p.touch(handle)
	return a, nil
}

// touch notes that the artifact is in use, now and then.
func (p *place) touch(handle string) {
	info, err := statFile(p.file(handle))
	if now := p.st.Now(); err == nil && now.Sub(info.ModTime()) > touchEvery {
		_ = os.Chtimes(p.file(handle), now, now) // if it can't be, the artifact expires earlier
	}
}

// open opens an artifact without leaving a trace.
func (p *place) open(handle string) (*Artifact, error) {
	a := &Artifact{Handle: handle, p: p, own: &shelf{path: p.file(handle)}}
	if err := a.own.open(); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &Error{Op: "open artifact", Kind: p.absent(handle)}
		}
		return nil, corrupt("open artifact", err)
	}
	meta, err := a.own.db.readMeta()
	if err == nil {
		a.meta = meta
		err = a.parse()
	}
	if err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// parse takes from meta what reading needs.
func (a *Artifact) parse() error {
	var errs [4]error
	a.inputBytes, errs[0] = strconv.ParseInt(a.meta["input_bytes"], 10, 64)
	a.decodedBytes, errs[1] = strconv.ParseInt(a.meta["decoded_bytes"], 10, 64)
	a.rows, errs[2] = strconv.ParseInt(a.meta["rows"], 10, 64)
	a.length = a.rows
	if n := a.meta["picked"]; n != "" {
		a.picked = true
		a.length, errs[3] = strconv.ParseInt(n, 10, 64)
	}
	sum, err := hex.DecodeString(a.meta["sha256"])
	if err = errors.Join(append(errs[:], err)...); err != nil || copy(a.sum[:], sum) != len(a.sum) {
		return corrupt("read artifact", err)
	}
	return a.arrange()
}

// arrange says which file has what. Files other than its own are opened when they are needed.
func (a *Artifact) arrange() error {
	input, index := a.meta["input_in"], a.meta["index_in"]
	if input != "" && !hashNamed(input, recordPrefix) ||
		index != "" && !hashNamed(index, recordPrefix) {
		return corrupt("read artifact", errors.New("not the name of a record"))
	}
	a.input, a.index = a.own, a.own
	if index != "" {
		a.index = &shelf{p: a.p, record: index, identity: a.meta["index_of"]}
	}
	switch input {
	case "":
	case index:
		a.input = a.index
	default:
		a.input = &shelf{p: a.p, record: input}
	}
	a.inputReader = reader{src: a.input, t: inputTable}
	a.decodedReader = reader{src: a.index, t: decodedTable}
	a.spans = listReader{src: a.index, t: spansTable}
	a.picks = listReader{src: a.own, t: picksTable}
	return nil
}

// whole says whether the files that the artifact refers to are there.
func (a *Artifact) whole() bool {
	input, index := a.meta["input_in"], a.meta["index_in"]
	return (input == "" || a.p.hasInput(input, a.sum)) &&
		(index == "" || a.p.hasIndex(index, a.meta["index_of"]))
}

// carrier returns the handle if its file has the part that would else be in the record that meta
// names under key.
func (a *Artifact) carrier(key string) string {
	if a.meta[key] != "" {
		return ""
	}
	return a.Handle
}

// Close lets go of the files.
func (a *Artifact) Close() {
	for _, s := range []*shelf{a.own, a.input, a.index} {
		if s != nil {
			s.close()
		}
	}
}

// Meta returns a value of meta, "" if it isn't there.
func (a *Artifact) Meta(key string) string { return a.meta[key] }

// Tool returns the name given to Commit.
func (a *Artifact) Tool() string { return a.meta["tool"] }

// Created returns when the artifact was written.
func (a *Artifact) Created() time.Time {
	t, _ := time.Parse(time.RFC3339Nano, a.meta["created"])
	return t
}

// SHA256 returns the hash of the input.
func (a *Artifact) SHA256() [32]byte { return a.sum }

// Size returns the bytes of the input.
func (a *Artifact) Size() int64 { return a.inputBytes }

// DecodedSize returns the bytes of the body of decoded rows.
func (a *Artifact) DecodedSize() int64 { return a.decodedBytes }

// Rows returns the number of rows of the input.
func (a *Artifact) Rows() int64 { return a.rows }

// Len returns the number of rows that the handle names.
func (a *Artifact) Len() int64 { return a.length }

// Picked says whether these are other than all rows in order of arrival.
func (a *Artifact) Picked() bool { return a.picked }

// Pick returns the number, in order of arrival, of the handle's row i.
func (a *Artifact) Pick(i int64) (int64, error) {
	if i < 0 || i >= a.length {
		return 0, &Error{Op: "read row", Kind: ErrRange}
	}
	if !a.picked {
		return i, nil
	}
	v, err := a.picks.at(i)
	if err == nil && (v[0] < 0 || v[0] >= a.rows) {
		err = errShort
	}
	if err != nil {
		return 0, a.fail("read order", err)
	}
	return v[0], nil
}

// Span returns where row n, in order of arrival, is.
func (a *Artifact) Span(n int64) (Span, error) {
	if n < 0 || n >= a.rows {
		return Span{}, &Error{Op: "read row", Kind: ErrRange}
	}
	v, err := a.spans.at(n)
	if err != nil {
		return Span{}, a.fail("read index", err)
	}
	return spanOf(v), nil
}

// Picks returns the numbers of the handle's rows from its row `from` on.
func (a *Artifact) Picks(from int64) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		for i := max(from, 0); i < a.length; i++ {
			n, err := a.Pick(i)
			if !yield(n, err) || err != nil {
				return
			}
		}
	}
}

// Spans returns the places of all rows from row `from` on, in order of arrival.
func (a *Artifact) Spans(from int64) iter.Seq2[Span, error] {
	return func(yield func(Span, error) bool) {
		for n := max(from, 0); n < a.rows; n++ {
			s, err := a.Span(n)
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// ReadAt reads from the input.
func (a *Artifact) ReadAt(p []byte, off int64) (int, error) {
	return a.readAt(&a.inputReader, a.inputBytes, p, off)
}

// ReadDecodedAt reads from the body of decoded rows.
func (a *Artifact) ReadDecodedAt(p []byte, off int64) (int, error) {
	return a.readAt(&a.decodedReader, a.decodedBytes, p, off)
}

func (a *Artifact) readAt(r *reader, size int64, p []byte, off int64) (int, error) {
	if off < 0 || off >= size {
		return 0, io.EOF
	}
	short := int64(len(p)) > size-off
	n, err := r.readAt(p[:min(int64(len(p)), size-off)], off)
	if err != nil {
		return n, a.fail("read artifact", err)
	}
	if short {
		err = io.EOF
	}
	return n, err
}

// fail says that the artifact is damaged; unless it is no longer there, as it was removed just now.
func (a *Artifact) fail(op string, err error) error {
	if _, gone := statFile(a.p.file(a.Handle)); errors.Is(gone, fs.ErrNotExist) {
		return &Error{Op: op, Kind: ErrExpired, Cause: err}
	}
	return corrupt(op, err)
}
