package store

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// A record is a folder in a scope that says who shares a file. It holds a mark for each handle that
// does, an empty file named like the handle, and one more, HANDLE.carrier, for the handle whose own
// file that is: the file has no other name. If the carrier is removed while others use the record,
// its file is moved to body.db in the record, and goes with the last of them. So every file has one
// name at any time, which is changed by one rename. All that a record says is in names: a journal
// has them on disk before the artifact that relies on them, without a sync of their own.
//
// There is one record for each input, named by a keyed hash of its SHA-256. Artifacts that take the
// index of rows from another are in the same record if that carries the input; else in one named by
// a keyed hash of the other's handle. Where locks aren't to be had, nothing is shared, and each
// artifact is complete.
const (
	recordPrefix  = "in-"
	recordBody    = "body.db"
	carrierSuffix = ".carrier"
)

func (p *place) recordName(label string, of []byte) string {
	sum := p.hash(label, of)
	return recordPrefix + hex.EncodeToString(sum[:hashedName])
}

func (p *place) inputRecord(sum [32]byte) string { return p.recordName("input", sum[:]) }

func (p *place) indexRecord(handle string) string { return p.recordName("index", []byte(handle)) }

func (p *place) bodyPath(record string) string {
	return p.path(record) + string(os.PathSeparator) + recordBody
}

func (p *place) markPath(record, handle string) string {
	return p.path(record) + string(os.PathSeparator) + handle
}

// lock holds off everybody else who changes records. It is held for a few system calls at a time,
// never while an artifact is written, and never by readers.
func (p *place) lock() (unlock func(), err error) {
	f, err := openFile(p.path("lock"), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}

// marks lists the handles that use the record, and those marked as its carrier: no more than one of
// these has a file. A record that isn't there has none.
func (p *place) marks(record string) (users, carriers []string, err error) {
	entries, err := os.ReadDir(p.path(record))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	for _, e := range entries {
		if handle, ok := strings.CutSuffix(e.Name(), carrierSuffix); ok && ValidHandle(handle) {
			carriers = append(carriers, handle)
		} else if e.Name() != recordBody {
			users = append(users, e.Name())
		}
	}
	return users, carriers, nil
}

// carrier returns the handle whose file is that of the record; "" if it is no handle's, or can't be
// found out.
func (p *place) carrier(record string) string {
	if _, err := os.Lstat(p.bodyPath(record)); err == nil {
		return ""
	}
	_, carriers, _ := p.marks(record)
	for _, handle := range carriers {
		if _, err := statFile(p.file(handle)); err == nil {
			return handle
		}
	}
	return ""
}

// shared returns the path of the record's file, "" if it has none. Without the lock, the file may
// be moved any time, though once only: who doesn't find it there asks again.
func (p *place) shared(record string) string {
	if _, err := statFile(p.bodyPath(record)); err == nil {
		return p.bodyPath(record)
	}
	if handle := p.carrier(record); handle != "" {
		return p.file(handle)
	}
	return ""
}

// enter notes that handle uses the record, and says whether the record has a file.
func (p *place) enter(record, handle string) (bool, error) {
	if err := makeFolder(p.path(record)); err != nil {
		return false, err
	}
	if err := p.mark(record, handle); err != nil {
		return false, err
	}
	return p.shared(record) != "", nil
}

// carry makes handle the carrier of a record without a file. Whoever else is marked so has died.
func (p *place) carry(record, handle string) error {
	_, carriers, err := p.marks(record)
	if err != nil {
		return err
	}
	for _, dead := range carriers {
		os.Remove(p.markPath(record, dead+carrierSuffix))
	}
	if err := p.mark(record, handle); err != nil {
		return err
	}
	return p.mark(record, handle+carrierSuffix)
}

func (p *place) mark(record, name string) error {
	f, err := openFile(p.markPath(record, name), os.O_WRONLY|os.O_CREATE)
	if err == nil {
		f.Close()
	}
	return err
}

// hasInput says whether the file of a record is in good order, as far as a look at its metadata
// tells, and has this input.
func (p *place) hasInput(record string, sum [32]byte) bool {
	meta := p.metaIn(record)
	return meta["sha256"] == hex.EncodeToString(sum[:]) && meta["input_in"] == ""
}

// hasIndex says so of the index of rows of the artifact with that identity.
func (p *place) hasIndex(record, identity string) bool {
	meta := p.metaIn(record)
	return identity != "" && meta["identity"] == identity && meta["index_in"] == ""
}

// metaIn returns the metadata of a record's file, nil if they can't be read.
func (p *place) metaIn(record string) map[string]string {
	s := shelf{p: p, record: record}
	if s.open() != nil {
		return nil
	}
	defer s.close()
	meta, err := s.db.readMeta()
	if err != nil {
		return nil
	}
	return meta
}
