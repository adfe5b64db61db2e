package query

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"iter"
	"os"
	"slices"
)

// DefaultMemory is how many bytes of keys a Sorter holds before it goes to disk.
const DefaultMemory = 32 << 20

const (
	chunkSize  = 1 << 20 // of the arena that keys lie in
	minMemory  = 64 << 10
	firstItems = 1024
	itemSize   = 24
)

// A Sorter sorts row numbers by their keys. Keys and numbers are all that it holds, in memory up
// to a bound, beyond it as sorted runs in one temporary file that has no name any more.
type Sorter struct {
	memory int64
	dir    string

	items  []item
	arena  [][]byte // chunks; a key lies in one
	chunk  int      // the current one
	used   int64    // bytes of the arena
	first  []byte   // the first key in memory
	common int      // how many bytes all keys in memory begin with

	file *os.File
	size int64 // of the file
	runs []run
}

// An item is a key and the number of its row.
type item struct {
	prefix     uint64 // set for sorting: eight bytes of the key, behind the common ones
	chunk, off uint32
	n          int64
}

// NewSorter gives a Sorter that holds up to memory bytes (DefaultMemory if 0, at least 64 KiB),
// and one key more, and whose file is made in dir (the system's folder for temporary files if "").
func NewSorter(memory int64, dir string) *Sorter {
	if memory == 0 {
		memory = DefaultMemory
	}
	return &Sorter{memory: max(memory, minMemory), dir: dir}
}

// Add adds a row. The key is copied.
func (s *Sorter) Add(key []byte, n int64) error {
	if s.full(len(key)) {
		if err := s.spill(); err != nil {
			return err
		}
	}
	if len(s.items) == cap(s.items) {
		s.items = slices.Grow(s.items, max(firstItems, len(s.items)/2))
	}
	if len(s.items) == 0 {
		s.first, s.common = append(s.first[:0], key...), len(key)
	}
	s.common = shared(s.first[:s.common], key)
	chunk, off := s.store(key)
	s.items = append(s.items, item{chunk: chunk, off: off, n: n})
	return nil
}

// full reports whether there is no room for a key of that size: for a chunk that it needs, or for
// more items, which for a moment are there twice.
func (s *Sorter) full(size int) bool {
	if len(s.items) == 0 {
		return false
	}
	var grows int64
	if len(s.items) == cap(s.items) {
		grows += itemSize * int64(len(s.items)+len(s.items)/2)
	}
	if !s.fits(size) {
		grows += s.chunkFor(size)
	}
	return grows > 0 && grows+s.used+itemSize*int64(cap(s.items)) > s.memory
}

// fits reports whether some chunk has room for a key, and makes the first such the current one.
func (s *Sorter) fits(size int) bool {
	for ; s.chunk < len(s.arena); s.chunk++ {
		c := s.arena[s.chunk]
		if cap(c)-len(c) >= size+binary.MaxVarintLen64 {
			return true
		}
	}
	return false
}

func (s *Sorter) chunkFor(size int) int64 {
	return max(int64(size)+binary.MaxVarintLen64, min(chunkSize, s.memory/16))
}

// store copies a key, with its length before it, into the arena.
func (s *Sorter) store(key []byte) (chunk, off uint32) {
	if !s.fits(len(key)) {
		size := s.chunkFor(len(key))
		s.arena = append(s.arena, make([]byte, 0, size))
		s.used += size
	}
	c := s.arena[s.chunk]
	start := len(c)
	c = binary.AppendUvarint(c, uint64(len(key)))
	s.arena[s.chunk] = append(c, key...)
	return uint32(s.chunk), uint32(start)
}

func (s *Sorter) key(it *item) []byte {
	c := s.arena[it.chunk][it.off:]
	size, n := binary.Uvarint(c)
	return c[n : n+int(size)]
}

// shared is how many bytes a and b begin with in common.
func shared(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// sortItems sorts what is in memory, by key and then by number.
func (s *Sorter) sortItems() {
	for i := range s.items {
		it := &s.items[i]
		it.prefix = prefix(s.key(it)[s.common:])
	}
	slices.SortFunc(s.items, func(a, b item) int {
		if a.prefix != b.prefix {
			return cmp.Compare(a.prefix, b.prefix)
		}
		if c := bytes.Compare(s.key(&a)[s.common:], s.key(&b)[s.common:]); c != 0 {
			return c
		}
		return cmp.Compare(a.n, b.n)
	})
}

// prefix is the first eight bytes of b as a number that compares as they do.
func prefix(b []byte) uint64 {
	if len(b) >= 8 {
		return binary.BigEndian.Uint64(b)
	}
	var all [8]byte
	copy(all[:], b)
	return binary.BigEndian.Uint64(all[:])
}

// Sorted gives the row numbers in the order of their keys, equal keys in the order of their
// numbers. Adding ends with it. After an error, from reading the file, nothing more comes.
func (s *Sorter) Sorted() iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		if len(s.runs) > 0 {
			s.merge(yield)
			return
		}
		s.sortItems()
		for i := range s.items {
			if !yield(s.items[i].n, nil) {
				return
			}
		}
	}
}

// Close gives the memory and the file back.
func (s *Sorter) Close() error {
	file := s.file
	*s = Sorter{memory: s.memory, dir: s.dir}
	if file == nil {
		return nil
	}
	return file.Close()
}
