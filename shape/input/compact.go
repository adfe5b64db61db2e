package input

import "io"

// CompactTo is Compact for a value that is never held whole. The error is the reader's or the writer's.
func CompactTo(w io.Writer, r io.Reader) error {
	var c compactor
	buf := make([]byte, 64<<10)
	for n := 0; ; {
		k, err := r.Read(buf[n:])
		n += k
		end := n
		if err == nil {
			end -= unfinished(buf[:n])
		}
		if _, e := w.Write(c.compact(buf[:end])); e != nil {
			return e
		}
		n = copy(buf, buf[end:n])
		switch err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}

// compactor leaves white space out of a value that comes in pieces.
type compactor struct {
	quoted, escaped bool // the next byte is in a string; it is behind a backslash there
	kept, out       []byte
}

// compact returns what stays of a piece that ends between characters, valid until the next call.
func (c *compactor) compact(b []byte) []byte {
	c.kept = c.kept[:0]
	for _, x := range b {
		if c.quoted || x > ' ' {
			c.kept = append(c.kept, x)
		}
		switch {
		case c.escaped:
			c.escaped = false
		case x == '"':
			c.quoted = !c.quoted
		case x == '\\':
			c.escaped = c.quoted
		}
	}
	c.out = appendUTF8(c.out[:0], c.kept, true)
	return c.out
}
