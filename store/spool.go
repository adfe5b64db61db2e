package store

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"hash"
	"io/fs"
	"slices"
	"sync"
)

const (
	// memoryLimit is how much of a draft is kept in memory before a file is made.
	memoryLimit = 1 << 20
	// queueLength is how many pieces may wait to be written: 1 MiB of chunks.
	queueLength = 4
	// lastResort is how much is kept in memory when no file will take it.
	lastResort = 32 << 20
)

// errDropped is a piece that neither the store nor the folder for temporary files had room for.
var errDropped = errors.New("no room to keep the input")

// A spool holds the pieces of a draft: in memory at first, then in the artifact that is being
// written, and if that fails, in a spill. Writing and hashing run on a goroutine of their own, fed
// through a short queue; measured on 2 cores, that hides most of their time behind the scanner.
type spool struct {
	scope *Scope
	sum   hash.Hash // over the input; the writer's alone until it is done

	mu    sync.Mutex // guards all below but the channels
	held  map[piece][]byte
	bytes int64 // in held
	temp  *tempFile
	spill *spill
	err   error // why the store can't take the draft

	work chan order
	done chan struct{}
	free chan []byte // chunks to use again
}

// An order to the writer: a piece to write, or a table to clear.
type order struct {
	piece
	data  []byte
	clear bool
}

func newSpool(s *Scope) *spool {
	return &spool{scope: s, sum: sha256.New(), held: map[piece][]byte{}, free: make(chan []byte, 8)}
}

// buffer returns an empty chunk.
func (s *spool) buffer() []byte {
	select {
	case b := <-s.free:
		return b[:0]
	default:
		return make([]byte, 0, chunkSize)
	}
}

// put takes a piece over; the caller must not use data again.
func (s *spool) put(p piece, data []byte) {
	s.mu.Lock()
	s.held[p] = data
	s.bytes += int64(len(data))
	over := s.bytes > memoryLimit
	s.mu.Unlock()
	switch {
	case s.work != nil:
		s.work <- order{piece: p, data: data}
	case over:
		s.start()
	}
}

// start begins to write, with all that is held. Chunks come first, in their order.
func (s *spool) start() {
	s.work, s.done = make(chan order, queueLength), make(chan struct{})
	go s.write()
	for _, o := range s.backlog() {
		s.work <- o
	}
}

// backlog lists what is held, in the order of tables and numbers.
func (s *spool) backlog() []order {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]order, 0, len(s.held))
	for p, data := range s.held {
		list = append(list, order{piece: p, data: data})
	}
	slices.SortFunc(list, func(a, b order) int {
		return cmp.Or(cmp.Compare(a.table, b.table), cmp.Compare(a.n, b.n))
	})
	return list
}

// clear voids a table.
func (s *spool) clear(t table) {
	s.mu.Lock()
	for p, data := range s.held {
		if p.table == t {
			delete(s.held, p)
			s.bytes -= int64(len(data))
		}
	}
	s.mu.Unlock()
	if s.work != nil {
		s.work <- order{piece: piece{table: t}, clear: true}
	}
}

// stop ends the writer, if there is one, once all is written.
func (s *spool) stop() {
	if s.work != nil && s.done != nil {
		close(s.work)
		<-s.done
		s.done = nil
	}
}

// write is the writer's goroutine.
func (s *spool) write() {
	defer close(s.done)
	for o := range s.work {
		if o.clear {
			s.clearWritten(o.table)
			continue
		}
		if o.table == inputTable {
			s.sum.Write(o.data)
		}
		s.release(o, s.keep(o))
	}
}

// keep writes a piece to the first place that takes it, and says whether one did.
func (s *spool) keep(o order) bool {
	if s.failed() == nil {
		err := s.store(o)
		if err == nil {
			return true
		}
		s.fail(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spill == nil {
		var err error
		if s.spill, err = createSpill(); err != nil {
			return false
		}
	}
	return s.spill.put(o.piece, o.data) == nil
}

// store writes a piece to the artifact, which is made first if need be.
func (s *spool) store(o order) error {
	if s.temp == nil {
		t, err := s.create()
		if err != nil {
			return err
		}
		s.mu.Lock()
		s.temp = t
		s.mu.Unlock()
	}
	return s.temp.put(o.piece, o.data)
}

func (s *spool) create() (*tempFile, error) {
	p, err := s.scope.place(true)
	if err != nil {
		return nil, err
	}
	return createTempFile(p, largePage, true)
}

func (s *spool) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// fail gives up on the store. What is in the artifact's file stays readable, but has no name.
func (s *spool) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = unavailable("write artifact", err)
	if s.temp != nil {
		s.temp.unlink()
	}
}

// release lets go of a piece that was written, or that there is no room for anywhere.
func (s *spool) release(o order, written bool) {
	s.mu.Lock()
	held, ok := s.held[o.piece]
	same := ok && len(held) > 0 && len(o.data) > 0 && &held[0] == &o.data[0]
	if same && (written || s.bytes > lastResort) {
		delete(s.held, o.piece)
		s.bytes -= int64(len(held))
	}
	s.mu.Unlock()
	if same && written && cap(o.data) == chunkSize {
		select {
		case s.free <- o.data:
		default:
		}
	}
}

func (s *spool) clearWritten(t table) {
	if s.temp != nil && s.failed() == nil {
		if err := s.temp.clear(t); err != nil {
			s.fail(err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spill != nil {
		s.spill.clear(t)
	}
}

// get returns a piece that was put, in memory of its own.
func (s *spool) get(p piece) ([]byte, error) {
	s.mu.Lock()
	if data, ok := s.held[p]; ok {
		defer s.mu.Unlock()
		return append([]byte(nil), data...), nil
	}
	if s.spill != nil {
		if data, err := s.spill.get(p); !errors.Is(err, fs.ErrNotExist) {
			s.mu.Unlock()
			return data, err
		}
	}
	temp := s.temp
	s.mu.Unlock()
	if temp == nil {
		return nil, unavailable("read draft", errDropped)
	}
	data, err := temp.get(p)
	if err != nil {
		return nil, unavailable("read draft", errors.Join(err, errDropped))
	}
	return data, nil
}

// discard lets go of everything.
func (s *spool) discard() {
	s.stop()
	if s.temp != nil {
		s.temp.discard()
		s.temp = nil
	}
	if s.spill != nil {
		s.spill.close()
	}
	s.held, s.spill = map[piece][]byte{}, nil
}
