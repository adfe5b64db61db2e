package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// sweep removes what writers have left that were killed: temporary files that nobody holds a lock
// on, and marks in records for handles that never came to be.
func (c *census) sweep() {
	c.sweepFiles(c.st.Dir, tempPrefix, c.st.Grace)
	for _, p := range c.places {
		c.sweepFiles(p.dir, tempPrefix, c.st.Grace)
		c.sweepFiles(p.dir, oncePrefix, c.st.MaxAge)
		records, _ := p.records()
		for _, r := range records {
			c.sweepRecord(p, r)
		}
		c.sweepScope(p)
	}
}

// sweepScope removes the folder of a scope in which nothing is left but lists of what was, and
// nothing has been written for four times the age at which artifacts expire.
func (c *census) sweepScope(p *place) {
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		return
	}
	lists := []string{"lock", ledgerFile, ledgerFile + ".old", removedFile, removedFile + ".old"}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !slices.Contains(lists, e.Name()) || c.now.Sub(info.ModTime()) < 4*c.st.MaxAge {
			return
		}
	}
	for _, e := range entries {
		os.Remove(p.path(e.Name()))
	}
	os.Remove(p.dir) // fails if somebody has begun to write
}

// old says whether a leftover may go.
func (c *census) old(info fs.FileInfo) bool { return c.now.Sub(info.ModTime()) > c.st.Grace }

// sweepFiles removes the files with a prefix, and a hash behind it, that are older than an age and
// that nobody holds a lock on.
func (c *census) sweepFiles(dir, prefix string, age time.Duration) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if !hashNamed(e.Name(), prefix) {
			continue
		}
		info, err := statFile(path)
		if err == nil && c.now.Sub(info.ModTime()) > age && abandoned(path) {
			os.Remove(path)
		}
	}
}

// abandoned says whether no writer holds its lock on the file.
func abandoned(path string) bool {
	f, err := openFile(path, os.O_RDONLY)
	if err != nil {
		return false
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != syscall.EWOULDBLOCK
}

func (c *census) sweepRecord(p *place, record string) {
	unlock, err := p.lock()
	if err != nil {
		return
	}
	defer unlock()
	users, _, _ := p.marks(record)
	for _, handle := range users {
		info, err := os.Lstat(p.markPath(record, handle))
		if err != nil || !c.old(info) {
			continue
		}
		if _, err := os.Lstat(p.file(handle)); errors.Is(err, fs.ErrNotExist) {
			p.leave(record, handle)
		}
	}
	p.settle(record)
}
