package store

import (
	"errors"
	"strconv"
)

// A list is rows of numbers, a few to a row, in blocks of 512 rows that are JSON arrays.
type list struct {
	sp    *spool
	t     table
	rows  int64
	cur   []byte  // the block that isn't full yet, without its closing bracket
	tail  []int64 // the numbers in cur
	reads listReader
}

func newList(sp *spool, t table) *list {
	return &list{sp: sp, t: t, reads: listReader{src: sp, t: t}}
}

func (l *list) add(values ...int64) {
	for _, v := range values {
		if len(l.cur) == 0 {
			l.cur = append(l.cur, '[')
		} else {
			l.cur = append(l.cur, ',')
		}
		l.cur = strconv.AppendInt(l.cur, v, 10)
	}
	l.tail = append(l.tail, values...)
	l.rows++
	if l.rows%blockRows == 0 {
		l.flush()
	}
}

// flush hands the last block over. Only the last of all may be short.
func (l *list) flush() {
	if len(l.cur) > 0 {
		l.sp.put(piece{l.t, (l.rows - 1) / blockRows * blockRows}, append(l.cur, ']'))
		l.cur = make([]byte, 0, len(l.cur)+64)
		l.tail = l.tail[:0]
	}
}

// reset voids all rows.
func (l *list) reset() {
	l.rows, l.cur, l.tail = 0, l.cur[:0], l.tail[:0]
	l.reads.forget()
	l.sp.clear(l.t)
}

// at returns the numbers of row i, valid until the next call.
func (l *list) at(i int64) ([]int64, error) {
	if i < 0 || i >= l.rows {
		return nil, &Error{Op: "read draft", Kind: ErrRange}
	}
	if first := i / blockRows * blockRows; len(l.cur) > 0 && first == l.rows/blockRows*blockRows {
		width := widths[l.t]
		return l.tail[(i-first)*width:][:width], nil
	}
	return l.reads.at(i)
}

// widths is how many numbers a row has.
var widths = [tables]int64{spansTable: 2, picksTable: 1}

// keptBlocks bounds the blocks that a listReader keeps: for spans, 8 MiB or half a million rows.
const keptBlocks = 1024

// A listReader reads rows of a list anywhere, and keeps the blocks it has read.
type listReader struct {
	src    source
	t      table
	blocks map[int64][]int64
	last   []int64 // the block that was asked for last
	first  int64   // and its first row
}

func (r *listReader) forget() { r.blocks, r.last = nil, nil }

// at returns the numbers of row i, which must exist.
func (r *listReader) at(i int64) ([]int64, error) {
	first := i / blockRows * blockRows
	block, err := r.block(first)
	if err != nil {
		return nil, err
	}
	width := widths[r.t]
	if (i-first+1)*width > int64(len(block)) {
		return nil, errShort
	}
	return block[(i-first)*width:][:width], nil
}

// block returns the block that begins at row first.
func (r *listReader) block(first int64) ([]int64, error) {
	if r.last != nil && r.first == first {
		return r.last, nil
	}
	if b, ok := r.blocks[first]; ok {
		r.last, r.first = b, first
		return b, nil
	}
	text, err := r.src.get(piece{r.t, first})
	if err != nil {
		return nil, err
	}
	b, err := parseBlock(text, make([]int64, 0, blockRows*widths[r.t]))
	if err != nil {
		return nil, err
	}
	if r.blocks == nil || len(r.blocks) >= keptBlocks {
		r.blocks = map[int64][]int64{}
	}
	r.blocks[first], r.last, r.first = b, b, first
	return b, nil
}

var errBlock = errors.New("a list that isn't a JSON array of integers")

// parseBlock appends the numbers of a block to values. It takes what list writes, not all of JSON.
func parseBlock(text []byte, values []int64) ([]int64, error) {
	if len(text) < 3 || text[0] != '[' || text[len(text)-1] != ']' {
		return nil, errBlock
	}
	for i := 1; i < len(text); {
		neg := text[i] == '-'
		if neg {
			i++
		}
		var v int64
		start := i
		for ; text[i]-'0' <= 9; i++ {
			v = v*10 + int64(text[i]-'0')
		}
		if i == start || i-start > 18 || (text[i] != ',') != (i == len(text)-1) {
			return nil, errBlock
		}
		if neg {
			v = -v
		}
		values = append(values, v)
		i++
	}
	return values, nil
}
