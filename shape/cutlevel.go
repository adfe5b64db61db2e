package shape

import "github.com/toolfit/toolfit/shape/input"

// fewest is how many tokens of a value are always left before another one goes altogether. With
// less, hardly more would be left of a member than the count of what is missing.
const fewest = 16

// How many allowances are tried for the children of the item, and for the children of those.
const (
	rootTries  = 5
	childTries = 1
)

// root writes the item, a container: with all its children if possible, each with the same
// allowance, which is as large as it can be, and at most most tokens; else with its first ones.
// It may write nothing.
func (c *cutter) root(dst []byte, most, fit int) ([]byte, form) {
	dst, f, ok := c.fill(dst, 0, filling{room: fit, each: most, tries: childTries, every: true})
	if ok {
		return dst, f
	}
	least, share := c.shares(0, fit)
	if c.flat {
		least = 1
	}
	w := filling{room: fit, each: min(least, most), tries: childTries, every: true}
	dst, f, ok = c.widest(dst, 0, w, most, rootTries)
	if ok || c.flat {
		return dst, f
	}
	w.each, w.every = min(share, most), false
	return c.crowded(dst, w)
}

// crowded writes an item that has no room for a sensible part of each child: its first ones, as w
// says, or all with next to nothing of each if that keeps more.
func (c *cutter) crowded(dst []byte, w filling) ([]byte, form) {
	start, was := len(dst), c.mark()
	dst, f, _ := c.fill(dst, 0, w)
	c.forget(was)
	all := filling{room: w.room, tries: childTries, every: true}
	dst, g, ok := c.widest(dst[:start], 0, all, fewest, rootTries)
	if ok && g.kept > f.kept {
		return dst, g
	}
	c.forget(was)
	dst, f, _ = c.fill(dst[:start], 0, w)
	return dst, f
}

// contain writes container i, which isn't the item itself, in about room tokens. Allowances are
// tried near the root only: further in, each try would multiply the work.
func (c *cutter) contain(dst []byte, i int32, room, tries int) ([]byte, form) {
	if room <= 0 {
		return c.empty(dst, i)
	}
	if room < fewest {
		dst, f, _ := c.fill(dst, i, filling{room: room, each: room, asIs: true})
		return dst, f
	}
	least, share := c.shares(i, room)
	if tries > 0 {
		out, f, ok := c.widest(dst, i, filling{room: room, each: least, every: true}, room, tries)
		if ok {
			return out, f
		}
	} else if c.cells[i].Kind == input.Object {
		share = max(share, c.part(i, room, 2))
	}
	dst, f, _ := c.fill(dst, i, filling{room: room, each: share})
	return dst, f
}

// shares returns what a child of container i is cut to before others go, and when others have to
// go. Of an array, a prefix says more than a few words of each element.
func (c *cutter) shares(i int32, room int) (least, share int) {
	least = min(fewest, room*3/4)
	if c.cells[i].Kind == input.Array {
		least = max(least, c.part(i, room, 4))
		return least, least
	}
	return least, max(least, c.part(i, room, 8))
}

// part is what a child of container i gets of the room if there are that many, or fewer if it has
// fewer. It is so much less than room that nesting is followed to a small depth.
func (c *cutter) part(i int32, room int, parts int64) int {
	return room * 7 / 8 / int(max(1, min(parts, c.size(i))))
}

// widest writes container i with all its children, each with the same allowance: from w.each to
// most tokens, the largest, about, with which they have room. It writes nothing if w.each is too
// much. The next allowance to try adds what room is left to those children that were cut.
func (c *cutter) widest(dst []byte, i int32, w filling, most, tries int) ([]byte, form, bool) {
	start, was := len(dst), c.mark()
	dst, f, ok := c.fill(dst, i, w)
	if !ok {
		return dst, f, false
	}
	low, high, next := w.each, most, c.more(f, w, was)
	for ; tries > 0 && next > low && high-low > 1+low/16; tries-- {
		c.forget(was)
		w.each = min(max(next, low+(high-low)/4), low+(high-low)*3/4)
		if dst, f, ok = c.fill(dst[:start], i, w); ok {
			low = w.each
			next = c.more(f, w, was)
		} else {
			high = w.each
			next = low + (high-low)/2
		}
	}
	if !ok {
		w.each = low
		dst, f, _ = c.fill(dst, i, w)
	}
	return dst, f, true
}

// more returns an allowance that would fill the room, if all children that were cut to the last
// one needed more. If little room is left, it is the last one again.
func (c *cutter) more(f form, w filling, was mark) int {
	left := w.room - f.tokens - c.owed.tokens + was.tokens
	if f.cutChildren == 0 || left < w.room/16 {
		return w.each
	}
	return w.each + left/f.cutChildren
}
