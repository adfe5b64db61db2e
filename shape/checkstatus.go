package shape

import (
	"bytes"
	"strings"

	"github.com/toolfit/toolfit/shape/input"
)

// status checks that the figures agree with each other and with the items.
func (c *checker) status() {
	shown := int64(len(c.items))
	if c.pieces {
		shown = c.pieceSize()
	}
	if c.returned != shown {
		c.breaks("returned", "returned is %d, and %d are shown", c.returned, shown)
	}
	beyond := c.offset > c.total-c.returned && c.at("error") == nil // else it is what is wrong
	if c.returned > c.total || beyond {
		c.breaks("total", "offset %d and returned %d go past the total of %d", c.offset, c.returned, c.total)
	}
	if c.scanned >= 0 && c.scanned < c.total {
		c.breaks("scanned", "scanned is %d, and the total %d", c.scanned, c.total)
	}
	if cut := c.returned < c.total || c.clipped > 0; c.truncated != cut {
		c.breaks("truncated", "truncated is %t with %d of %d returned and %d clipped",
			c.truncated, c.returned, c.total, c.clipped)
	}
	c.way()
}

// pieceSize returns the bytes of the one string that a slice shows, or -1.
func (c *checker) pieceSize() int64 {
	if len(c.items) != 1 {
		return -1
	}
	value := c.text[c.items[0].start:c.items[0].end]
	if value[0] != '"' {
		return -1
	}
	return int64(input.TextSize(value))
}

// handleForm is what a handle looks like.
var handleForm = expression(`^"art-[0-9]{12,}"$`)

// way checks that what isn't shown can be reached, or that it says that it can't.
func (c *checker) way() {
	isNull := func(raw []byte) bool { return raw != nil && raw[0] == 'n' }
	named := c.handle != nil && !isNull(c.handle)
	switch {
	case named && !handleForm().Match(c.handle):
		c.breaks("handle", "handle is %.40s, not art- and digits", c.handle)
	case c.pieces && c.cursor != nil:
		c.breaks("next_cursor", "next_cursor is there, and a string has none")
	case c.pieces:
	case c.remain() && c.cursor == nil:
		c.breaks("next_cursor", "rows remain, and there is no next_cursor")
	case !c.remain() && c.cursor != nil:
		c.breaks("next_cursor", "next_cursor is there, and no rows remain")
	case c.cursor != nil && isNull(c.cursor) != isNull(c.handle):
		c.breaks("next_cursor", "next_cursor is %.40s, and handle %.40s", c.cursor, c.handle)
	}
}

// footer checks that the footer repeats the status, and says how to go on.
func (c *checker) footer() {
	for _, name := range []string{"truncated", "total", "returned"} {
		if have := valueIn(c.endText, c.end, name); !bytes.Equal(have, c.at(name)) {
			c.breaks("footer", "end.%s is %.40s, and %s is %.40s", name, have, name, c.at(name))
		}
	}
	open := c.remain() || c.clipped > 0
	lost := c.cursor != nil && c.cursor[0] == 'n' || c.handle != nil && c.handle[0] == 'n'
	switch {
	case c.next == nil && open && !lost && (c.remain() || c.handle != nil):
		c.breaks("next", "there is more, and no end.next")
	case c.next != nil && (!open || lost):
		c.breaks("next", "end.next is there, and leads nowhere")
	}
	c.command("next", c.next)
	filter := valueIn(c.endText, c.end, "filter")
	if filter != nil && !c.remain() {
		c.breaks("next", "end.filter is there, and no rows remain")
	}
	c.command("filter", filter)
}

// command checks that a command of ours names the handle and, if rows remain, the cursor.
func (c *checker) command(name string, raw []byte) {
	text := unquoted(raw)
	if !strings.HasPrefix(text, "toolfit read ") {
		return
	}
	if handle := unquoted(c.handle); handle == "" || !strings.Contains(text, handle) {
		c.breaks("next", "end.%s doesn't name the handle", name)
	}
	if name == "next" && !strings.Contains(text, unquoted(c.cursor)) {
		c.breaks("next", "end.next doesn't have the cursor")
	}
}

// shown checks the items' form and what stands beside them.
func (c *checker) shown() {
	if columns := c.at("columns"); columns != nil {
		names, _ := partsOf(columns, 0)
		for i, p := range c.items {
			if c.text[p.start] != '[' {
				c.breaks("columns", "item %d is no array", i)
				continue
			}
			if cells, _ := partsOf(c.text, p.start); len(cells) != len(names) {
				c.breaks("columns", "item %d has %d cells for %d columns", i, len(cells), len(names))
			}
		}
	}
	tail, at := c.at("tail"), c.at("tail_offset")
	switch {
	case (tail == nil) != (at == nil):
		c.breaks("tail", "tail and tail_offset go together")
	case tail != nil:
		list, _ := partsOf(tail, 0)
		if !c.remain() || countOf(at)+int64(len(list)) != c.total {
			c.breaks("tail", "tail isn't the end of the rows that remain")
		}
	}
}
