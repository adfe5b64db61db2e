package shape

import "github.com/toolfit/toolfit/shape/input"

// A form is what has been written of a value, or of some children of a container.
type form struct {
	cuts  int   // values cut
	first int32 // cell of the first of them, if there is one
	kept  int   // bytes that are still as they were
	cut   bool  // the value itself is one of the cut ones,
	size  int64 // and has this many children left

	tokens      int // about, rather too many: parts are counted for themselves
	cutChildren int // children of a container that are cut, or have something cut in them
}

// with adds a child to the form of those before it.
func (f form) with(g form) form {
	if f.cuts == 0 {
		f.first = g.first
	}
	if g.cuts > 0 {
		f.cutChildren++
	}
	f.cuts += g.cuts
	f.kept += g.kept
	f.tokens += g.tokens
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
	asIs  bool // children are kept as they are, or not at all
}

// fill writes container i with its children cut to w.each tokens, and as many of them as have
// room. If w.every is set and not all have, it writes nothing and returns false. Tokens are exact
// for the item itself and where children are missing.
func (c *cutter) fill(dst []byte, i int32, w filling) ([]byte, form, bool) {
	start, base, was := len(dst), len(c.children), c.mark()
	dst, f, all := c.fillAll(dst, i, w)
	children := c.children[base:]
	c.children = c.children[:base]
	_, lost := c.facts.lost(i)
	if all && !lost {
		dst = append(dst, c.src[c.cells[i].End-1])
		room := w.room - c.owed.tokens + was.tokens
		if f.tokens++; i == 0 || f.tokens > room {
			f.tokens = c.count.Count(dst[start:])
		}
		if f.tokens <= room {
			return dst, f, true
		}
	}
	n := len(children)
	if n > 0 && all && !lost {
		n-- // they don't all fit
	}
	if w.every && (!all || n < len(children)) {
		c.forget(was)
		return dst[:start], form{}, false
	}
	n = c.fitting(dst, start, i, children[:n], w.room, was)
	if w.every && n < len(children) {
		c.forget(was)
		return dst[:start], form{}, false
	}
	dst, f = c.end(dst, start, i, children[:n], was)
	f.tokens = min(f.tokens, max(w.room, 0))
	return dst, f, true
}

// fillAll writes container i up to where there is no more room, about, and tells whether that is
// after the last child. Elements of which nothing would be left are missing, unless none may be.
// The sum of the tokens of the parts is corrected by a count of the whole where it is too much,
// and again with each sixteenth of the room.
func (c *cutter) fillAll(dst []byte, i int32, w filling) ([]byte, form, bool) {
	start, was, most := len(dst), c.mark(), w.room
	dst = append(dst, c.src[c.cells[i].Start])
	f, n := form{tokens: 1}, int32(0)
	for k := i + 1; k < c.cells[i].Next; k = c.cells[k].Next {
		if !c.writable(k, w) {
			return dst, f, false
		}
		if n > 0 {
			dst = append(dst, ',')
			f.tokens++
		}
		var g form
		dst, g = c.child(dst, k, n, w.each, w.tries)
		if g.cuts > 0 && g.kept == 0 && !w.every && c.cells[k].Key < 0 {
			return dst, f, false
		}
		f = f.with(g)
		c.children = append(c.children, child{len(dst), f, c.mark()})
		n++
		if owed := c.owed.tokens - was.tokens; f.tokens+owed > most {
			if f.tokens = c.count.Count(dst[start:]); f.tokens+owed > w.room {
				return dst, f, false
			}
			most = max(w.room, f.tokens+owed+w.room/16)
		}
	}
	return dst, f, true
}

// writable reports whether there could be room for value i: for its name, and for all of it if it
// must not be cut.
func (c *cutter) writable(i int32, w filling) bool {
	cell := &c.cells[i]
	if cell.Key >= 0 && !c.fits(c.src[cell.Key:cell.Start], w.room) {
		return false
	}
	if !w.asIs {
		return true
	}
	_, ok := c.tokens(i, w.room)
	return ok && !c.facts.abridged(cell, i)
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
func (c *cutter) hasRoom(dst []byte, start int, i int32, kids []child, room int, was mark) bool {
	end, owed := start+1, was
	if n := len(kids); n > 0 {
		end, owed = kids[n-1].end, kids[n-1].mark
	}
	now := c.mark()
	c.trial = append(c.trial[:0], dst[start:end]...)
	c.trial = c.tail(c.trial, i, len(kids))
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
	dst = c.tail(dst[:end], i, len(children))
	f.tokens += c.count.Count(dst[end:])
	return dst, f
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
