package shape

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolfit/toolfit/shape/input"
)

// facts are what has been found out about the values of an item, by cell.
type facts struct {
	whole []wholeSize // values that were abridged before, in document order
	sizes map[int32]int64
	names map[int32]map[string]bool // of objects: see cutter.names
}

// A wholeSize is the size of an abridged value before it was abridged.
type wholeSize struct {
	cell int32
	size int64
}

// load takes the item apart: src is the item without white space. If it has too many values for
// that, it is abridged.
func (c *cutter) load(item []byte, whole map[int]int64) {
	c.facts = facts{}
	c.children, c.up = c.children[:0], c.up[:0]
	c.forget(mark{})
	if c.paths == nil {
		c.paths = input.NewPaths()
	}
	if len(whole) > 0 {
		c.scan(item)
		c.facts.find(c.row.Cells, whole)
	}
	c.scan(c.src)
	c.src, c.cells = c.row.Bytes, c.row.Cells
	for cell, size := range c.row.Whole {
		c.facts.whole = append(c.facts.whole, wholeSize{cell, size})
	}
	slices.SortFunc(c.facts.whole, func(a, b wholeSize) int { return cmp.Compare(a.cell, b.cell) })
}

// scan takes b, a piece of JSON that has been read as such before, apart.
func (c *cutter) scan(b []byte) {
	if err := input.Scan(b, c.paths, &c.row); err != nil {
		panic(fmt.Sprintf("cut an item that isn't JSON: %v", err))
	}
}

// find notes the values that whole has the sizes of, by their byte offsets.
func (f *facts) find(cells []input.Cell, whole map[int]int64) {
	for off, size := range whole {
		i, ok := slices.BinarySearchFunc(cells, off, func(c input.Cell, off int) int {
			return cmp.Compare(int(c.Start), off)
		})
		if !ok {
			panic(fmt.Sprintf("cut: no value at byte %d", off))
		}
		f.whole = append(f.whole, wholeSize{int32(i), size})
	}
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
		cell := &c.cells[k]
		name := unescaped(c.src[cell.Key+1 : cell.Start-2])
		if hasSuffix(name) {
			names[name] = true
		}
	}
	if c.facts.names == nil {
		c.facts.names = map[int32]map[string]bool{}
	}
	c.facts.names[object] = names
	return names
}

func hasSuffix(name string) bool {
	return strings.HasSuffix(name, "_bytes") || strings.HasSuffix(name, "_total") ||
		strings.HasSuffix(name, "_returned")
}

// unescaped returns what the content of a JSON string stands for.
func unescaped(content []byte) string {
	raw := append(append([]byte{'"'}, content...), '"')
	return string(input.Unquote(raw[:0:0], raw))
}
