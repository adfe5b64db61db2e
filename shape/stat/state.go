package stat

import (
	"bytes"
	"strings"
)

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
	if c.asked == 0 && c.scalars()+c.nulls == 0 && t.slots[c.id].boxes > 0 {
		return f, false // arrays and objects are stated by what is in them
	}
	w := writer{t: t, c: c, place: place, missing: t.missing(c), lost: t.isLost(c)}
	s := shape{class: prose, forms: []form{{}}}
	if t.o.Auto && !t.o.Text {
		s = c.rule(w.missing)
	}
	w.prepare(&s)
	f.Name, f.Path, f.Each = c.Name, c.Path, c.elements >= 0
	f.Asked, f.Projected = c.asked != 0, c.isShown
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

// rare returns the least frequent value if the longest form counts at least two.
func (w *writer) rare(s *shape) *Rare {
	n := len(w.values)
	if s.forms[0].figures&hasCounts == 0 || !w.whole || n < 2 {
		return nil
	}
	if v := &w.values[n-1]; v.raw != nil && len(v.raw) <= maxKey {
		return &Rare{Value: v.literal(), N: v.n}
	}
	return nil
}
