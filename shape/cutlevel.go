package shape

import "github.com/toolfit/toolfit/shape/input"

// fewest is how many tokens of a value are always left before another one goes altogether. With
// less, hardly more would be left of a member than the count of what is missing.
const fewest = 16

// How many allowances are tried for the children of the item, and for the children of those.
const (
	rootTries  = 8
	childTries = 2
)

// root writes the item, a container: with all its children if possible, each with the same
// allowance, which is as large as it can be, and at most most tokens; else with its first ones.
// It may write nothing.
func (c *cutter) root(dst []byte, most, fit int) ([]byte, form) {
	dst, f, ok := c.fill(dst, 0, filling{fit, most, childTries, true})
	if ok {
		return dst, f
	}
	least, share := c.shares(0, fit)
	if c.flat {
		least = 1
	}
	dst, f, ok = c.widest(dst, 0, filling{fit, min(least, most), childTries, true}, most, rootTries)
	if ok || c.flat {
		return dst, f
	}
	return c.crowded(dst, filling{fit, min(share, most), childTries, false})
}

// crowded writes an item that has no room for all children with a sensible part of each: with its
// first ones (w says how), or, if that shows more, with next to nothing of each.
func (c *cutter) crowded(dst []byte, w filling) ([]byte, form) {
	start, was, best := len(dst), c.mark(), w
	dst, f, _ := c.fill(dst, 0, w)
	for _, each := range []int{fewest / 2, fewest / 4, 0} {
		c.forget(was)
		w.each, w.every = each, true
		var g form
		var ok bool
		if dst, g, ok = c.fill(dst[:start], 0, w); !ok {
			continue
		}
		if g.kept > f.kept {
			return dst, g
		}
		break
	}
	c.forget(was)
	dst, f, _ = c.fill(dst[:start], 0, best)
	return dst, f
}

// contain writes container i, which isn't the item itself, in about room tokens. Allowances are
// tried near the root only: further in, each try would multiply the work.
func (c *cutter) contain(dst []byte, i int32, room, tries int) ([]byte, form) {
	least, share := c.shares(i, room)
	if share <= 0 {
		return c.empty(dst, i)
	}
	if tries > 0 {
		out, f, ok := c.widest(dst, i, filling{room, least, 0, true}, room, tries)
		if ok {
			return out, f
		}
	} else if c.cells[i].Kind == input.Object {
		share = room / 2
	}
	dst, f, _ := c.fill(dst, i, filling{room, share, 0, false})
	return dst, f
}

// shares returns what a child of container i is cut to before others go, and when others have to
// go. Of an array, a prefix says more than a few words of each element. Both are less than room,
// so that nesting is followed to a bounded depth.
func (c *cutter) shares(i int32, room int) (least, share int) {
	least = min(fewest, room*3/4)
	if c.cells[i].Kind == input.Array {
		least = max(least, room/4)
	}
	return least, max(least, room/8)
}

// widest writes container i with all its children, each with the same allowance: about the largest
// from w.each to most with which they have room. It writes nothing if w.each is too much.
func (c *cutter) widest(dst []byte, i int32, w filling, most, tries int) ([]byte, form, bool) {
	start, was := len(dst), c.mark()
	dst, f, ok := c.fill(dst, i, w)
	if !ok {
		return dst, f, false
	}
	low, high := w.each, most
	for ; tries > 0 && high-low > 1+low/16; tries-- {
		c.forget(was)
		w.each = low + (high-low)/2
		if dst, f, ok = c.fill(dst[:start], i, w); ok {
			low = w.each
		} else {
			high = w.each
		}
	}
	if !ok {
		w.each = low
		dst, f, _ = c.fill(dst, i, w)
	}
	return dst, f, true
}
