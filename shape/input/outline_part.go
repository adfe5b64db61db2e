package input

import (
	"slices"
	"strings"
)

// A part is a place in a document: a member, or the elements of a list.
type part struct {
	name   string
	parent *part
	isEach bool
	deep   int // lists around it

	seen    [Object + 1]int64 // values here, by kind
	looked  int64             // objects and arrays here that were looked into
	bytes   int64             // of all of them
	off     int64             // of the first
	members []*part
	byName  map[string]*part
	each    *part // the elements of the arrays here

	inside [Object + 1]int64 // members of the objects here, by kind
	like   float64           // sum of the shares of names that a member has in common with the first
	liked  int64             // members that were compared
	raw    []byte            // the first value if it is a short scalar
	lines  int               // line feeds in the first value, if it is a string (or in its head)
	cut    bool              // the input ended in here
}

// count returns how many values are at p.
func (p *part) count() (n int64) {
	for _, k := range p.seen {
		n += k
	}
	return n
}

// is reports whether all values at p are of kind k.
func (p *part) is(k Kind) bool { return p.seen[k] > 0 && p.seen[k] == p.count() }

// elements returns how many elements the arrays at p have.
func (p *part) elements() int64 {
	if p.each == nil {
		return 0
	}
	return p.each.count()
}

// size returns how many members the objects at p have.
func (p *part) size() (n int64) {
	for _, k := range p.inside {
		n += k
	}
	return n
}

// member returns the member of that name; nil if there is none.
func (p *part) member(name string) *part {
	if p == nil || p.byName[name] == nil || p.byName[name].count() == 0 {
		return nil
	}
	return p.byName[name]
}

// place returns the path of p.
func (p *part) place() Place {
	if p.parent == nil {
		return Place{}
	}
	h := hop{name: p.name}
	if p.isEach {
		h = hop{kind: hopEach}
	}
	return append(p.parent.place(), h)
}

// elements returns the part for the elements of the arrays at p; it always fits.
func (p *part) elementsPart() *part {
	if p.each == nil {
		p.each = &part{parent: p, isEach: true, deep: p.deep + 1}
	}
	return p.each
}

// lineFeeds counts the line feeds in a JSON string, or in the head of one.
func lineFeeds(raw []byte) (n int) {
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++
		if raw[i] == 'n' || i+5 <= len(raw) && strings.EqualFold(string(raw[i:i+5]), "u000a") {
			n++
		}
	}
	return n
}

// parts returns the parts at a place below p; several where it leads through a map.
func (p *part) parts(place Place) []*part {
	at := []*part{p}
	for _, h := range place {
		var next []*part
		for _, q := range at {
			switch {
			case h.kind == hopName:
				next = append(next, q.member(h.name))
			case h.kind == hopEach:
				next = append(append(next, q.each), q.members...)
			}
		}
		at = slices.DeleteFunc(next, func(q *part) bool { return q == nil || q.count() == 0 })
	}
	return at
}

// nearest returns the part at a place below p, or at as much of it as there is, and how many hops
// lead to that.
func (p *part) nearest(place Place) (at *part, hops int) {
	for hops = len(place); hops > 0; hops-- {
		if parts := p.parts(place[:hops]); len(parts) > 0 {
			return parts[0], hops
		}
	}
	return p, 0
}
