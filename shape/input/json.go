package input

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

func init() {
	register(Format{
		Name: "json", rank: 1,
		Help:  "one JSON document: its list of rows is found, or the document is a record",
		sniff: (*head).mayBeJSON,
		open:  func(r *Reader) (source, error) { return openJSON(r, true) },
	})
}

// mayBeJSON reports whether the head begins as a JSON value does, or as a word that stands for
// one in JavaScript. A number or string with a tab behind it on its line begins a table instead.
func (h *head) mayBeJSON() bool {
	c := h.first()
	switch {
	case c == '{' || c == '[' || c == 0:
		return true
	case c-'0' < 10 || strings.IndexByte(`"-tfnNI`, c) >= 0:
		return !sniffDelim(h, "\t")
	}
	return false
}

// openJSON reads JSON: one document if strict, else values back to back too, and what turns out
// to be no JSON in some other way.
func openJSON(r *Reader, strict bool) (source, error) {
	j := &jsonRows{r: r, d: r.doc, strict: strict}
	if r.opts.Rows != nil {
		return j.openAt(r.opts.Rows)
	}
	c, err := r.firstByte()
	if err != nil {
		return nil, err
	}
	switch {
	case c == '{' && r.opts.From == "ndjson": // one line of it is one row
		return j.stream(true, nil, true), nil
	case c == '{':
		return j.openObject()
	}
	return j.stream(c != '[', nil, true), nil
}

// firstByte returns the first byte of the doc that isn't white space; 0 if there is none.
func (r *Reader) firstByte() (byte, error) {
	in, buf := r.doc.open(r.doc.off), make([]byte, 512)
	for {
		n, err := in.Read(buf)
		h := head{text: buf[:n]}
		if c := h.first(); c != 0 {
			return c, nil
		}
		if err == io.EOF {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// jsonRows gives the rows of a doc that the scanner finds.
type jsonRows struct {
	r      *Reader
	d      doc
	s      *Splitter
	strict bool
	final  bool  // the doc has been read before, so nothing new can be wrong with it
	place  Place // of the values or lists
	asked  Place // as asked for
	bare   bool  // place was given, to a list: rows that are members or arrays need a second look
	nested bool  // the row is an array
	first  int64 // where the first row begins in d, and
	last   int64 // where the last one ends
}

// stream begins to read the rows at place: with at, the values there or the elements of those
// there; without, what the splitter finds by itself.
func (j *jsonRows) stream(at bool, place Place, values bool) *jsonRows {
	j.s = NewSplitter(j.d.open(j.d.off), j.r.opts.Paths)
	j.s.Cells = true
	if at {
		j.s.At(place.steps(), values)
	}
	j.place = place
	if len(j.asked) > 0 {
		j.r.form.RowsAt = j.asked.String()
	}
	j.r.form.Format, j.r.form.Body = "json", j.d.body
	return j
}

// next implements source.
func (j *jsonRows) next(row *Row) error {
	err := j.s.Next(row)
	if j.strict && j.s.Values() > 1 {
		return &DamageError{Off: j.d.off + j.s.Off(), Detail: fmt.Sprintf(
			"parse JSON: more than one value, the second ends by byte %d", j.d.off+j.s.Off())}
	}
	if err == nil {
		if j.last == 0 {
			j.first = row.Off
		}
		j.last = row.Off + row.Len
		row.Off += j.d.off
		if j.nested = isArray(row); j.bare && (j.nested || j.s.Key() != nil) {
			return &otherError{func() (source, error) { return j.openOutline(j.asked) }}
		}
		return nil
	}
	return j.end(err)
}

func isArray(row *Row) bool { return len(row.Cells) > 0 && row.Cells[0].Kind == Array }

// end decides what to do where the splitter stops.
func (j *jsonRows) end(err error) error {
	r := j.r
	var syntax *SyntaxError
	switch {
	case j.final && (err == io.EOF || errors.Is(err, ErrIncomplete)):
		return io.EOF
	case err == ErrValues:
		return &otherError{func() (source, error) { return j.stream(true, nil, true), nil }}
	case err == io.EOF && j.s.Values() == 0:
		return r.blank()
	case err == io.EOF && j.bare && j.last == 0:
		return &otherError{func() (source, error) { return j.openOutline(j.asked) }}
	case err == io.EOF:
		r.warnWords()
		if j.s.Values() > 1 {
			r.form.Format = "ndjson"
		}
		r.wrapped(j)
		return io.EOF
	case errors.As(err, &syntax):
		return j.broken(syntax)
	case errors.Is(err, ErrIncomplete):
		return j.incomplete(err)
	}
	return err
}

// broken decides what an input is that stops being JSON. It returns a *DamageError if it must be
// JSON.
func (j *jsonRows) broken(err *SyntaxError) error {
	r := j.r
	off := j.d.off + err.Off
	detail := fmt.Sprintf("parse JSON: %s at byte %d", err.Msg, off)
	word, werr := wordAt(j.d, off)
	if werr != nil {
		return werr
	}
	if word != "" {
		detail = fmt.Sprintf("parse JSON: %s is not JSON, at byte %d", word, off)
	}
	switch {
	case j.strict:
		return &DamageError{Off: off, Detail: detail}
	case word != "" && r.plain == nil:
		return &otherError{r.openWords}
	}
	r.torn = true
	if r.opts.From == "ndjson" {
		return &otherError{func() (source, error) { return r.openLines(r.doc) }}
	}
	return &otherError{func() (source, error) {
		r.unquote()
		rows, err := r.sniffed()
		if err == nil && r.form.Format == "text" && r.looksJSON() {
			r.warn(fmt.Sprintf("the input begins as JSON but is not (%s): taken as text",
				detail[len("parse JSON: "):]))
		}
		return rows, err
	}}
}

// incomplete decides what an input is that ends in the middle of a value: lines of JSON of which
// the last is torn, text that begins with a quote, or a document that was cut.
func (j *jsonRows) incomplete(err error) error {
	r := j.r
	h, herr := r.head()
	if herr != nil {
		return herr
	}
	c := h.first()
	switch {
	case j.strict:
	case r.opts.From == "ndjson" || sniffNDJSON(h):
		return &otherError{func() (source, error) { return r.openLines(r.doc) }}
	case c != '{' && c != '[':
		r.unquote()
		return &otherError{r.sniffed}
	}
	if j.bare && j.last == 0 {
		return &otherError{func() (source, error) { return j.openOutline(j.asked) }}
	}
	r.warnWords()
	r.wrapped(j)
	return j.cut(err)
}

// cut is the error for a document that ends in the middle.
func (j *jsonRows) cut(err error) *DamageError {
	e := &DamageError{Incomplete: true, Off: -1, Detail: err.Error()}
	var in *IncompleteError
	if errors.As(err, &in) {
		e.Off = j.d.off + in.Off
		e.Detail = fmt.Sprintf("parse JSON: the input ends inside a value, after %d bytes", e.Off)
	}
	return e
}

// looksJSON reports whether the head of the doc is JSON for long enough to say so: a member of an
// object, or two elements of an array. "[12] text" and "[2026-01-02] text" are lines of a log.
func (r *Reader) looksJSON() bool {
	l := NewLexer(r.doc.open(r.doc.off), Head)
	first, err := l.Next()
	if err != nil || first != BeginObject && first != BeginArray {
		return false
	}
	more := 1
	if t, err := l.Next(); err != nil {
		return false
	} else if t == Digits {
		more = 2
	}
	for range more {
		if _, err := l.Next(); err != nil {
			return false
		}
	}
	return true
}
