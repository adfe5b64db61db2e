package shape

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/toolfit/toolfit/shape/input"
)

// facts are what has been found out about the values of an item, by cell.
type facts struct {
	whole []wholeSize // values that were abridged before, in document order
	sizes map[int32]int64
	names map[int32]map[string]bool // of objects: see cutter.names

	// values and labels have the tokens of values and of their names, as far as counted: 0 for
	// not yet, and -1-n for more than n.
	values, labels []int32
	siblings       map[int32]int // see cutter.siblingTokens
}

// A wholeSize is the size of an abridged value before it was abridged.
type wholeSize struct {
	cell int32
	size int64
}

// load takes the item, of which src is the compact form, apart.
func (c *cutter) load(item []byte, whole map[int]int64) {
	c.outline.scan(c.src)
	c.outline.abridged(item, whole)
	c.cells = c.outline.cells
	n := len(c.cells)
	c.facts = facts{whole: wholes(c.outline.lost), values: make([]int32, n), labels: make([]int32, n)}
	c.children, c.up = c.children[:0], c.up[:0]
}

// wholes puts sizes in the order of their cells. Where a cell has two, the larger is the true one.
func wholes(sizes []wholeSize) []wholeSize {
	slices.SortFunc(sizes, func(a, b wholeSize) int {
		return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(b.size, a.size))
	})
	return slices.CompactFunc(sizes, func(a, b wholeSize) bool { return a.cell == b.cell })
}

// from returns the first abridged value at cell i or behind.
func (f *facts) from(i int32) int {
	n, _ := slices.BinarySearchFunc(f.whole, i, func(w wholeSize, i int32) int {
		return cmp.Compare(w.cell, i)
	})
	return n
}

// lost returns the whole size of value i if it was abridged.
func (f *facts) lost(i int32) (size int64, ok bool) {
	if n := f.from(i); n < len(f.whole) && f.whole[n].cell == i {
		return f.whole[n].size, true
	}
	return 0, false
}

// abridged reports whether value i, or a value in it, was abridged.
func (f *facts) abridged(c *input.Cell, i int32) bool {
	n := f.from(i)
	return n < len(f.whole) && f.whole[n].cell < c.Next
}

// size returns the number of elements or members of value i, or its UTF-8 bytes.
func (c *cutter) size(i int32) int64 {
	if n, ok := c.facts.lost(i); ok {
		return n
	}
	n, ok := c.facts.sizes[i]
	if ok {
		return n
	}
	cell := &c.cells[i]
	if cell.Kind == input.String {
		n = int64(input.TextSize(c.src[cell.Start:cell.End]))
	}
	for k := i + 1; k < cell.Next; k = c.cells[k].Next {
		n++
	}
	if c.facts.sizes == nil {
		c.facts.sizes = map[int32]int64{}
	}
	c.facts.sizes[i] = n
	return n
}

// tokens returns the tokens of value i as it is, and whether they are at most most; if not, it
// returns most.
func (c *cutter) tokens(i int32, most int) (n int, ok bool) {
	known := &c.facts.values[i]
	if *known == 0 || *known < 0 && most > -1-int(*known) {
		value := c.src[c.cells[i].Start:c.cells[i].End]
		if !c.fits(value, most) {
			*known = -1 - int32(most)
			return most, false
		}
		*known = int32(c.count.Count(value))
	}
	return min(int(*known), most), *known > 0 && int(*known) <= most
}

// nameTokens returns the tokens of the name of member i.
func (c *cutter) nameTokens(i int32) int {
	known := &c.facts.labels[i]
	if *known == 0 {
		*known = int32(c.count.Count(c.src[c.cells[i].Key:c.cells[i].Start]))
	}
	return int(*known)
}

// content returns what is between the quotes of a string.
func (c *cutter) content(cell *input.Cell) []byte { return c.src[cell.Start+1 : cell.End-1] }

// names returns those names of members of an object that a name made up by us could be.
func (c *cutter) names(object int32) map[string]bool {
	names, ok := c.facts.names[object]
	if ok {
		return names
	}
	names = map[string]bool{}
	for k := object + 1; k < c.cells[object].Next; k = c.cells[k].Next {
		name := c.label(k)
		if bytes.IndexByte(name, '\\') >= 0 || hasSuffix(name) {
			names[unescaped(name)] = true
		}
	}
	if c.facts.names == nil {
		c.facts.names = map[int32]map[string]bool{}
	}
	c.facts.names[object] = names
	return names
}

func hasSuffix(name []byte) bool {
	return bytes.HasSuffix(name, []byte("_bytes")) || bytes.HasSuffix(name, []byte("_total")) ||
		bytes.HasSuffix(name, []byte("_returned"))
}

// label returns the name of member i as it is written, without quotes.
func (c *cutter) label(i int32) []byte { return c.src[c.cells[i].Key+1 : c.cells[i].Start-2] }

// unescaped returns what the content of a JSON string stands for.
func unescaped(content []byte) string {
	raw := append(append([]byte{'"'}, content...), '"')
	return string(input.Unquote(raw[:0:0], raw))
}
