package shape

import "math"

// The least that would do is asked for where nothing fits. A budget is repeated in the commands of
// the envelope, and so is the byte ceiling: so both have to suffice for an envelope that names
// them. What is accepted and what is named go by the same few forms of the result.

// A leastForm is a form of the result that may be the smallest.
type leastForm struct {
	items []item
	all   bool // they are all rows as they are
	bare  bool // and no artifact is needed
}

// leastForms returns the forms of which one is the smallest: all rows as they are, with and without
// an artifact, and the first row cut down, and as it is. It is for a page that isn't cut yet, or it
// leaves the first two out.
func (f *fitting) leastForms() []leastForm {
	p := f.page
	if f.only() {
		return []leastForm{{}}
	}
	var forms []leastForm
	if len(p.items) > 0 {
		forms = append(forms, leastForm{items: []item{f.smallest()}})
	}
	if n := len(p.first.json); n > 0 && n <= smallBytes { // cut, it says where the rest is
		it, _, _ := p.cutTo(p.first, 0, math.MaxInt32)
		forms = append(forms, leastForm{items: []item{it}})
	}
	if len(forms) == 0 || !p.cut && f.Total == p.seen && !f.asked() {
		forms = append(forms, leastForm{items: p.items, all: true})
		if f.bare {
			forms = append(forms, leastForm{p.items, true, true})
		}
	}
	return forms
}

// as lets the page show a form, with a plain cursor, while do runs.
func (f *fitting) as(l leastForm, do func()) {
	items, cut, handle, live := f.page.items, f.page.cut, f.handle, f.live.on
	defer func() { f.page.items, f.page.cut, f.handle, f.live.on = items, cut, handle, live }()
	f.page.items, f.page.cut, f.live.on = l.items, !l.all, false
	if l.bare {
		f.handle = nil
	}
	do()
}

// printLeast prints a form if it fits.
func (f *fitting) printLeast(l leastForm) (out []byte, ok bool) {
	f.as(l, func() { out, ok = f.print(len(l.items), stages[len(stages)-1]) })
	return out, ok
}

// fitsOne tells whether one of the forms is within the limits.
func (f *fitting) fitsOne(forms []leastForm) bool {
	return f.leastSize(forms, f.limits).within(f.limits)
}

// leastSize returns the tokens of the smallest form under the limits, and the bytes of the smallest
// of those that keep the limit of tokens, if any does.
func (f *fitting) leastSize(forms []leastForm, under Limits) Limits {
	limits := f.limits
	defer func() { f.limits = limits }()
	f.limits = under
	least := Limits{math.MaxInt, math.MaxInt}
	for _, l := range forms {
		var n Limits
		f.as(l, func() { n = f.size(len(l.items), stages[len(stages)-1]) })
		least.Tokens = min(least.Tokens, n.Tokens)
		if n.Tokens <= under.Tokens {
			least.Bytes = min(least.Bytes, n.Bytes)
		}
	}
	return least
}

// tooSmall names what would do for one of the forms.
func (f *fitting) tooSmall(forms []leastForm) error {
	return tooSmall(f.limits, func(l Limits) Limits { return f.leastSize(forms, l) })
}

// tooSmall names the least byte ceiling over the one there is that is enough or, where the budget
// isn't, the least budget that is, under some ceiling. size returns the least size of an envelope
// that repeats the limits.
func tooSmall(l Limits, size func(Limits) Limits) error {
	if bytes, ok := leastBytes(l, size); ok {
		return &TooSmallError{Least: bytes, Bytes: true}
	}
	for l.Tokens++; ; {
		if _, ok := leastBytes(l, size); ok {
			return &TooSmallError{Least: l.Tokens}
		}
		l.Tokens = max(l.Tokens+1, size(l).Tokens-digits)
	}
}

// leastBytes returns the least byte ceiling, from that of l, under which the budget of l is enough.
func leastBytes(l Limits, size func(Limits) Limits) (n int, ok bool) {
	for {
		need := size(l)
		switch {
		case need.Tokens > l.Tokens:
			return 0, false
		case need.Bytes <= l.Bytes:
			return l.Bytes, true
		}
		l.Bytes = max(l.Bytes+1, need.Bytes-digits)
	}
}

// digits is by how much the size of an envelope changes at most when the limit that it repeats
// becomes another one of about its size.
const digits = 3
