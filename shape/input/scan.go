package input

import "io"

// Scan takes one JSON value in memory apart: it sets Bytes, Cells and the flags of row, and leaves
// its number and place alone. Cells are put where row had them before. Bytes is a slice of b; if
// the value is longer than MaxRow, it is the abridged form, valid until the next Scan with the same
// Paths. White space around the value is allowed; else an error is a *SyntaxError or an
// *IncompleteError.
func Scan(b []byte, p *Paths, row *Row) error {
	if p.mem == nil {
		p.mem = &memory{scan: cellScanner{paths: p}}
	}
	return p.mem.take(b, row)
}

// memory is what Scan needs again and again.
type memory struct {
	scan  cellScanner
	short abridger
}

func (m *memory) take(b []byte, row *Row) error {
	s := &m.scan
	l := &s.lex
	l.reset(nil, b)
	s.cells = row.Cells[:0]
	t := l.next()
	l.mark = l.start
	ok := t != None && s.value(t, MaxRow)
	large := l.err == errLong
	if large {
		l.again(0)
		ok = m.short.value(s, l.next(), MaxRow)
	}
	from, end := l.mark, l.end
	if !ok || l.next() != None || l.err != io.EOF {
		return l.left()
	}
	*row = Row{N: row.N, Span: row.Span, Bytes: b[from:end], Cells: s.cells, Dup: s.dup}
	if large {
		m.short.fill(row)
	}
	return nil
}

// left says what is wrong where one value and no more should have been.
func (l *Lexer) left() error {
	switch l.err {
	case nil:
		l.fail(l.start, "more than one value")
	case io.EOF:
		l.err = &IncompleteError{l.off + int64(len(l.buf))}
	}
	return l.err
}
