package stat

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

<<<<<<< HEAD
// writer states one column in several forms.
type writer struct {
	t       *Table
	c       *column
	place   func(int64) int64
	missing int64
	values  []value
	whole   bool // values are all
	lost    bool
	out     []byte
}

// field states a column. ok is false if there is nothing to say.
func (t *Table) field(c *column, place func(int64) int64) (f ranked, ok bool) {
	w := writer{t: t, c: c, place: place, missing: t.missing(c), lost: t.isLost(c)}
	s := shape{class: prose, forms: []form{{}}}
	if t.o.Auto && !t.o.Text {
		s = c.rule(w.missing)
	}
	w.prepare(&s)
	f.Field = Field{Name: c.Name, Path: c.Path, Each: c.elements >= 0, Asked: c.asked != 0, Projected: c.isShown}
	f.Trivial = s.class >= text && !f.Asked && !f.Projected
	f.rank = [4]int{2, int(s.class), strings.Count(c.Name, "."), int(c.id)}
	switch {
	case f.Asked:
		f.rank = [4]int{0, c.place}
	case f.Projected:
		f.rank = [4]int{1, c.place}
	}
	for i, form := range s.forms {
		if i == s.normal {
			f.Normal = len(f.Forms)
		}
		b, can := w.write(form)
		if can && (len(f.Forms) == 0 || !bytes.Equal(b, f.Forms[len(f.Forms)-1])) {
			f.Forms = append(f.Forms, b)
		}
	}
	f.Normal = min(f.Normal, len(f.Forms)-1)
	f.Rare = w.rare(&s)
	return f, f.Asked || string(f.Forms[len(f.Forms)-1]) != "{}" || len(f.Forms) > 1
}

// prepare fits what the rule says to what was asked for, and lists the values if any are named.
func (w *writer) prepare(s *shape) {
	c := w.c
	asked := c.asked
	if c.id == w.t.o.Key && c.asked == 0 && len(s.forms) == 1 {
		s.forms[0].figures |= hasDistinct
	}
	if asked != 0 {
		w.ask(s, asked)
	}
	if c.set == nil || w.lost {
		return
	}
	for _, f := range s.forms {
		if f.figures&hasValues != 0 {
			w.values, w.whole = w.t.list(c)
			return
		}
	}
}

// ask adds what was asked for to all forms.
func (w *writer) ask(s *shape, asked figures) {
	for i := range s.forms {
		f := &s.forms[i]
		if w.mixed() && asked&hasCounts == 0 && asked&(hasSum|hasRange) != 0 && f.figures&hasValues != 0 {
			f.figures = f.figures&^hasValues | hasDistinct // "other" would speak of other values
		}
		f.figures |= asked &^ hasCounts
	}
	if asked&hasCounts == 0 {
		return
	}
	rest := s.forms[0].figures&^hasValues | asked&^hasCounts
	s.normal, s.forms = 0, []form{{figures: rest&^hasDistinct | asked&hasDistinct | hasCounts}}
	for _, f := range wide {
		f.figures |= rest | hasDistinct
		s.forms = append(s.forms, f)
	}
}

// mixed tells whether scalars of several kinds are in the column.
func (w *writer) mixed() bool {
	c := w.c
	if c.Text {
		return c.canonical > 0 && c.canonical < c.texts
	}
	kinds := 0
	for _, n := range []int64{c.yes + c.no, c.numbers, c.texts} {
		if n > 0 {
			kinds++
		}
	}
	return kinds > 1
}

=======
>>>>>>> stat
// write states the column in one form. It returns false if the form doesn't do for it.
func (w *writer) write(f form) (json.RawMessage, bool) {
	w.out = []byte{'{'}
	if f.figures&hasAll != 0 && !w.all() {
		return nil, false
	}
	if f.figures&hasCounts != 0 && !w.counts() {
		return nil, false
	}
	if f.figures&hasDistinct != 0 {
		w.distinct()
	}
	if f.figures&hasMost != 0 && !w.lost {
		w.ends(f.most, f.least)
	}
	w.numbers(f)
	if f.figures&hasTimes != 0 && !w.lost {
		w.times()
	}
	w.int("null", w.c.nulls, 1)
	if !w.t.lostAll || w.c.asked != 0 || w.c.isShown {
		w.int("missing", w.missing, 1)
	}
	w.int("other", w.other(f), 1)
	if f.figures&hasTop != 0 && w.c.top != nil {
		w.key("top")
		w.out = w.c.top.write(w.out, w.t, w.c, w.place)
	}
	return append(w.out, '}'), true
}

