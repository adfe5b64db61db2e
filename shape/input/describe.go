package input

import (
	"bytes"
	"fmt"
	"io"
)

// describe writes a content block as a row, without its binary data: instead of "blob" and, in
// media, "data", which are base64, it says how many bytes they stand for. Any other long string
// keeps a head.
func describe(w io.Writer, d doc, media bool) error {
	out := describer{w: w, lex: NewLexer(d.open(d.off), Head), media: media}
	for {
		t, err := out.lex.Next()
		if err == io.EOF {
			out.buf.WriteByte('\n')
			return out.flush(0)
		}
		if err == nil {
			err = out.token(t)
		}
		if err == nil {
			err = out.flush(32 << 10)
		}
		if err != nil {
			return err
		}
	}
}

// A describer writes tokens.
type describer struct {
	w     io.Writer
	lex   *Lexer
	buf   bytes.Buffer
	media bool
	comma bool // belongs before what comes next, unless that is an end
}

// token writes a token and, where they belong, the comma before it and the colon behind it.
func (d *describer) token(t Token) error {
	if d.comma && t != EndObject && t != EndArray {
		d.buf.WriteByte(',')
	}
	raw := d.lex.Bytes()
	if t == Name && (string(raw) == `"blob"` || d.media && string(raw) == `"data"`) {
		return d.data(raw)
	}
	d.buf.Write(raw)
	if d.lex.Cut() {
		d.buf.WriteString(`…"`)
	}
	if t == Name {
		d.buf.WriteByte(':')
	}
	d.comma = t != Name && t != BeginObject && t != BeginArray
	return nil
}

// data writes what a string of base64 amounts to; anything else of that name stays.
func (d *describer) data(name []byte) error {
	name = bytes.Clone(name)
	d.comma = false
	t, err := d.lex.Next()
	if err != nil {
		return err
	}
	if t != Text {
		d.buf.Write(append(name, ':'))
		return d.token(t)
	}
	fmt.Fprintf(&d.buf, `"bytes":%d`, d.lex.Size()*3/4)
	d.comma = true
	return nil
}

// flush writes what there is if it is more than n bytes.
func (d *describer) flush(n int) error {
	if d.buf.Len() <= n {
		return nil
	}
	_, err := d.w.Write(d.buf.Bytes())
	d.buf.Reset()
	return err
}
