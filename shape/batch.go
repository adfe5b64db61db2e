package shape

import (
	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/stat"
)

// batch is rows on their way to the statistics: copies, as a row is valid for a short time only.
type batch struct {
	rows    []batchRow
	bytes   []byte // of all rows and their order
	cells   []input.Cell
	columns []stat.Column // what the ids in cells stand for
}

// batchRow is a row of a batch. Its parts begin where those of the row before end.
type batchRow struct {
	n                   int64
	order, bytes, cells int // where they end
	text, dropped       bool
}

const (
	// maxBatch is when a batch is handed on, in bytes of rows. A row that is longer is not copied.
	maxBatch = 128 << 10
	// minCopied is from where on in the rows they are copied: of a small result, the memory for
	// the batches would cost more than is gained.
	minCopied = 1 << 20
)

func (b *batch) add(r *input.Row, n int64, order []byte) {
	b.bytes = append(b.bytes, order...)
	row := batchRow{n: n, order: len(b.bytes), text: r.Text, dropped: r.Dropped}
	b.bytes = append(b.bytes, r.Bytes...)
	b.cells = append(b.cells, r.Cells...)
	row.bytes, row.cells = len(b.bytes), len(b.cells)
	b.rows = append(b.rows, row)
}

func (b *batch) clear() {
	b.rows, b.bytes, b.cells = b.rows[:0], b.bytes[:0], b.cells[:0]
}

// each calls f with the rows of the batch, in their order.
func (b *batch) each(f func(r *input.Row, n int64, order []byte)) {
	var row input.Row
	bytes, cells := 0, 0
	for i := range b.rows {
		r := &b.rows[i]
		row.Text, row.Dropped = r.text, r.dropped
		row.Bytes, row.Cells = b.bytes[r.order:r.bytes], b.cells[cells:r.cells]
		f(&row, r.n, b.bytes[bytes:r.order])
		bytes, cells = r.bytes, r.cells
	}
}

// handOn lets the batch be summed up, once that of the one before is done.
func (s *sums) handOn() {
	s.wait()
	s.name()
	s.fills.columns = s.columns
	s.fills, s.other = s.other, s.fills
	s.busy = make(chan struct{})
	go func(b *batch, busy chan struct{}) {
		s.sumUpAll(b)
		close(busy)
	}(s.other, s.busy)
}

// wait returns when no batch is being summed up.
func (s *sums) wait() {
	if s.busy != nil {
		<-s.busy
		s.busy = nil
	}
}

// finish returns when all rows so far have been summed up.
func (s *sums) finish() {
	s.wait()
	s.name()
	s.fills.columns = s.columns
	s.sumUpAll(s.fills)
}

func (s *sums) sumUpAll(b *batch) {
	s.known = b.columns
	b.each(s.sumUp)
	b.clear()
}
