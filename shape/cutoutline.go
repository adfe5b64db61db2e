package shape

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/toolfit/toolfit/shape/input"
)

// maxCells bounds the cells of an item, and so the memory for them. The values behind are only
// counted: no item with so many is ever shown whole.
const maxCells = 1 << 18

// An outline takes the compact JSON of an item apart. It is not recursive.
type outline struct {
	src     []byte
	cells   []input.Cell
	open    []opened
	skipped int   // open containers that have no cell
	key     int32 // where the name of the next value begins, or -1
	lost    []wholeSize
}

// An opened is a container that has not ended.
type opened struct {
	cell     int32
	children int64
	lost     bool // not all of them have cells
}

// scan fills cells, and lost with the sizes of containers that have children without cells.
func (o *outline) scan(src []byte) {
	o.src, o.cells, o.open, o.lost = src, o.cells[:0], o.open[:0], nil
	o.skipped, o.key = 0, -1
	for i := 0; i < len(src); {
		switch src[i] {
		case ',':
			i++
		case '{':
			o.begin(i, input.Object)
			i++
		case '[':
			o.begin(i, input.Array)
			i++
		case '}', ']':
			i++
			o.end(i)
		case '"':
			end := stringEnd(src, i)
			if end < len(src) && src[end] == ':' {
				o.key, i = int32(i), end+1
				continue
			}
			o.value(i, end, input.String)
			i = end
		default:
			end := i + 1
			for end < len(src) && src[end] != ',' && src[end] != '}' && src[end] != ']' {
				end++
			}
			o.value(i, end, scalar(src[i]))
			i = end
		}
	}
}

// value adds a cell, unless there are too many.
func (o *outline) value(start, end int, kind input.Kind) bool {
	key := o.key
	o.key = -1
	if o.skipped > 0 {
		return false
	}
	full := len(o.cells) >= maxCells
	if top := len(o.open) - 1; top >= 0 {
		o.open[top].children++
		o.open[top].lost = o.open[top].lost || full
	}
	if !full {
		o.cells = append(o.cells, input.Cell{
			Next: int32(len(o.cells)) + 1, Key: key, Start: int32(start), End: int32(end), Kind: kind,
		})
	}
	return !full
}

func (o *outline) begin(start int, kind input.Kind) {
	if !o.value(start, start, kind) {
		o.skipped++
		return
	}
	o.open = append(o.open, opened{cell: int32(len(o.cells)) - 1})
}

func (o *outline) end(end int) {
	if o.skipped > 0 {
		o.skipped--
		return
	}
	top := o.open[len(o.open)-1]
	o.open = o.open[:len(o.open)-1]
	cell := &o.cells[top.cell]
	cell.End, cell.Next = int32(end), int32(len(o.cells))
	if top.lost {
		o.lost = append(o.lost, wholeSize{top.cell, top.children})
	}
}

// scalar is the kind of a number or literal that begins with b.
func scalar(b byte) input.Kind {
	switch b {
	case 't', 'f':
		return input.Bool
	case 'n':
		return input.Null
	}
	return input.Number
}

// stringEnd returns the end of the string that begins at src[i].
func stringEnd(src []byte, i int) int {
	for i++; ; i++ {
		i += bytes.IndexByte(src[i:], '"')
		escapes := 0
		for src[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i + 1
		}
	}
}

// abridged notes the values of item, of which src is the compact form, that whole has the sizes
// of, by their byte offsets.
func (o *outline) abridged(item []byte, whole map[int]int64) {
	from, at := 0, int32(0)
	var buf []byte
	for _, off := range slices.Sorted(maps.Keys(whole)) {
		buf = input.Compact(buf[:0], item[from:off])
		from, at = off, at+int32(len(buf))
		i, ok := slices.BinarySearchFunc(o.cells, at, func(c input.Cell, at int32) int {
			return cmp.Compare(c.Start, at)
		})
		if !ok && len(o.cells) < maxCells {
			panic(fmt.Sprintf("cut: no value at byte %d", off))
		}
		if ok {
			o.lost = append(o.lost, wholeSize{int32(i), whole[off]})
		}
	}
}
