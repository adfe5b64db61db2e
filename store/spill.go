package store

import (
	"io/fs"
	"os"
)

// A spill keeps the pieces of a draft when the store can't: in a file without a name, in the
// folder for temporary files. It goes with the process.
type spill struct {
	f   *os.File
	end int64
	at  map[piece]extent
}

type extent struct{ off, len int64 }

func createSpill() (*spill, error) {
	f, err := createTemp(os.TempDir(), "toolfit-")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name())
	return &spill{f: f, at: map[piece]extent{}}, nil
}

func (s *spill) put(p piece, data []byte) error {
	if _, err := s.f.WriteAt(data, s.end); err != nil {
		return err
	}
	s.at[p] = extent{s.end, int64(len(data))}
	s.end += int64(len(data))
	return nil
}

func (s *spill) get(p piece) ([]byte, error) {
	e, ok := s.at[p]
	if !ok {
		return nil, fs.ErrNotExist
	}
	data := make([]byte, e.len)
	_, err := s.f.ReadAt(data, e.off)
	return data, err
}

// clear forgets the pieces of a table.
func (s *spill) clear(t table) {
	for p := range s.at {
		if p.table == t {
			delete(s.at, p)
		}
	}
}

func (s *spill) close() { s.f.Close() }
