package store

import (
	"crypto/sha256"
	"errors"
	"hash"
)

// A shelf is a file with parts of an artifact, opened when first needed.
type shelf struct {
	path string
	db   *database
}

func (s *shelf) open() error {
	if s.db != nil {
		return nil
	}
	if _, err := statFile(s.path); err != nil {
		return err
	}
	db, err := openDatabase(s.path, "mode=ro&immutable=1")
	if err != nil {
		return err
	}
	s.db = db
	return nil
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

// A hashState is SHA-256 whose zero value is ready.
type hashState struct{ h hash.Hash }

func (s *hashState) write(p []byte) {
	if s.h == nil {
		s.h = sha256.New()
	}
	s.h.Write(p)
}

func (s *hashState) sum() (sum [32]byte) {
	s.write(nil)
	s.h.Sum(sum[:0])
	return sum
}
