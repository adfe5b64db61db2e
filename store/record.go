package store

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// A record is a folder in a scope that keeps a file for those who refer to it. It holds an empty
// file for each handle that does, named like the handle, and body.db: another name (a hard link)
// of the artifact that carries what is shared. So removing that artifact is one unlink like any
// other, and the file goes with the last handle that needs it.
//
// There is one record for each input, named by a keyed hash of its SHA-256, and one for each
// artifact from which others take the index of rows, named by a keyed hash of its handle. Where
// hard links or locks aren't to be had, nothing is shared, and each artifact is complete.
const (
	recordPrefix = "in-"
	recordBody   = "body.db"
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

// enter notes that handle uses the record, and says whether the record has its file. If it hasn't,
// and carrier is the path of an artifact that could be it, that becomes it.
func (p *place) enter(record, handle, carrier string) (bool, error) {
	if err := makeFolder(p.path(record)); err != nil {
		return false, err
	}
	f, err := openFile(p.markPath(record, handle), os.O_WRONLY|os.O_CREATE)
	if err != nil {
		return false, err
	}
	f.Close()
	_, err = statFile(p.bodyPath(record))
	if errors.Is(err, fs.ErrNotExist) && carrier != "" {
		err = os.Link(carrier, p.bodyPath(record))
	}
	return err == nil, nil
}

// leave takes back enter. The last to leave takes the file along; its size is returned if no other
// name of it is left.
func (p *place) leave(record, handle string) (freed int64) {
	os.Remove(p.markPath(record, handle))
	return p.settle(record)
}

// settle removes a record that nobody uses.
func (p *place) settle(record string) (freed int64) {
	entries, err := os.ReadDir(p.path(record))
	if err != nil {
		return 0
	}
	for _, e := range entries {
		if e.Name() != recordBody {
			return 0
		}
	}
	freed = removeFile(p.bodyPath(record))
	os.Remove(p.path(record))
	return freed
}

// removeFile returns the bytes that are free after it.
func removeFile(path string) int64 {
	info, err := os.Lstat(path)
	if err != nil || os.Remove(path) != nil {
		return 0
	}
	if _, names := inodeOf(info); names > 1 {
		return 0
	}
	return info.Size()
}

// recordsOf lists the records that handle may be in. If its file doesn't say, that is all.
func (p *place) recordsOf(handle string) []string {
	a, err := p.open(handle)
	if err != nil {
		return p.records()
	}
	defer a.Close()
	list := []string{p.inputRecord(a.SHA256()), p.indexRecord(handle)}
	if a.meta["index_in"] != "" {
		list = append(list, a.meta["index_in"])
	}
	return list
}

func (p *place) records() (names []string) {
	entries, _ := os.ReadDir(p.dir)
	for _, e := range entries {
		if hashNamed(e.Name(), recordPrefix) {
			names = append(names, e.Name())
		}
	}
	return names
}

// carries says whether the file of a record is in good order, as far as a look at its metadata
// tells, and has this input.
func (p *place) carries(record string, sum [32]byte) bool {
	s := shelf{path: p.bodyPath(record)}
	if s.open() != nil {
		return false
	}
	defer s.close()
	meta, err := s.db.readMeta()
	return err == nil && meta["sha256"] == hex.EncodeToString(sum[:])
}
