package store

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
)

const (
	tempPrefix = "tmp-"
	// Pages of large artifacts are larger: fewer calls to write them. A small one has a page or
	// two for each table, so there pages are small.
	smallPage, largePage = 8 << 10, 16 << 10
	// reserveStep is how much room on disk is asked for at a time.
	reserveStep = 8 << 20
	// pageCacheKiB is how much of the file SQLite keeps in memory.
	pageCacheKiB = 1024
)

// A tempFile is an artifact being written, under a temporary name and in one transaction. The
// writer holds a lock on it, so that a sweep can tell its leftovers from those of the dead.
//
// Where the file is the only place of what is in it, room on disk is reserved before SQLite is
// handed anything, since a transaction that fails without a journal takes what was written before
// with it. A full disk is thus met while the file is whole, and what is in it can still be read.
type tempFile struct {
	*database
	f        *os.File
	written  int64 // bytes handed to SQLite, with what it adds to them
	reserved int64
	flushed  int64 // up to where the system was told to begin writing to disk
	only     bool  // there is no other copy of what is written
}

const beginArtifact = `PRAGMA page_size=%d; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;
PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-%d; PRAGMA temp_store=MEMORY; BEGIN;`

func createTempFile(p *place, page int, only bool) (*tempFile, error) {
	f, err := createTemp(p.dir, tempPrefix)
	if err != nil {
		return nil, err
	}
	unfinished.Store(f.Name(), nil)
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) // else it is swept by its age
	t := &tempFile{f: f, only: only}
	if t.database, err = openDatabase(f.Name(), "mode=rw"); err == nil {
		err = t.reserve(1 << 20)
	}
	if err == nil {
		err = t.run(fmt.Sprintf(beginArtifact, page, pageCacheKiB) + createTables)
	}
	if err != nil {
		t.discard()
		return nil, err
	}
	return t, nil
}

// put writes a piece, or says that there is no room for it and leaves the file as it was.
func (t *tempFile) put(p piece, data []byte) error {
	if err := t.reserve(int64(len(data))); err != nil {
		return err
	}
	if err := t.database.put(p, data); err != nil {
		return err
	}
	if n := t.written - 2*pageCacheKiB<<10 - t.flushed; n >= reserveStep {
		flushRange(t.f, t.flushed, n)
		t.flushed += n
	}
	return nil
}

// reserve makes sure that n more bytes fit. A file system that can't say is taken to have room.
func (t *tempFile) reserve(n int64) error {
	t.written += n + n/256 + 64
	for t.only && t.written+reserveStep/2 > t.reserved {
		err := reserveRange(t.f, t.reserved, reserveStep)
		if err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
		t.reserved += reserveStep
	}
	return nil
}

// finish commits and waits until all is on disk. It is the one sync of an artifact.
func (t *tempFile) finish() error {
	if err := t.run("COMMIT"); err != nil {
		return err
	}
	if t.reserved > 0 {
		info, err := t.f.Stat()
		if err != nil {
			return err
		}
		if err := t.f.Truncate(info.Size()); err != nil { // gives back what lies beyond the end
			return err
		}
	}
	return t.f.Sync()
}

// unlink takes the name away; what was written can be read until discard.
func (t *tempFile) unlink() {
	os.Remove(t.f.Name())
	unfinished.Delete(t.f.Name())
}

// unfinished has the names of the files that this process is writing.
var unfinished sync.Map

// Abandon removes what this process is writing, for when it is about to be killed. What is an
// artifact by then stays one; what isn't won't become one. It may be called at any time.
func Abandon() {
	unfinished.Range(func(name, _ any) bool {
		os.Remove(name.(string))
		return true
	})
}

// release closes the file itself, and with it the lock. The database stays open.
func (t *tempFile) release() {
	unfinished.Delete(t.f.Name())
	t.f.Close()
}

func (t *tempFile) discard() {
	t.unlink()
	if t.database != nil {
		t.close()
	}
	t.f.Close()
}
