package shape

import (
	"slices"
	"strconv"

	"github.com/toolfit/toolfit/shape/input"
)

// A step is a value on the way down, and which child of its container it is.
type step struct {
	cell, nth int32
}

// owed is what is to be said behind the innermost member around, of arrays in arrays; and the
// names that were made up so far.
type owed struct {
	text   []byte
	tokens int // of text
	names  []madeUp
}

// A madeUp is the name of a member that says what is missing, without escapes, in the object that
// it was added to.
type madeUp struct {
	object int32
	name   string
}

// A mark is the extent of owed.
type mark struct {
	text, tokens, names int
}

func (c *cutter) mark() mark {
	return mark{len(c.owed.text), c.owed.tokens, len(c.owed.names)}
}

// forget goes back to a mark.
func (c *cutter) forget(m mark) {
	c.owed.text, c.owed.tokens = c.owed.text[:m.text], m.tokens
	c.owed.names = c.owed.names[:m.names]
}

// child writes the nth child of a container, with its name and with what is said behind it if it
// is cut. Name aside, that is about most tokens, unless it can't be cut to so few.
func (c *cutter) child(dst []byte, i, nth int32, most, tries int) ([]byte, form) {
	cell := &c.cells[i]
	name := form{}
	if cell.Key >= 0 {
		name.kept, name.tokens = int(cell.Start-cell.Key), c.nameTokens(i)
		dst = append(dst, c.src[cell.Key:cell.Start]...)
	}
	value := c.src[cell.Start:cell.End]
	lost := c.facts.abridged(cell, i)
	n, short := c.tokens(i, most)
	if !lost && (short || !container(cell) && cell.Kind != input.String) {
		return append(dst, value...), name.with(form{kept: len(value), tokens: n})
	}
	start, was := len(dst), c.mark()
	c.up = append(c.up, step{i, nth})
	dst, f := c.cutChild(dst, i, most, tries)
	c.up = c.up[:len(c.up)-1]
	if most < 4*fewest && !lost { // otherwise it has become smaller in any case
		n, short = c.tokens(i, c.count.Count(dst[start:])+c.owed.tokens-was.tokens)
		if short {
			c.forget(was)
			return append(dst[:start], value...), name.with(form{kept: len(value), tokens: n})
		}
	}
	f.kept += name.kept
	f.tokens += name.tokens
	return dst, f
}

// cutChild writes a value that is to be cut, and what is said behind it.
func (c *cutter) cutChild(dst []byte, i int32, most, tries int) ([]byte, form) {
	was := c.mark()
	if !container(&c.cells[i]) || c.size(i) > 1 { // else what is in it is cut
		most -= c.siblingTokens(i)
	}
	var f form
	if container(&c.cells[i]) {
		dst, f = c.contain(dst, i, most, tries)
	} else {
		dst, f = c.short(dst, i, most)
	}
	if f.cut {
		c.owed.tokens += c.siblingTokens(i)
		c.trial = c.siblings(c.trial[:0], i, f.size)
		c.owed.text = slices.Insert(c.owed.text, was.text, c.trial...)
	}
	if c.cells[i].Key >= 0 {
		dst = append(dst, c.owed.text[was.text:]...)
		f.tokens += c.owed.tokens - was.tokens
		c.owed.text, c.owed.tokens = c.owed.text[:was.text], was.tokens
	}
	return dst, f
}

// siblingTokens returns the tokens, about, of the members that stand behind value i.
func (c *cutter) siblingTokens(i int32) int {
	n, ok := c.facts.siblings[i]
	if ok {
		return n
	}
	names := len(c.owed.names)
	c.trial = c.siblings(c.trial[:0], i, c.size(i))
	c.owed.names = c.owed.names[:names]
	n = c.count.Count(c.trial)
	if c.facts.siblings == nil {
		c.facts.siblings = map[int32]int{}
	}
	c.facts.siblings[i] = n
	return n
}

// siblings writes the members that stand behind value i, the last of c.up, when kept children of
// it are left.
func (c *cutter) siblings(dst []byte, i int32, kept int64) []byte {
	cell := &c.cells[i]
	if cell.Key < 0 && cell.Kind != input.Array {
		return dst
	}
	object := c.owner()
	if object < 0 {
		return dst
	}
	name := c.name()
	say := func(suffix string, n int64) {
		dst = c.sibling(append(dst, ','), object, name, suffix, n)
	}
	switch cell.Kind {
	case input.String:
		say("_bytes", c.size(i))
	case input.Array:
		say("_returned", kept)
		say("_total", c.size(i))
	case input.Object:
		say("_members_total", c.size(i))
	}
	return dst
}

// sibling writes a member of object, under a name that it doesn't have yet.
func (c *cutter) sibling(dst []byte, object int32, name []byte, suffix string, n int64) []byte {
	full := string(name) + suffix
	for c.taken(object, full) {
		full = "toolfit_" + full
	}
	c.owed.names = append(c.owed.names, madeUp{object, unescaped([]byte(full))})
	dst = append(dst, '"')
	dst = append(dst, full...)
	dst = append(dst, '"', ':')
	return appendInt(dst, n)
}

// taken reports whether object has a member of that name, or has been given one.
func (c *cutter) taken(object int32, raw string) bool {
	name := unescaped([]byte(raw))
	return slices.Contains(c.owed.names, madeUp{object, name}) || c.names(object)[name]
}

// owner is the object around the value that is being written, or -1. The item's own members are
// in object 0.
func (c *cutter) owner() int32 {
	j := c.member()
	if j > 0 {
		return c.up[j-1].cell
	}
	return int32(min(j, 0))
}

// member returns which step on the way down is the innermost member, or -1.
func (c *cutter) member() int {
	j := len(c.up) - 1
	for j >= 0 && c.cells[c.up[j].cell].Key < 0 {
		j--
	}
	return j
}

// name is the name of the innermost member, as it is written, with the indexes of the elements
// from there on: labels, or labels[3].
func (c *cutter) name() []byte {
	j := c.member()
	name := append([]byte(nil), c.label(c.up[j].cell)...)
	for _, s := range c.up[j+1:] {
		name = append(name, '[')
		name = append(appendInt(name, int64(s.nth)), ']')
	}
	return name
}

func appendInt(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }
