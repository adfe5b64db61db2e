package store

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// stampFile is touched whenever expired artifacts were looked for.
const (
	stampFile    = "collected"
	collectEvery = time.Hour
)

// Collected is what a collection removed, or would.
type Collected struct {
	Removed []string // handles of the scope that asked, oldest first
	Bytes   int64    // that they freed
}

// Collect removes what is older than the store's MaxAge, and then the oldest until no more than
// MaxBytes are left, in all scopes of the store: a run that never comes back would else leave its
// results for ever. It speaks of this scope alone. What was written or read within the grace is
// spared, and so are inputs that a handle which stays refers to. Leftovers of dead writers go too.
// With dry nothing is removed.
func (s *Scope) Collect(dry bool, now time.Time) (Collected, error) {
	key, err := s.st.secret(false)
	if err == errNoStore {
		return Collected{}, nil
	}
	if err != nil {
		return Collected{}, err
	}
	entries, err := os.ReadDir(s.st.Dir)
	if err != nil {
		return Collected{}, unavailable("collect", err)
	}
	c := &census{st: s.st, now: now, holders: map[inode]int{}, sizes: map[inode]int64{}}
	for _, e := range entries {
		p := s.st.placeNamed(e.Name(), key)
		if hashNamed(e.Name(), scopePrefix) && checkFolder(p.dir) == nil {
			c.count(p)
		}
	}
	own := scopeName(key, s.run, s.principal)
	var found Collected
	for _, v := range c.victims() {
		if !dry && !v.collect(now) {
			continue
		}
		if v.p.name == own {
			found.Removed = append(found.Removed, v.handle)
			found.Bytes += v.freed
		}
	}
	if !dry {
		c.sweep()
	}
	return found, nil
}

// MaybeCollect is Collect for writers: it does nothing if anybody did that within the hour. The
// very first call only begins to count the time.
func (s *Scope) MaybeCollect() {
	path, now := filepath.Join(s.st.Dir, stampFile), s.st.Now()
	info, err := statFile(path)
	if err == nil && now.Sub(info.ModTime()) < collectEvery {
		return
	}
	fresh := errors.Is(err, fs.ErrNotExist)
	f, err := openFile(path, os.O_WRONLY|os.O_CREATE)
	if err != nil {
		return
	}
	f.Close()
	if os.Chtimes(path, now, now) == nil && !fresh {
		_, _ = s.Collect(false, now)
	}
}

// A census is all artifacts of a store, and how many keep each file alive: its handle, and the
// records that it is in.
type census struct {
	st      *Store
	now     time.Time
	places  []*place
	members []member
	holders map[inode]int
	sizes   map[inode]int64
}

// A member is one artifact.
type member struct {
	p       *place
	handle  string
	used    time.Time
	file    inode
	records []*recordUse
	freed   int64 // by its removal, once that is decided
}

type recordUse struct {
	users int
	file  inode
}

// count takes in one scope.
func (c *census) count(p *place) {
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		return
	}
	c.places = append(c.places, p)
	uses := map[string][]*recordUse{}
	for _, e := range entries {
		if hashNamed(e.Name(), recordPrefix) {
			c.countRecord(p, e.Name(), uses)
		}
	}
	for _, e := range entries {
		handle, ok := handleOf(e.Name())
		if !ok {
			continue
		}
		if info, err := statFile(p.path(e.Name())); err == nil {
			c.members = append(c.members, member{p: p, handle: handle, used: info.ModTime(),
				file: c.hold(info), records: uses[handle]})
		}
	}
}

// countRecord takes in a record, and notes it under each handle that uses it.
func (c *census) countRecord(p *place, record string, uses map[string][]*recordUse) {
	info, err := statFile(p.shared(record))
	if err != nil {
		return
	}
	users, _, _ := p.marks(record)
	r := &recordUse{users: len(users), file: c.hold(info)}
	for _, handle := range users {
		uses[handle] = append(uses[handle], r)
	}
}

func (c *census) hold(info fs.FileInfo) inode {
	ino, _ := inodeOf(info)
	c.holders[ino]++
	c.sizes[ino] = info.Size()
	return ino
}

// victims returns what is to go, oldest first.
func (c *census) victims() (list []member) {
	var total int64
	for _, n := range c.sizes {
		total += n
	}
	slices.SortFunc(c.members, func(a, b member) int {
		return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.handle, b.handle))
	})
	for _, m := range c.members {
		age := c.now.Sub(m.used)
		if age <= c.st.Grace+touchEvery || age <= c.st.MaxAge && total <= c.st.MaxBytes {
			continue
		}
		m.freed = c.release(m)
		total -= m.freed
		list = append(list, m)
	}
	return list
}

// release reckons what the removal of m frees.
func (c *census) release(m member) (freed int64) {
	drop := func(ino inode) {
		if c.holders[ino]--; c.holders[ino] == 0 {
			freed += c.sizes[ino]
		}
	}
	drop(m.file)
	for _, r := range m.records {
		if r.users--; r.users == 0 {
			drop(r.file)
		}
	}
	return freed
}

// collect removes one artifact, unless it has been used since it was looked at.
func (m *member) collect(now time.Time) bool {
	unlock, err := m.p.lock()
	if err != nil {
		return false
	}
	defer unlock()
	info, err := statFile(m.p.file(m.handle))
	if err != nil || !info.ModTime().Equal(m.used) {
		return false
	}
	m.freed, err = m.p.remove(m.handle)
	return err == nil
}
