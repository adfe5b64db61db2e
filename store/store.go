// Package store keeps tool results: each in a SQLite file of its own, behind a handle that names
// it within one scope.
//
// A store is a folder. It holds a random key and, for each scope that has written something, a
// folder named by a keyed hash of the scope; names of runs and principals appear nowhere. In it
// lie the artifacts (HANDLE.db), the records that keep shared files alive (in-HASH, see record.go),
// the list of removed handles, replies that are given once (once-HASH), the ledger and a lock. Nothing is made before something is written.
//
// The package knows bytes, places of rows in them and numbers of rows. What a row is, and what the
// metadata mean, is the caller's business.
package store

import (
	"os"
	"path/filepath"
	"sync"
	"time"
)

// What a store keeps, and for how long.
const (
	DefaultMaxAge   = 7 * 24 * time.Hour
	DefaultMaxBytes = 2 << 30
	// DefaultGrace is for how long nothing is removed that was written or read.
	DefaultGrace = time.Hour
	// touchEvery bounds how often reading an artifact writes its time of last use. It is added to
	// the grace, so that what was read within the hour is always spared.
	touchEvery = 10 * time.Minute
)

// A Store is a folder of artifacts. The fields beside Dir may be changed before it is used.
type Store struct {
	Dir      string // absolute
	Now      func() time.Time
	MaxAge   time.Duration // since an artifact was written or read
	Grace    time.Duration
	MaxBytes int64 // of all scopes together

	mu  sync.Mutex
	key []byte
}

// Open returns the store in dir, which need not exist. It touches nothing on disk.
func Open(dir string) *Store {
	if abs, err := filepath.Abs(dir); err == nil { // else it will fail where it is used
		dir = abs
	}
	return &Store{
		Dir: dir, Now: time.Now,
		MaxAge: DefaultMaxAge, Grace: DefaultGrace, MaxBytes: DefaultMaxBytes,
	}
}

// A Scope is what one run of one principal has in the store. Handles of other scopes are unknown
// to it.
type Scope struct {
	st             *Store
	run, principal string
}

// Scope returns the scope of run and principal, which may be any strings.
func (st *Store) Scope(run, principal string) *Scope {
	return &Scope{st: st, run: run, principal: principal}
}

// A place is where a scope lies on disk, and the key that its names are made with.
type place struct {
	st   *Store
	dir  string
	name string
	key  []byte
}

// place finds the folder of the scope. With create it is made if need be, and errors wrap
// ErrUnavailable; without, errNoStore says that there is no store yet.
func (s *Scope) place(create bool) (*place, error) {
	key, err := s.st.secret(create)
	if err != nil {
		return nil, err
	}
	p := s.st.placeNamed(scopeName(key, s.run, s.principal), key)
	if !create {
		return p, checkFolder(p.dir)
	}
	if err := makeFolder(p.dir); err != nil {
		return nil, unavailable("make scope", err)
	}
	return p, nil
}

func (st *Store) placeNamed(name string, key []byte) *place {
	return &place{st: st, dir: st.Dir + string(os.PathSeparator) + name, name: name, key: key}
}

// path names a file of the scope.
func (p *place) path(name string) string { return p.dir + string(os.PathSeparator) + name }

// hash is a keyed hash bound to the scope.
func (p *place) hash(label string, parts ...[]byte) [32]byte {
	return keyed(p.key, label, append([][]byte{[]byte(p.name)}, parts...)...)
}
