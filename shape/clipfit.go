package shape

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/toolfit/toolfit/shape/token"
)

// A clipper chooses what is kept of a text that is too long.
type clipper struct {
	count *token.Counter
	limit int // tokens of all that is printed
	keep  string
	mark  []byte // a line
	trial []byte
}

// choose returns the head and the tail that are kept. head and tail of the text may overlap; what
// is chosen of them doesn't, as both together have fewer tokens than either.
func (p *clipper) choose(head, tail []byte) (h, t []byte) {
	marks := p.count.Count(p.mark)
	switch p.keep {
	case "tail":
		return nil, p.tailOf(nil, tail)
	case "ends":
		room := max(p.limit-3*marks, 0) / 2
		h = p.headOf(head, room, func(h []byte) bool { return p.count.Fits(h, room) && p.fits(h, nil) })
		t = p.tailOf(h, tail)
		return p.grow(head, h, t), t
	}
	h = p.headOf(head, max(p.limit-marks, 0), func(h []byte) bool { return p.fits(h, nil) })
	return p.grow(head, h, nil), nil
}

// fits tells whether all that would be printed has at most limit tokens.
func (p *clipper) fits(head, tail []byte) bool {
	return p.count.Fits(p.assemble(head, tail), p.limit)
}

// assemble returns what is printed, until it is called again: the mark stands where the cut is, and
// if that is in the middle, on the first line and on the last too.
func (p *clipper) assemble(head, tail []byte) []byte {
	p.trial = p.trial[:0]
	both := p.keep == "ends" && len(head)+len(tail) > 0
	if both || p.keep == "tail" || len(head) == 0 {
		p.trial = append(p.trial, p.mark...)
	}
	if len(head) > 0 {
		p.trial = append(lineOf(append(p.trial, head...)), p.mark...)
	}
	p.trial = append(p.trial, tail...)
	if both && len(tail) > 0 {
		p.trial = append(lineOf(p.trial), p.mark...)
	}
	return p.trial
}

// lineOf ends the last line.
func lineOf(text []byte) []byte {
	if text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	return text
}

// headOf returns the first lines of a text, those that have about room tokens and are ok, or if not
// even one is, the beginning of the first.
func (p *clipper) headOf(text []byte, room int, ok func([]byte) bool) []byte {
	n := p.count.Prefix(text, room)
	for k := n; k > 0; k-- {
		if k = bytes.LastIndexByte(text[:k], '\n') + 1; k > 0 && ok(text[:k]) {
			return text[:k]
		}
	}
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text = text[:end]
	}
	n = clusterEnd(text, min(n, len(text)))
	for n > 0 && !ok(text[:n]) {
		less := p.count.Prefix(text[:n], p.count.Count(text[:n])-1)
		n = clusterEnd(text, min(less, n-1))
	}
	return text[:n]
}

// grow adds lines to a head of whole lines as long as they fit.
func (p *clipper) grow(text, head, tail []byte) []byte {
	for k := len(head); k == 0 || text[k-1] == '\n'; {
		end := bytes.IndexByte(text[k:], '\n') + 1
		if end == 0 || !p.fits(text[:k+end], tail) {
			break
		}
		k += end
		head = text[:k]
	}
	return head
}

// tailOf returns the last lines of a text that fit behind a head, or if not even one does, the end of
// the last.
func (p *clipper) tailOf(head, text []byte) []byte {
	ok := func(from int) bool { return p.fits(head, text[from:]) }
	from := p.earliest(len(text), ok, func(from int) []int { return lineStarts(text, from) })
	if from == len(text) && len(text) > 0 {
		last := bytes.LastIndexByte(text[:len(text)-1], '\n') + 1
		from = p.earliest(len(text), ok, func(from int) []int { return clusterStarts(text, max(from, last)) })
	}
	return text[from:]
}

// earliest returns the earliest place that is ok out of those that places lists from a place on; end
// if there is none. It looks at no more of the text than it has to.
func (p *clipper) earliest(end int, ok func(int) bool, places func(from int) []int) int {
	for size := 4*p.limit + 64; ; size *= 4 {
		from := max(end-size, 0)
		list := places(from)
		i := sort.Search(len(list), func(i int) bool { return ok(list[i]) })
		switch {
		case i == 0 && from > 0:
		case i == len(list):
			return end
		default:
			return list[i]
		}
	}
}

// lineStarts lists the places from which lines begin behind from.
func lineStarts(text []byte, from int) (list []int) {
	if from == 0 {
		list = append(list, 0)
	}
	for i := from; i < len(text)-1; i++ {
		if text[i] == '\n' {
			list = append(list, i+1)
		}
	}
	return list
}

// clusterStarts lists the places behind from at which a grapheme cluster begins.
func clusterStarts(text []byte, from int) (list []int) {
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	for it := graphemes.FromBytes(text[from:]); it.Next(); {
		list = append(list, from+it.Start())
	}
	return list
}

// clusterEnd returns the end of the last grapheme cluster that ends at or before n.
func clusterEnd(text []byte, n int) int {
	if n == len(text) {
		return n
	}
	end := 0
	window := text[:min(n+utf8.UTFMax, len(text))]
	for it := graphemes.FromBytes(window); it.Next() && it.End() <= n; {
		end = it.End()
	}
	return end
}
