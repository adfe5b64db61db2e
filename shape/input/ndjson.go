package input

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
)

func init() {
	register(Format{
		Name: "ndjson", rank: 2,
		Help:  "JSON values back to back, usually one a line; a bad line stays a string",
		sniff: sniffNDJSON,
		open:  openNDJSON,
	})
}

// openNDJSON reads values back to back; or lines, if it has been seen that not all are JSON.
func openNDJSON(r *Reader) (source, error) {
	if r.torn {
		return r.openLines(r.doc)
	}
	return openJSON(r, false)
}

// sniffNDJSON reports whether lines are JSON with bad ones among them: nine in ten of the first
// ones begin with { or [, and half parse.
func sniffNDJSON(h *head) bool {
	lines, begin, parse := 0, 0, 0
	var row Row
	p := NewPaths()
	for _, line := range h.lines(sniffLines) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		lines++
		if line[0] == '{' || line[0] == '[' {
			begin++
			if Scan(line, p, &row) == nil {
				parse++
			}
		}
	}
	return lines > 0 && begin*10 >= lines*9 && parse*2 >= lines
}

// maxBadLines is how many numbers of bad lines are named in the warning.
const maxBadLines = 20

// jsonLines gives each line as a row: JSON if it is, else a string.
type jsonLines struct {
	r     *Reader
	d     doc
	lines *lines
	line  int64 // number of the line, from 1
	bad   int64
	first []int64 // numbers of the first bad ones
}

// openLines reads d line by line.
func (r *Reader) openLines(d doc) (source, error) {
	r.form.Format, r.form.Body = "ndjson", d.body
	r.warnWords()
	return &jsonLines{r: r, d: d, lines: newLines(d)}, nil
}

// next implements source.
func (j *jsonLines) next(row *Row) error {
	for {
		cells := row.Cells
		if err := j.lines.next(row); err != nil {
			j.warn()
			return err
		}
		j.line++
		if len(bytes.TrimSpace(row.Bytes)) == 0 && !row.Large {
			continue
		}
		text := *row
		row.Cells = cells[:0]
		if j.value(&text, row) {
			return nil
		}
		*row = text
		if j.bad++; len(j.first) < maxBadLines {
			j.first = append(j.first, j.line)
		}
		return nil
	}
}

// value takes a line as one JSON value, if it is one.
func (j *jsonLines) value(line, row *Row) bool {
	if !line.Large {
		if Scan(line.Bytes, j.r.opts.Paths, row) != nil {
			return false
		}
		from := len(line.Bytes) - len(bytes.TrimLeft(line.Bytes, " \t\r"))
		row.Span = Span{Off: line.Off + int64(from), Len: int64(len(row.Bytes))}
		return true
	}
	d := j.d.section(line.Off, line.Len)
	if !d.isValue() {
		return false
	}
	s := NewSplitter(d.open(d.off), j.r.opts.Paths)
	s.Cells = true
	s.At(nil, true)
	err := s.Next(row)
	row.Off += d.off
	return err == nil
}

// isValue reports whether d is one JSON value and nothing else.
func (d doc) isValue() bool {
	l := NewLexer(d.open(d.off), Head)
	t, err := l.Next()
	if err == nil && (t == BeginObject || t == BeginArray) {
		err = l.Skip(t)
	}
	if err == nil {
		_, err = l.Next()
	}
	return err == io.EOF
}

// warn names the bad lines.
func (j *jsonLines) warn() {
	if j.bad == 0 {
		return
	}
	numbers := make([]string, len(j.first))
	for i, n := range j.first {
		numbers[i] = strconv.FormatInt(n, 10)
	}
	if j.bad > int64(len(j.first)) {
		numbers = append(numbers, "…")
	}
	what := "line is not JSON, kept as a string"
	if j.bad > 1 {
		what = "lines are not JSON, kept as strings"
	}
	j.r.warn(fmt.Sprintf("%d %s: line %s", j.bad, what, strings.Join(numbers, ", ")))
}
