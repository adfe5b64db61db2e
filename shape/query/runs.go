package query

import (
	"bufio"
	"bytes"
	"cmp"
	"container/heap"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
)

// A run is a sorted part of the file of a Sorter, of the same records as the arena.
type run struct {
	off, size int64
}

// Buffers of runs that are merged are at least and at most this large; between, they share the
// Sorter's memory.
const (
	minBuffer = 4 << 10
	maxBuffer = 256 << 10
)

// spill writes what is in memory to the file as a run.
func (s *Sorter) spill() error {
	if err := s.open(); err != nil {
		return fmt.Errorf("sort on disk: %w", err)
	}
	w := bufio.NewWriterSize(&sectionWriter{s.file, s.size}, maxBuffer)
	var size int64
	for _, it := range s.sortRows() {
		_, _, record := s.record(it.at)
		w.Write(record)
		size += int64(len(record))
	}
	if err := w.Flush(); err != nil { // the first error of all writes
		return fmt.Errorf("sort on disk: %w", err)
	}
	s.runs = append(s.runs, run{s.size, size})
	s.size += size
	s.reset()
	return nil
}

// open makes the file and takes its name away, so that nothing is left whatever happens.
func (s *Sorter) open() error {
	if s.file != nil {
		return nil
	}
	f, err := os.CreateTemp(s.dir, "toolfit-sort-*")
	if err != nil {
		return err
	}
	s.file = f
	return os.Remove(f.Name())
}

type sectionWriter struct {
	w   io.WriterAt
	off int64
}

func (w *sectionWriter) Write(p []byte) (int, error) {
	n, err := w.w.WriteAt(p, w.off)
	w.off += int64(n)
	return n, err
}

// merge yields the rows of all runs in order.
func (s *Sorter) merge(yield func(sorted, error) bool) {
	if s.rows > 0 {
		if err := s.spill(); err != nil {
			yield(sorted{}, err)
			return
		}
	}
	s.arena = nil // the buffers take their place
	h, err := s.heads()
	if err != nil {
		yield(sorted{}, err)
		return
	}
	for len(h) > 0 {
		if !yield(sorted{h[0].key, h[0].n}, nil) {
			return
		}
		more, err := h[0].next()
		switch {
		case err != nil:
			yield(sorted{}, err)
			return
		case more:
			heap.Fix(&h, 0)
		default:
			heap.Pop(&h)
		}
	}
}

// heads opens all runs and reads the first row of each.
func (s *Sorter) heads() (heads, error) {
	h := make(heads, 0, len(s.runs))
	buffer := min(max(int(s.memory)/len(s.runs), minBuffer), maxBuffer)
	for _, r := range s.runs {
		in := bufio.NewReaderSize(io.NewSectionReader(s.file, r.off, r.size), buffer)
		head := &runHead{in: in}
		if _, err := head.next(); err != nil {
			return nil, err
		}
		h = append(h, head)
	}
	heap.Init(&h)
	return h, nil
}

// A runHead is the next row of a run.
type runHead struct {
	in  *bufio.Reader
	key []byte
	n   int64
}

func (h *runHead) next() (more bool, err error) {
	size, err := binary.ReadUvarint(h.in)
	if err == io.EOF {
		return false, nil
	}
	if err == nil {
		h.key = slices.Grow(h.key[:0], int(size))[:size]
		_, err = io.ReadFull(h.in, h.key)
	}
	var n uint64
	if err == nil {
		n, err = binary.ReadUvarint(h.in)
	}
	h.n = int64(n)
	if err != nil {
		return false, fmt.Errorf("merge sorted rows: %w", err)
	}
	return true, nil
}

// heads is a heap with the row that comes next at the top.
type heads []*runHead

func (h heads) Len() int      { return len(h) }
func (h heads) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h heads) Less(i, j int) bool {
	c := bytes.Compare(h[i].key, h[j].key)
	return cmp.Or(c, cmp.Compare(h[i].n, h[j].n)) < 0
}

// Push is never called: runs only end.
func (h *heads) Push(x any) { *h = append(*h, x.(*runHead)) }

func (h *heads) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