func (w *writer) key(name string) {
	if len(w.out) > 1 {
		w.out = append(w.out, ',')
	}
	w.out = append(append(append(w.out, '"'), name...), '"', ':')
}

// int writes a figure if it is at least least.
func (w *writer) int(name string, n, least int64) {
	if n >= least {
		w.key(name)
		w.out = strconv.AppendInt(w.out, n, 10)
	}
}

func (w *writer) all() bool {
	if len(w.values) != 1 {
		return false
	}
	v := &w.values[0]
	if v.raw == nil || len(v.raw) > maxKey && w.c.asked == 0 {
		return false
	}
	w.key("all")
	w.out = append(w.out, v.literal()...)
	return true
}

// counts writes all values, if all can be named.
func (w *writer) counts() bool {
	if w.c.set == nil || !w.whole || w.lost || w.c.vast {
		return false
	}
	size := 0
	for i := range w.values {
		if w.values[i].raw == nil {
			return false
		}
		size += len(w.values[i].raw)
	}
	if size > maxKeySize && w.c.asked&hasCounts == 0 {
		return false
	}
	w.table("counts", w.values)
	return true
}

func (w *writer) table(name string, values []value) {
	w.key(name)
	w.out = append(w.out, '{')
	for i := range values {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(append(w.out, values[i].key...), ':')
		w.out = strconv.AppendInt(w.out, values[i].n, 10)
	}
	w.out = append(w.out, '}')
}

func (w *writer) distinct() {
	n, known := w.c.distinct()
	switch {
	case w.c.vast:
	case known && !w.lost:
		w.int("distinct", n, 0)
	default:
		w.int("distinct_at_least", n, 0)
	}
}

// ends writes the most and the least frequent values, up to the first that can't be named.
func (w *writer) ends(most, least int) {
	if w.c.vast {
		return
	}
	n := len(w.values)
	least = min(least, n/2)
	most = min(most, n-least)
	first := nameable(w.values[:most])
	last := slices.Clone(w.values[n-least:])
	slices.SortStableFunc(last, func(a, b value) int { return compareInt(a.n, b.n) })
	last = nameable(last)
	if len(first) > 0 {
		w.table("most", first)
	}
	if len(last) > 0 {
		w.table("least", last)
	}
}

func nameable(values []value) []value {
	for i := range values {
		if values[i].raw == nil || len(values[i].raw) > maxKey {
			return values[:i]
		}
	}
	return values
}

// numbers writes sum, min, max and where the maximum is.
func (w *writer) numbers(f form) {
	c := w.c
	if c.vast || w.lost {
		return
	}
	if f.figures&hasSum != 0 {
		if total := c.sum.total(); total != "" {
			w.key("sum")
			w.out = append(w.out, total...)
		}
	}
	if c.max.raw == nil {
		return
	}
	if f.figures&hasRange != 0 {
		w.key("min")
		w.out = append(w.out, c.min.raw...)
		w.key("max")
		w.out = append(w.out, c.max.raw...)
	}
	if f.figures&hasAt != 0 {
		w.key("max_at")
		w.out = strconv.AppendInt(w.out, w.place(c.max.n), 10)
		if len(c.maxKey) > 0 && len(c.maxKey) <= maxKey && c.id != w.t.o.Key {
			w.key("max_key")
			w.out = append(w.out, bytes.ToValidUTF8(c.maxKey, []byte("\uFFFD"))...)
		}
	}
}

func (w *writer) times() {
	if w.c.times.oldest == nil {
		return
	}
	w.key("oldest")
	w.out = quote(w.out, w.c.times.oldest)
	w.key("newest")
	w.out = quote(w.out, w.c.times.newest)
}

// other returns how many values the figures of a form don't speak of.
func (w *writer) other(f form) int64 {
	c := w.c
	n := w.t.slots[c.id].boxes
	if f.figures&hasValues != 0 {
		return n
	}
	spoken := int64(0)
	if f.figures&(hasSum|hasRange) != 0 {
		spoken += c.numbers + c.canonical
	}
	if f.figures&hasTimes != 0 {
		spoken += c.timeCount()
	}
	if f.figures&(hasSum|hasRange|hasTimes) != 0 {
		n += c.scalars() - spoken
	}
	return n
}
