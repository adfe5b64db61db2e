package input

import (
	"bytes"
	"fmt"
	"io"
)

// begin looks at the first bytes and chooses a way to read.
func (r *Reader) begin() (source, error) {
	if err := r.readMark(); err != nil {
		return nil, err
	}
	text, whole, err := r.docHead(sniffBytes, func(b []byte) bool { return !isBlank(b) })
	if err != nil {
		return nil, err
	}
	if whole && isBlank(text) {
		return nil, r.blank()
	}
	h := &head{text: text, whole: whole}
	if c := h.first(); c != '{' && c != '[' && c != 0 {
		if h, err = r.head(); err != nil {
			return nil, err
		}
		if err := r.binary(h); err != nil {
			return nil, err
		}
	}
	if r.opts.From != "" && r.opts.From != Auto {
		f, err := findFormat(r.opts.From)
		if err != nil {
			return nil, err
		}
		return f.open(r)
	}
	if h.mayBeJSON() {
		return openJSON(r, false)
	}
	return r.sniffed()
}

// readMark reads the byte order mark, if there is one. An input in UTF-16 is read to its end, and
// what was decoded of it is the doc.
func (r *Reader) readMark() error {
	mark, _, err := r.tape.head(0, 4, func(b []byte) bool { return len(b) >= 4 || b[0] < 0xef })
	if err != nil {
		return err
	}
	if bytes.HasPrefix(mark, bomUTF8) {
		r.doc.off = int64(len(bomUTF8))
	}
	order := byteOrder(mark)
	if order == nil || binaryKind(mark) == "UTF-32 text" {
		return nil
	}
	r.doc, err = r.decode(func(w io.Writer) error {
		return decodeUTF16(r.doc.open(int64(len(bomUTF16LE))), order, w)
	})
	return err
}

// blank is the end of an input that has nothing in it.
func (r *Reader) blank() error {
	if err := r.tape.drain(); err != nil {
		return err
	}
	what := "the input is empty (0 bytes)"
	if r.tape.size > 0 {
		what = fmt.Sprintf("the input is blank (%s, nothing but white space)", count(r.tape.size, "byte"))
	}
	if r.opts.From == "json" || r.opts.From == "mcp" {
		return &DamageError{Off: r.tape.size, Detail: "parse JSON: " + what}
	}
	r.form.Format = r.opts.From
	if r.form.Format == "" || r.form.Format == Auto {
		r.form.Format = "text"
	}
	r.warn(what)
	return io.EOF
}

// docHead returns the beginning of the doc, at most n bytes or as much as is enough, and whether
// that is all of it.
func (r *Reader) docHead(n int, enough func([]byte) bool) (text []byte, whole bool, err error) {
	if r.doc.tape != nil {
		return r.tape.head(r.doc.off, n, enough)
	}
	h, err := r.doc.head()
	return h.text, h.whole, err
}

// head returns the beginning of the doc, for sniffers: the same however the input comes.
func (r *Reader) head() (*head, error) {
	text, whole, err := r.docHead(sniffBytes, func([]byte) bool { return false })
	return &head{text: text, whole: whole}, err
}

// head returns the beginning of d, which has been read before.
func (d doc) head() (*head, error) {
	text, err := io.ReadAll(io.LimitReader(d.open(d.off), sniffBytes))
	return &head{text: text, whole: int64(len(text)) == d.size}, err
}

// binary returns the error for an input that is no text, unless it was asked for as text.
func (r *Reader) binary(h *head) error {
	kind := binaryKind(h.text)
	if kind == "" || r.doc.body != 0 || r.opts.From == "text" {
		return nil
	}
	if err := r.tape.drain(); err != nil {
		return err
	}
	return &DamageError{Detail: fmt.Sprintf("read input: %d bytes of %s, not text", r.tape.size, kind)}
}

// sniffed asks the formats, other than json, whether the input is theirs; text never says no.
func (r *Reader) sniffed() (source, error) {
	h, err := r.head()
	if err != nil {
		return nil, err
	}
	if err := r.binary(h); err != nil {
		return nil, err
	}
	for _, f := range formats {
		if f.Name != "json" && f.sniff != nil && f.sniff(h) {
			return f.open(r)
		}
	}
	panic("no format for text")
}
