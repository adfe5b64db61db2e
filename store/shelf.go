package store

import "errors"

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
