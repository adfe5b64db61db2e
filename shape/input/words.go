package input

import (
	"bytes"
	"io"
)

// words stand for numbers in JavaScript, but not in JSON.
var words = []string{"NaN", "Infinity", "-Infinity"}

// wordAt returns the word that JSON doesn't know at offset off of d, or one byte before it;
// "" if there is none.
func wordAt(d doc, off int64) (string, error) {
	from := max(off-1, d.off)
	around := make([]byte, 16)
	n, err := io.ReadFull(d.open(from), around)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return "", err
	}
	around = around[:n]
	for _, w := range words {
		for i := range min(2, len(around)) {
			if isWord(around[i:], w) && (i == 0 || w[0] == '-' || around[0] != '-') {
				return w, nil
			}
		}
	}
	return "", nil
}

// isWord reports whether b begins with w, and w ends there.
func isWord(b []byte, w string) bool {
	return bytes.HasPrefix(b, []byte(w)) && (len(b) == len(w) || !isLetter(b[len(w)]))
}

func isLetter(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c-'0' < 10
}

// openWords puts the words that JSON doesn't know in quotes, in the second body, and reads that.
func (r *Reader) openWords() (source, error) {
	plain := r.doc
	d, err := r.decode(func(w io.Writer) (err error) {
		r.words, err = quoteWords(w, plain.open(plain.off))
		return err
	})
	if err != nil {
		return nil, err
	}
	r.plain, r.doc = &plain, d
	return openJSON(r, false)
}

// unquote goes back to the doc in which words are as they came.
func (r *Reader) unquote() {
	if r.plain != nil {
		r.doc, r.words = *r.plain, 0
	}
}

// warnWords says how many words were put in quotes.
func (r *Reader) warnWords() {
	if r.words > 0 {
		r.warn(count(r.words, "value") + " that JSON does not know (NaN, Infinity): shown as text")
		r.words = 0
	}
}

// quoteWords copies JSON, with the words that it doesn't know in quotes, and returns how many
// there are.
func quoteWords(w io.Writer, in io.Reader) (n int64, err error) {
	buf, out := make([]byte, 0, 64<<10), []byte(nil)
	inside, skip, prev := false, false, byte(0)
	for last := false; !last; {
		m, rerr := in.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+m]
		if last = rerr == io.EOF; rerr != nil && !last {
			return n, rerr
		}
		i := 0
		for out = out[:0]; i < len(buf) && (last || len(buf)-i > 16); i++ {
			c := buf[i]
			switch {
			case skip:
				skip = false
			case inside && c == '\\':
				skip = true
			case c == '"':
				inside = !inside
			case c == '\n':
				inside = false
			case !inside && !isLetter(prev):
				if word := anyWord(buf[i:]); word != "" {
					out = append(append(append(out, '"'), word...), '"')
					i, prev, n = i+len(word)-1, 'N', n+1
					continue
				}
			}
			out, prev = append(out, c), c
		}
		if _, err := w.Write(out); err != nil {
			return n, err
		}
		buf = append(buf[:0], buf[i:]...)
	}
	return n, nil
}

// anyWord returns the word that b begins with, if there is one.
func anyWord(b []byte) string {
	for _, w := range words {
		if b[0] == w[0] && isWord(b, w) {
			return w
		}
	}
	return ""
}
