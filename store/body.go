package store

import (
	"errors"
	"io"
)

// A source gives pieces: a draft's spool, or the file of an artifact.
type source interface {
	get(piece) ([]byte, error)
}

// A Body is a sequence of bytes that grows by Write and can be read anywhere. It is used by one
// goroutine at a time.
type Body struct {
	sp   *spool
	t    table
	size int64
	tail []byte // the last chunk, while it isn't full
	r    reader
}

func newBody(sp *spool, t table) *Body {
	return &Body{sp: sp, t: t, r: reader{src: sp, t: t}}
}

// Size returns the number of bytes written.
func (b *Body) Size() int64 { return b.size }

// Write appends p, which it copies. It never fails: if there is no room for the bytes anywhere,
// reading them will.
func (b *Body) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		if b.tail == nil {
			b.tail = b.sp.buffer()
		}
		k := min(len(p), chunkSize-len(b.tail))
		b.tail = append(b.tail, p[:k]...)
		p = p[k:]
		b.size += int64(k)
		if len(b.tail) == chunkSize {
			b.flush()
		}
	}
	return n, nil
}

// flush hands the last chunk over. Only the last of all may be short.
func (b *Body) flush() {
	if len(b.tail) > 0 {
		b.sp.put(piece{b.t, (b.size - 1) / chunkSize}, b.tail)
		b.tail = nil
	}
}

// ReadAt reads what was written, as io.ReaderAt.
func (b *Body) ReadAt(p []byte, off int64) (int, error) {
	start := b.size - int64(len(b.tail))
	n, err := 0, error(nil)
	if off < start {
		n, err = b.r.readAt(p[:min(int64(len(p)), start-off)], off)
	}
	if err == nil && n < len(p) && off+int64(n) < b.size {
		n += copy(p[n:], b.tail[off+int64(n)-start:])
	}
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}

// A reader reads from a body in chunks, and keeps the last few. Where a source can give part of a
// chunk, a short read that follows no other is no more than that.
type reader struct {
	src    source
	t      table
	chunks [4]chunk // most recent first
	last   int64    // one more than the chunk that was asked for last
}

type chunk struct {
	n    int64
	data []byte
}

// parter is a source that gives parts of chunks.
type parter interface {
	part(p piece, off, length int64) ([]byte, error)
}

// shortRead is how little is read without keeping the whole chunk.
const shortRead = 32 << 10

// readAt fills p, all of which must be there.
func (r *reader) readAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		from := at % chunkSize
		want := p[n:min(len(p), n+int(chunkSize-from))]
		if err := r.fill(want, at/chunkSize, from); err != nil {
			return n, err
		}
		n += len(want)
	}
	return n, nil
}

var errShort = errors.New("a chunk is shorter than it should be")

func (r *reader) fill(p []byte, n, from int64) error {
	data := r.kept(n)
	part, ok := r.src.(parter)
	if data == nil && ok && len(p) <= shortRead && r.last != n && r.last != n+1 {
		r.last = n + 1
		data, err := part.part(piece{r.t, n}, from, int64(len(p)))
		if err == nil && copy(p, data) < len(p) {
			err = errShort
		}
		return err
	}
	r.last = n + 1
	if data == nil {
		var err error
		if data, err = r.load(n); err != nil {
			return err
		}
	}
	if from > int64(len(data)) || copy(p, data[from:]) < len(p) {
		return errShort
	}
	return nil
}

func (r *reader) kept(n int64) []byte {
	for i, c := range r.chunks {
		if c.n == n && c.data != nil {
			copy(r.chunks[1:i+1], r.chunks[:i])
			r.chunks[0] = c
			return c.data
		}
	}
	return nil
}

func (r *reader) load(n int64) ([]byte, error) {
	data, err := r.src.get(piece{r.t, n})
	if err != nil {
		return nil, err
	}
	copy(r.chunks[1:], r.chunks[:])
	r.chunks[0] = chunk{n, data}
	return data, nil
}
