package input

import (
	"bufio"
	"io"
)

// decode writes something to the second body and returns it as a doc.
func (r *Reader) decode(write func(io.Writer) error) (doc, error) {
	if r.decoded == nil {
		r.decoded = r.opts.Decoded()
	}
	off := r.decoded.Size()
	w := bufio.NewWriterSize(r.decoded, 64<<10)
	err := write(w)
	if ferr := w.Flush(); err == nil {
		err = ferr
	}
	return doc{at: r.decoded, off: off, size: r.decoded.Size() - off, body: 1}, err
}

// copyText writes what the JSON string that raw gives, with its quotes, stands for.
func copyText(w io.Writer, raw io.Reader) error {
	_, err := io.Copy(w, NewTextReader(raw))
	return err
}
