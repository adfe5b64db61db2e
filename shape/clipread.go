package shape

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"slices"
	"unicode/utf8"
)

// maxEnvelope is how many bytes a text may have to be taken for an envelope.
const maxEnvelope = 4 << 20

// A clipText is what is kept of a text while it is read: its head and its tail, each as long as what
// may be printed. They don't overlap; as long as nothing is dropped between them, they are all of it.
type clipText struct {
	limit      int
	head, tail []byte
	size       int64
	sum        hash.Hash // of all of it
}

// read reads a text to its end.
func (c *Clip) read(in io.Reader) (*clipText, error) {
	t := &clipText{limit: c.Counter.MaxBytes(c.Tokens), sum: sha256.New()}
	t.limit = min(max(t.limit, 1024), math.MaxInt/4)
	r := bufio.NewReaderSize(in, 64<<10)
	if begin, _ := r.Peek(len(`{"truncated":`)); likeEnvelope(begin) {
		t.limit = max(t.limit, maxEnvelope)
	}
	buf := make([]byte, 64<<10)
	for {
		n, err := r.Read(buf)
		t.add(buf[:n])
		switch {
		case errors.Is(err, io.EOF):
			return t, nil
		case err != nil:
			return nil, fmt.Errorf("read input: %w", err)
		}
	}
}

// likeEnvelope tells whether a text begins as an envelope of ours does.
func likeEnvelope(begin []byte) bool {
	return bytes.HasPrefix(begin, []byte(`{"truncated":`)) || bytes.HasPrefix(begin, []byte(`{"error":`))
}

func (t *clipText) add(b []byte) {
	t.sum.Write(b)
	t.size += int64(len(b))
	n := min(t.limit-len(t.head), len(b))
	t.head = append(t.head, b[:n]...)
	t.tail = append(t.tail, b[n:]...)
	if len(t.tail) > 2*t.limit {
		t.tail = t.tail[:copy(t.tail, t.tail[len(t.tail)-t.limit:])]
	}
}

// whole returns the text if all of it was kept, else nil.
func (t *clipText) whole() []byte {
	if t.size > int64(len(t.head)+len(t.tail)) {
		return nil
	}
	return slices.Concat(t.head, t.tail)
}

// printed returns head and tail as they may be printed: as valid UTF-8, without look-alikes of the
// mark. If all of the text was kept, each of them is all of it.
func (t *clipText) printed(d *disarmer) (head, tail []byte) {
	if whole := t.whole(); whole != nil {
		text := d.disarm(validUTF8(whole))
		return text, text
	}
	head, tail = t.head, t.tail
	for i := 1; i <= utf8.UTFMax && i <= len(head); i++ {
		if last := head[len(head)-i:]; utf8.RuneStart(last[0]) && !utf8.FullRune(last) {
			head = head[:len(head)-i]
			break
		}
	}
	if n := len(tail) - t.limit; n > 0 {
		tail = tail[n:]
	}
	for i := 0; i < utf8.UTFMax && !utf8.RuneStart(tail[0]); i++ {
		tail = tail[1:]
	}
	return d.disarm(validUTF8(head)), d.disarm(validUTF8(tail))
}

// validUTF8 puts U+FFFD in place of each byte that isn't UTF-8.
func validUTF8(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	out := make([]byte, 0, len(text)+len(text)/2)
	for _, r := range string(text) {
		out = utf8.AppendRune(out, r)
	}
	return out
}
