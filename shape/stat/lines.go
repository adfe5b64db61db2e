package stat

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"
)

// lines gathers what is said of rows that are lines of text: levels, times, and the lines that
// tell of errors.
type lines struct {
	levels [levelCount]int64
	dated  times
	yearly times  // times without a year
	months uint16 // of those, a bit each
	errors int64
	first  []errorLine
	last   []errorLine // a ring of lastErrors
}

// errorLine is a line of level ERROR or FATAL.
type errorLine struct {
	n    int64
	text []byte
}

// Bounds of the error lines that are shown.
const (
	firstErrors   = 3
	lastErrors    = 2
	maxErrorBytes = 200
	briefBytes    = 100
)

// add looks at a line of text.
func (l *lines) add(n int64, b []byte) {
	h := readHeader(b)
	l.levels[h.level]++
	switch {
	case h.when == nil:
	case h.noYear:
		l.yearly.n++
		l.yearly.add(h.at, h.when)
		l.months |= 1 << h.month
	default:
		l.dated.n++
		l.dated.add(h.at, h.when)
	}
	if h.level >= levelError {
		l.error(n, b)
	}
}

func (l *lines) error(n int64, b []byte) {
	l.errors++
	e := errorLine{n: n, text: clip(b, maxErrorBytes)}
	if len(l.first) < firstErrors {
		l.first = append(l.first, e)
		return
	}
	if len(l.last) == lastErrors {
		l.last = append(l.last[:0], l.last[1:]...)
	}
	l.last = append(l.last, e)
}

// clip copies the head of a line, cut between characters and marked if it isn't all.
func clip(b []byte, size int) []byte {
	if len(b) <= size {
		return slices.Clone(b)
	}
	for size > 0 && !utf8.RuneStart(b[size]) {
		size--
	}
	return append(slices.Clone(b[:size]), "…"...)
}

// rows appends the numbers of the rows that are shown.
func (l *lines) rows(need []int64) []int64 {
	for _, e := range slices.Concat(l.first, l.last) {
		need = append(need, e.n)
	}
	return need
}

// fields states levels, times and errors, each if there is one.
func (l *lines) fields(rows int64, place func(int64) int64) []ranked {
	var out []ranked
	add := func(name string, k class, forms ...[]byte) {
		f := ranked{Field: Field{Name: name}, rank: [4]int{2, int(k)}}
		for _, form := range forms {
			f.Forms = append(f.Forms, json.RawMessage(form))
		}
		out = append(out, f)
	}
	if l.levels[levelNone] < rows {
		add("level", category, l.counts())
	}
	if l.errors > 0 {
		add("errors", measure, l.errorsForm(place, len(l.last), maxErrorBytes),
			l.errorsForm(place, 1, briefBytes), l.errorsForm(place, 0, 0))
	}
	if t := l.span(); t != nil && t.n*10 >= rows {
		b := quote([]byte(`{"oldest":`), t.oldest)
		b = quote(append(b, `,"newest":`...), t.newest)
		if t.n < rows {
			b = strconv.AppendInt(append(b, `,"missing":`...), rows-t.n, 10)
		}
		add("time", moment, append(b, '}'))
	}
	return out
}

// span returns the times that most lines have. Those without a year are no use if they may lie on
// both sides of its end.
func (l *lines) span() *times {
	const autumn, winter = 1<<10 | 1<<11 | 1<<12, 1<<1 | 1<<2 | 1<<3
	switch {
	case l.dated.n >= l.yearly.n && l.dated.n > 0:
		return &l.dated
	case l.yearly.n == 0, l.months&autumn != 0 && l.months&winter != 0:
		return nil
	}
	return &l.yearly
}

func (l *lines) counts() []byte {
	order := []int{}
	for i := range l.levels {
		if i != levelNone && l.levels[i] > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return compareInt(l.levels[b], l.levels[a]) })
	b := []byte(`{"counts":{`)
	for n, i := range order {
		if n > 0 {
			b = append(b, ',')
		}
		b = append(quote(b, []byte(levelNames[i])), ':')
		b = strconv.AppendInt(b, l.levels[i], 10)
	}
	b = append(b, '}')
	if l.levels[levelNone] > 0 {
		b = strconv.AppendInt(append(b, `,"missing":`...), l.levels[levelNone], 10)
	}
	return append(b, '}')
}

// errorsForm states the error lines: up to size bytes of the first ones and of the last few. With
// size 0 it is the number alone.
func (l *lines) errorsForm(place func(int64) int64, last, size int) []byte {
	b := strconv.AppendInt([]byte(`{"count":`), l.errors, 10)
	if size > 0 {
		first := l.first
		if size < maxErrorBytes {
			first = first[:1]
		}
		b = writeErrors(append(b, `,"first":`...), first, place, size)
		if tail := l.last[max(0, len(l.last)-last):]; len(tail) > 0 {
			b = writeErrors(append(b, `,"last":`...), tail, place, size)
		}
	}
	return append(b, '}')
}

func writeErrors(b []byte, rows []errorLine, place func(int64) int64, size int) []byte {
	b = append(b, '[')
	for i, e := range rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, `{"row":`...), place(e.n), 10)
		text := e.text
		if size < maxErrorBytes {
			text = clip(text, size)
		}
		b = append(quote(append(b, `,"text":`...), text), '}')
	}
	return append(b, ']')
}
