package input

import (
	"errors"
	"fmt"
	"io"
)

// A Body is where bytes are kept, in memory or in a file, to be read again from any place.
type Body interface {
	io.Writer
	io.ReaderAt
	Size() int64 // bytes written so far
}

// A tape reads the input once and keeps every byte of it, in order, as it comes. What has been
// kept can be read again from any offset: that is how another way to take the input is tried.
type tape struct {
	in   io.Reader
	kept Body
	size int64 // bytes kept so far
	err  error // what ended the input: io.EOF, or why it can't be read or kept
}

// maxIdle is how many reads in a row may give neither a byte nor an error (as in bufio).
const maxIdle = 100

// more reads the next bytes of the input into p and keeps them.
func (t *tape) more(p []byte) (int, error) {
	if t.err != nil {
		return 0, t.err
	}
	n, err := 0, error(nil)
	for idle := 0; n == 0 && err == nil && len(p) > 0; idle++ {
		if n, err = t.in.Read(p); idle == maxIdle {
			err = io.ErrNoProgress
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("read input: %w", err)
	}
	if n > 0 {
		if _, werr := t.kept.Write(p[:n]); werr != nil {
			t.err = fmt.Errorf("keep input: %w", werr)
			return 0, t.err
		}
		t.size += int64(n)
	}
	t.err = err
	return n, nil
}

// drain reads and keeps what is left of the input.
func (t *tape) drain() error {
	buf := make([]byte, 64<<10)
	for t.err == nil {
		t.more(buf)
	}
	if t.err == io.EOF {
		return nil
	}
	return t.err
}

// head returns the bytes of the input from off on, at most n, and whether that is all of it. It
// stops early when enough says so, which is asked each time a sixteenth has been added.
func (t *tape) head(off int64, n int, enough func([]byte) bool) (head []byte, whole bool, err error) {
	r := tapeReader{t: t, off: off}
	for ask := 1; len(head) < n; {
		if len(head) == cap(head) {
			room := max(4<<10, min(2*len(head), n))
			head = append(make([]byte, 0, room), head...)
		}
		m, err := r.Read(head[len(head):cap(head)])
		head = head[:len(head)+m]
		if err == io.EOF {
			return head, true, nil
		}
		if err != nil {
			return head, false, err
		}
		if len(head) >= ask {
			if enough(head) {
				break
			}
			ask = len(head) + len(head)/16 + 1
		}
	}
	return head, false, nil
}

// A tapeReader reads a tape from an offset on: first what is kept, then the input.
type tapeReader struct {
	t   *tape
	off int64
}

// Read implements io.Reader.
func (r *tapeReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if r.off < r.t.size {
		n, err := r.t.kept.ReadAt(p[:min(int64(len(p)), r.t.size-r.off)], r.off)
		r.off += int64(n)
		if n > 0 {
			return n, nil
		}
		return 0, fmt.Errorf("read what was kept of the input: %w", err)
	}
	n, err := r.t.more(p)
	r.off += int64(n)
	return n, err
}

// A doc is a stretch of one of the two bodies: the input itself (body 0) or what was decoded
// from it (body 1). It can be read any number of times.
type doc struct {
	tape *tape       // the whole input, which may not have ended yet; or nil
	at   io.ReaderAt // else the body,
	off  int64       // and the stretch of it
	size int64
	body int
}

// open returns a reader of d from byte off on, counted in its body.
func (d doc) open(off int64) io.Reader {
	if d.tape != nil {
		return &tapeReader{t: d.tape, off: off}
	}
	return io.NewSectionReader(d.at, off, d.off+d.size-off)
}

// start is the offset of d in its body.
func (d doc) start() int64 { return d.off }

// section returns a part of d, once it has been read.
func (d doc) section(off, size int64) doc {
	if d.tape != nil {
		return doc{at: d.tape.kept, off: off, size: size}
	}
	return doc{at: d.at, off: off, size: size, body: d.body}
}
