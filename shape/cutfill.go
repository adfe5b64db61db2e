package shape

import "github.com/toolfit/toolfit/shape/input"

// A form is what has been written of a value, or of some children of a container.
type form struct {
	cuts  int   // values cut
	first int32 // cell of the first of them, if there is one
	kept  int   // bytes that are still as they were
	cut   bool  // the value itself is one of the cut ones,
	size  int64 // and has this many children left
}

// asIs is the form of a value of n bytes that isn't cut.
func asIs(n int) form { return form{kept: n} }

// with adds a child to the form of those before it.
func (f form) with(g form) form {
	if f.cuts == 0 {
		f.first = g.first
	}
	f.cuts += g.cuts
	f.kept += g.kept
	return f
}

// A child is how far a container has been written once this child of it has.
type child struct {
	end  int  // of what is written
	form form // of all children so far
	mark mark // what is owed then
}

// A filling is how a container is to be written.
type filling struct {
	room  int  // most tokens of the container
	each  int  // most tokens of a child
	tries int  // how many allowances a child may try for its own children
	every bool // no child may be missing
}

// fill writes container i with its children cut to w.each tokens, and as many of them as have
// room. If w.every is set and not all have, it writes nothing and returns false.
func (c *cutter) fill(dst []byte, i int32, w filling) ([]byte, form, bool) {
	start, base, was := len(dst), len(c.children), c.mark()
	dst, whole := c.fillAll(dst, i, w)
	children := c.children[base:]
	c.children = c.children[:base]
	_, lost := c.facts.lost(i)
	if whole && !lost {
		dst = append(dst, c.src[c.cells[i].End-1])
		if c.fits(dst[start:], w.room-c.owed.tokens+was.tokens) {
			return dst, last(children), true
		}
	}
	n := len(children)
	if n > 0 && !(whole && lost) {
		n-- // they don't all fit
	}
	n = c.fitting(dst, start, i, children[:n], w.room, was)
	if w.every && (!whole || n < len(children)) {
		c.forget(was)
		return dst[:start], form{}, false
	}
	dst, f := c.end(dst, start, i, children[:n], was)
	return dst, f, true
}

// fillAll writes container i up to where there is no more room, about, and tells whether that is
// after the last child. It counts anew only when the length has doubled.
func (c *cutter) fillAll(dst []byte, i int32, w filling) ([]byte, bool) {
	start, was, check := len(dst), c.mark(), w.room
	dst = append(dst, c.src[c.cells[i].Start])
	f, n := form{}, int32(0)
	for k := i + 1; k < c.cells[i].Next; k = c.cells[k].Next {
		if n > 0 {
			dst = append(dst, ',')
		}
		var g form
		dst, g = c.child(dst, k, n, w.each, w.tries)
		f = f.with(g)
		c.children = append(c.children, child{len(dst), f, c.mark()})
		n++
		if len(dst)-start < check {
			continue
		}
		if !c.fits(dst[start:], w.room-c.owed.tokens+was.tokens) {
			return dst, false
		}
		check = 2 * (len(dst) - start)
	}
	return dst, true
}

// last is the form of all children.
func last(children []child) form {
	if len(children) == 0 {
		return form{}
	}
	return children[len(children)-1].form
}

// fitting returns how many children of container i have room, with what is said of the others.
func (c *cutter) fitting(dst []byte, start int, i int32, children []child, room int, was mark) int {
	end := start + c.count.Prefix(dst[start:], max(room, 0))
	high := len(children)
	for high > 0 && children[high-1].end > end {
		high--
	}
	low := 0
	for tries := 0; low < high; tries++ {
		k := high
		if tries >= 2 {
			k = (low + high + 1) / 2
		}
		if c.hasRoom(dst, start, i, children[:k], room, was) {
			low = k
		} else {
			high = k - 1
		}
	}
	return low
}

// hasRoom reports whether container i has room with these children.
func (c *cutter) hasRoom(dst []byte, start int, i int32, children []child, room int, was mark) bool {
	end, owed := start+1, was
	if n := len(children); n > 0 {
		end, owed = children[n-1].end, children[n-1].mark
	}
	now := c.mark()
	c.trial = append(c.trial[:0], dst[start:end]...)
	c.trial = c.tail(c.trial, i, len(children))
	c.owed.names = c.owed.names[:now.names]
	return c.fits(c.trial, room-owed.tokens+was.tokens)
}

// end ends container i, cut, behind the last of these children.
func (c *cutter) end(dst []byte, start int, i int32, children []child, was mark) ([]byte, form) {
	end, owed, f := start+1, was, form{}
	if n := len(children); n > 0 {
		end, owed, f = children[n-1].end, children[n-1].mark, children[n-1].form
	}
	c.forget(owed)
	f.cuts, f.first, f.cut, f.size = f.cuts+1, i, true, int64(len(children))
	return c.tail(dst[:end], i, len(children)), f
}

// empty writes container i without any of its children.
func (c *cutter) empty(dst []byte, i int32) ([]byte, form) {
	start := len(dst)
	return c.end(append(dst, c.src[c.cells[i].Start]), start, i, nil, c.mark())
}

// tail ends container i behind its first n children. It says there what is missing if that
// can't be said behind the container.
func (c *cutter) tail(dst []byte, i int32, n int) []byte {
	cell := &c.cells[i]
	comma := ","
	if n == 0 {
		comma = ""
	}
	switch {
	case cell.Kind == input.Object && cell.Key < 0:
		dst = append(dst, comma...)
		dst = c.sibling(dst, i, nil, "_members_total", c.size(i))
	case cell.Kind == input.Array && c.owner() < 0:
		dst = append(dst, comma...)
		dst = append(dst, "\"… "...)
		dst = appendInt(dst, c.size(i))
		dst = append(dst, " in all\""...)
	}
	return append(dst, c.src[cell.End-1])
}
