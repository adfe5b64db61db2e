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
	buf := make([]byte, 0, 64<<10)
	var out []byte
	for first := true; ; {
		n, err := raw.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if first && len(buf) > 0 {
			buf, first = append(buf[:0], buf[1:]...), false
		}
		piece := buf
		if err == io.EOF {
			piece = buf[:max(len(buf)-1, 0)]
		} else if err != nil {
			return err
		} else {
			piece = cutText(buf, max(len(buf)-12, 0))
		}
		out = unquotePiece(out[:0], piece)
		if _, werr := w.Write(out); werr != nil || err == io.EOF {
			return werr
		}
		buf = append(buf[:0], buf[len(piece):]...)
	}
}

// unquotePiece is Unquote for a piece of a string, without quotes.
func unquotePiece(dst, piece []byte) []byte {
	quoted := append(append([]byte{'"'}, piece...), '"')
	return Unquote(dst, quoted)
}
