package input

import (
	"bytes"
	"io"
)

// sniffBytes bounds the beginning of an input that sniffers look at.
const sniffBytes = 256 << 10

// sniffLines is how many lines of it they look at.
const sniffLines = 200

// A head is the beginning of a doc, behind its byte order mark.
type head struct {
	text  []byte
	whole bool // that is all of it
	delim byte // what a sniffer of tables found
}

// lines returns the first lines of the head that are complete, without their endings.
func (h *head) lines(n int) [][]byte {
	var lines [][]byte
	text := h.text
	for len(text) > 0 && len(lines) < n {
		line, rest, found := bytes.Cut(text, []byte("\n"))
		if !found && !h.whole {
			break
		}
		lines = append(lines, bytes.TrimSuffix(line, []byte("\r")))
		text = rest
	}
	return lines
}

// isBlank reports whether there is nothing in b but white space.
func isBlank(b []byte) bool { return len(bytes.Trim(b, " \t\r\n")) == 0 }

// first returns the first byte that isn't white space; 0 if there is none.
func (h *head) first() byte {
	if t := bytes.TrimLeft(h.text, " \t\r\n"); len(t) > 0 {
		return t[0]
	}
	return 0
}

// bareCR reports whether lines end in CR alone: no LF follows the first line ending that isn't
// inside quotes.
func (h *head) bareCR() bool {
	quoted := false
	for i, c := range h.text {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\n':
			return false
		case c == '\r':
			return i+1 < len(h.text) && h.text[i+1] != '\n' || i+1 == len(h.text) && h.whole
		}
	}
	return false
}

// records returns the numbers of cells of the first n records that are complete, split at delim.
func (h *head) records(delim byte, n int) (sizes []int) {
	rec := records{buf: h.text, err: io.EOF, delim: delim, cr: h.bareCR()}
	for len(sizes) < n && rec.next() == nil {
		if rec.at == len(h.text) && !h.whole {
			break
		}
		sizes = append(sizes, len(rec.fields)+rec.lost)
	}
	return sizes
}

// header returns the cells of the first record.
func (h *head) header(delim byte) (cells []string) {
	rec := records{buf: h.text, err: io.EOF, delim: delim, cr: h.bareCR()}
	if rec.next() == nil {
		for _, c := range rec.fields {
			cells = append(cells, string(rec.text[c.start:c.end]))
		}
	}
	return cells
}
