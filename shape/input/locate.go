package input

import (
	"fmt"
	"io"
)

// maxTargets bounds the values that a path with an index or |fromjson in it, or one to a string,
// may lead to.
const maxTargets = 64 << 10

// A target is a value at a place: its first token and its stretch of a doc.
type target struct {
	first Token
	doc   doc
}

// locate returns the values at a place without |fromjson, in order. A document that is cut has
// those that are whole.
func locate(d doc, place Place) ([]target, error) {
	w := walker{lex: NewLexer(d.open(d.off), Head), place: place}
	var found []target
	for {
		t, err := w.lex.Next()
		if err != nil {
			return found, complete(err)
		}
		switch t {
		case Name:
			w.name()
			continue
		case EndObject, EndArray:
			w.open = w.open[:len(w.open)-1]
			continue
		}
		hops, off := w.hops(), w.lex.TokenOff()
		if hops >= 0 && hops < len(place) && w.enter(t, hops) {
			continue
		}
		if t == BeginObject || t == BeginArray {
			if err := w.lex.Skip(t); err != nil {
				return found, complete(err)
			}
		}
		if hops == len(place) {
			found = append(found, target{t, d.section(d.off+off, w.lex.Off()-off)})
		}
		if len(found) > maxTargets {
			return nil, fmt.Errorf("locate %s: more than %d values", place, maxTargets)
		}
	}
}

// A walker follows a place through a document.
type walker struct {
	lex   *Lexer
	place Place
	open  []walkLevel
	on    bool // the member that comes is on the way
}

// A walkLevel is an open container whose values the hop of that number leads to.
type walkLevel struct {
	hop   int
	array bool
	next  int // number of the next element
}

// name compares the name of a member with the hop.
func (w *walker) name() {
	h := w.place[w.open[len(w.open)-1].hop]
	name := nameOf(w.lex.Bytes(), w.lex.Flags(), w.lex.Cut())
	w.on = h.kind == hopEach || h.kind == hopName && string(name) == h.name
}

// hops returns how many hops lead to the value that comes; -1 if it is off the way.
func (w *walker) hops() int {
	if len(w.open) == 0 {
		return 0
	}
	top := &w.open[len(w.open)-1]
	on := w.on
	if top.array {
		h := w.place[top.hop]
		on = h.kind == hopEach || h.index == top.next
		top.next++
	}
	if !on {
		return -1
	}
	return top.hop + 1
}

// enter goes into the container that begins with t if the hop applies to it.
func (w *walker) enter(t Token, hop int) bool {
	kind := w.place[hop].kind
	array := t == BeginArray && (kind == hopEach || kind == hopIndex)
	if !array && (t != BeginObject || kind == hopIndex || kind == hopJSON) {
		return false
	}
	w.open = append(w.open, walkLevel{hop: hop, array: array})
	return true
}

// text decodes the string at a target into the second body.
func (r *Reader) text(t target) (doc, error) {
	return r.decode(func(w io.Writer) error { return copyText(w, t.doc.open(t.doc.off)) })
}
