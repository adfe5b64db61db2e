package store

import (
	"errors"
	"io/fs"
)

// readParams open a file that nobody changes: no locks, no journal. The cache is 8 pages, which halved
// the time to read 30 rows at random: a page that is read once is no use, and memory that is used
// again is cheaper than fresh memory.
const readParams = "mode=ro&immutable=1&_cache_size=8"

// A shelf is a file with parts of an artifact, opened when first needed: the one at path, or the one
// that a record has.
type shelf struct {
	path     string
	p        *place
	record   string
	identity string // of the artifact that the record's file must be; "" if any will do
	db       *database
}

// errOther is a record whose file was lost, and whose place another took.
var errOther = errors.New("the index of rows is that of another artifact")

func (s *shelf) open() (err error) {
	if s.db != nil {
		return nil
	}
	if s.record == "" {
		s.db, err = openToRead(s.path)
		return err
	}
	db, err := s.find()
	if err != nil {
		db, err = s.find() // it was moved meanwhile, unless it isn't there
	}
	if err != nil {
		return err
	}
	if s.identity != "" {
		got, err := db.value("SELECT value FROM meta WHERE key = 'identity'")
		if err != nil || string(got) != s.identity {
			db.close()
			return errors.Join(err, errOther)
		}
	}
	s.db = db
	return nil
}

// find opens the file of a record. It fails if the file was moved meanwhile: what was opened under
// the carrier's name may then be a new artifact of that handle.
func (s *shelf) find() (*database, error) {
	path, moved := s.p.shared(s.record), s.p.bodyPath(s.record)
	db, err := openToRead(path)
	if err != nil || path == moved {
		return db, err
	}
	if _, err := statFile(moved); err == nil {
		db.close()
		return nil, fs.ErrNotExist
	}
	return db, nil
}

func openToRead(path string) (*database, error) {
	if _, err := statFile(path); err != nil {
		return nil, err
	}
	return openDatabase(path, readParams)
}

func (s *shelf) get(p piece) ([]byte, error) {
	if err := s.open(); err != nil {
		return nil, errors.Join(err, errShort)
	}
	return s.db.get(p)
}

func (s *shelf) part(p piece, off, length int64) ([]byte, error) {
	if err := s.open(); err != nil {
		return nil, errors.Join(err, errShort)
	}
	return s.db.part(p, off, length)
}

func (s *shelf) close() {
	if s.db != nil {
		s.db.close()
		s.db = nil
	}
}
