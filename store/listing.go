package store

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"time"
)

// An Entry is an artifact in a listing.
type Entry struct {
	Handle  string
	Tool    string
	Created time.Time
	Used    time.Time // written or read, within ten minutes
	Expires time.Time
	Rows    int64 // that the handle names
	Bytes   int64 // of the input
	Disk    int64 // of the file
	Err     error // the file is damaged or newer; then only Handle, Used, Expires and Disk are known
}

// List returns the artifacts of the scope, newest first.
func (s *Scope) List() ([]Entry, error) {
	p, err := s.place(false)
	if err == errNoStore {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	names, err := os.ReadDir(p.dir)
	if err != nil {
		return nil, unavailable("list artifacts", err)
	}
	var list []Entry
	for _, n := range names {
		if handle, ok := handleOf(n.Name()); ok {
			if e, ok := p.entry(handle); ok {
				list = append(list, e)
			}
		}
	}
	slices.SortFunc(list, func(a, b Entry) int {
		return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.Handle, b.Handle))
	})
	return list, nil
}

// entry describes one artifact, unless it went while it was looked at.
func (p *place) entry(handle string) (Entry, bool) {
	info, err := statFile(p.file(handle))
	if err != nil {
		return Entry{}, false
	}
	e := Entry{
		Handle: handle, Disk: info.Size(),
		Used: info.ModTime(), Expires: info.ModTime().Add(p.st.MaxAge),
	}
	a, err := p.open(handle)
	if errors.Is(err, ErrUnknown) || errors.Is(err, ErrExpired) {
		return Entry{}, false
	}
	if err != nil {
		e.Err = err
		return e, true
	}
	defer a.Close()
	e.Tool, e.Created, e.Rows, e.Bytes = a.Tool(), a.Created(), a.Len(), a.Size()
	return e, true
}

// Remove removes artifacts, and returns those that it removed and the bytes that are free now. All
// handles must exist, or none is removed: ErrUnknown, or ErrExpired for one that did once.
func (s *Scope) Remove(handles ...string) (removed []string, bytes int64, err error) {
	p, err := s.place(false)
	if err == errNoStore {
		return nil, 0, &Error{Op: "open artifact", Kind: ErrUnknown}
	}
	if err != nil {
		return nil, 0, err
	}
	for _, h := range handles {
		if err := p.present(h); err != nil {
			return nil, 0, err
		}
	}
	unlock, err := p.lock()
	if err != nil {
		return nil, 0, unavailable("remove artifact", err)
	}
	defer unlock()
	for _, h := range handles {
		if slices.Contains(removed, h) {
			continue
		}
		n, err := p.remove(h)
		if err != nil {
			return removed, bytes, err
		}
		removed, bytes = append(removed, h), bytes+n
	}
	return removed, bytes, nil
}

// present returns nil if the handle has a file.
func (p *place) present(handle string) error {
	if ValidHandle(handle) {
		if _, err := os.Lstat(p.file(handle)); err == nil {
			return nil
		}
	}
	return &Error{Op: "open artifact", Kind: p.absent(handle)}
}

// remove runs under the lock. The tombstone comes first: at no moment is the handle unknown.
func (p *place) remove(handle string) (freed int64, err error) {
	if err := p.present(handle); err != nil {
		return 0, err
	}
	records, err := p.recordsOf(handle)
	if err != nil {
		return 0, unavailable("remove artifact", err)
	}
	if err := p.entomb(handle); err != nil {
		return 0, unavailable("remove artifact", err)
	}
	if freed, err = p.handOver(handle, records); err != nil {
		return 0, unavailable("remove artifact", err)
	}
	for _, r := range records {
		freed += p.leave(r, handle)
	}
	return freed, nil
}
