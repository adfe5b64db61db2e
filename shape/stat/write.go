package stat

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

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
