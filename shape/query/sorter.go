package query

import (
	"encoding/binary"
	"errors"
	"iter"
	"os"
)

// DefaultMemory is how many bytes a Sorter takes before it goes to disk.
const DefaultMemory = 32 << 20

// The arena that rows lie in is made of chunks, and a place in it is a chunk and an offset, in 12
// and 20 bits.
const (
	offsetBits = 20
	chunkSize  = 1 << offsetBits
	maxChunks  = 1 << (32 - offsetBits)
	minMemory  = 64 << 10
)

// A Sorter sorts row numbers by their keys. It holds nothing else: in memory up to a bound, beyond
// that as sorted runs in one temporary file that has no name any more.
type Sorter struct {
	memory int64
	dir    string

	arena [][]byte // records: the length of the key, the key, the row number; lengths as varints
	chunk int      // that is being filled
	used  int64    // bytes of all chunks
	rows  int64    // in memory
	first int64    // row number in memory
	last  int64    // row number

	file *os.File
	size int64 // of the file
	runs []run
}

// NewSorter gives a Sorter that takes up to memory bytes (DefaultMemory if 0, at least 64 KiB),
// and one key more, and whose file is made in dir (the system's folder for temporary files if "").
func NewSorter(memory int64, dir string) *Sorter {
	if memory == 0 {
		memory = DefaultMemory
	}
	return &Sorter{memory: max(memory, minMemory), dir: dir, last: -1}
}

var errOrder = errors.New("sort rows: the row numbers don't ascend")

// Add adds a row. The key is copied. Rows are added in the order of their numbers, which are not
// negative.
func (s *Sorter) Add(key []byte, n int64) error {
	if n <= s.last {
		return errOrder
	}
	s.last = n
	if s.full(len(key)) {
		if err := s.spill(); err != nil {
			return err
		}
	}
	if s.rows == 0 {
		s.first = n
	}
	s.store(key, n)
	s.rows++
	return nil
}

// recordSize bounds the size of a record.
func recordSize(key int) int { return key + 2*binary.MaxVarintLen64 }

// full reports whether there is no room for a key of that size, or for sorting one row more.
func (s *Sorter) full(size int) bool {
	if s.rows == 0 {
		return false
	}
	need := s.used + (s.rows+1)*sortSize
	if !s.fits(size) {
		need += s.chunkFor(size)
	}
	if need > s.memory {
		need -= s.trim()
	}
	return need > s.memory || s.chunk == maxChunks
}

// trim gives back the chunks behind the current one, left from a run with longer keys.
func (s *Sorter) trim() (bytes int64) {
	for last := len(s.arena) - 1; last > s.chunk; last-- {
		bytes += int64(cap(s.arena[last]))
		s.arena[last] = nil
		s.arena = s.arena[:last]
	}
	s.used -= bytes
	return bytes
}

// fits reports whether a chunk has room for a key, and makes the first that has the current one.
func (s *Sorter) fits(size int) bool {
	for ; s.chunk < len(s.arena); s.chunk++ {
		c := s.arena[s.chunk]
		if len(c) < chunkSize && cap(c)-len(c) >= recordSize(size) {
			return true
		}
	}
	return false
}

func (s *Sorter) chunkFor(size int) int64 {
	return max(int64(recordSize(size)), min(chunkSize, s.memory/16))
}

func (s *Sorter) store(key []byte, n int64) {
	if !s.fits(len(key)) {
		size := s.chunkFor(len(key))
		s.arena = append(s.arena, make([]byte, 0, size))
		s.used += size
	}
	c := s.arena[s.chunk]
	c = binary.AppendUvarint(c, uint64(len(key)))
	c = append(c, key...)
	s.arena[s.chunk] = binary.AppendUvarint(c, uint64(n))
}

// record is the key and the row number at a place, and the bytes of the whole.
func (s *Sorter) record(at uint32) (key []byte, n int64, whole []byte) {
	c := s.arena[at>>offsetBits][at&(chunkSize-1):]
	size, head := binary.Uvarint(c)
	end := head + int(size)
	number, tail := binary.Uvarint(c[end:])
	return c[head:end], int64(number), c[:end+tail]
}

func (s *Sorter) key(at uint32) []byte {
	c := s.arena[at>>offsetBits][at&(chunkSize-1):]
	size, head := binary.Uvarint(c)
	return c[head : head+int(size)]
}

// reset empties the memory and keeps it, but for chunks that were made for one long key.
func (s *Sorter) reset() {
	kept := s.arena[:0]
	s.rows, s.chunk, s.used = 0, 0, 0
	for _, c := range s.arena {
		if cap(c) <= chunkSize {
			kept = append(kept, c[:0])
			s.used += int64(cap(c))
		}
	}
	clear(s.arena[len(kept):])
	s.arena = kept
}

// Sorted gives the row numbers in the order of their keys, equal keys in the order of their
// numbers. Nothing can be added after it. After an error, which comes from the file, it ends.
func (s *Sorter) Sorted() iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		if len(s.runs) == 0 && s.last-s.first+1 == s.rows { // no need to look at each record
			for _, it := range s.sortRows() {
				if !yield(s.first+int64(it.i), nil) {
					return
				}
			}
			return
		}
		for r, err := range s.inOrder() {
			if !yield(r.n, err) {
				return
			}
		}
	}
}

// A sorted is a row in its turn; the key is valid until the next one.
type sorted struct {
	key []byte
	n   int64
}

// inOrder is Sorted with the keys.
func (s *Sorter) inOrder() iter.Seq2[sorted, error] {
	return func(yield func(sorted, error) bool) {
		if len(s.runs) > 0 {
			s.merge(yield)
			return
		}
		for _, it := range s.sortRows() {
			if key, n, _ := s.record(it.at); !yield(sorted{key, n}, nil) {
				return
			}
		}
	}
}

// Close gives the memory and the file back.
func (s *Sorter) Close() error {
	file := s.file
	*s = Sorter{memory: s.memory, dir: s.dir, last: -1}
	if file == nil {
		return nil
	}
	return file.Close()
}
