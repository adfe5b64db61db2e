package store

import (
	"errors"
	"io/fs"
	"os"
	"slices"
)

// handOver takes the file of a handle away, and returns the bytes that are free then. If others use
// a record that it carries, the file becomes that of the record, and nothing is free. A handle
// carries one record; should it ever be several, as after files were lost, each gets a hard link.
// Upon an error the handle has its file still.
func (p *place) handOver(handle string, records []string) (freed int64, err error) {
	var heirs []string
	for _, r := range records {
		needs, err := p.needs(r, handle)
		if err != nil {
			return 0, err
		}
		if needs {
			heirs = append(heirs, p.bodyPath(r))
		}
	}
	if heirs == nil {
		return removeFile(p.file(handle)), nil
	}
	for _, path := range heirs[1:] {
		if err := os.Link(p.file(handle), path); err != nil {
			return 0, err
		}
	}
	return 0, os.Rename(p.file(handle), heirs[0])
}

// needs says whether others use a record that handle is the carrier of.
func (p *place) needs(record, handle string) (bool, error) {
	users, carriers, err := p.marks(record)
	others := slices.ContainsFunc(users, func(u string) bool { return u != handle })
	if err != nil || !others || !slices.Contains(carriers, handle) {
		return false, err
	}
	_, err = os.Lstat(p.bodyPath(record))
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	return false, err
}

// leave takes back enter and carry. The last to leave takes body.db along; its size is returned if
// no other name of it is left.
func (p *place) leave(record, handle string) (freed int64) {
	os.Remove(p.markPath(record, handle+carrierSuffix))
	os.Remove(p.markPath(record, handle))
	return p.settle(record)
}

// settle removes a record that nobody uses.
func (p *place) settle(record string) (freed int64) {
	users, carriers, err := p.marks(record)
	if err != nil || users != nil {
		return 0
	}
	for _, dead := range carriers {
		os.Remove(p.markPath(record, dead+carrierSuffix))
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
func (p *place) recordsOf(handle string) ([]string, error) {
	a, err := p.open(handle)
	if err != nil {
		return p.records()
	}
	defer a.Close()
	list := []string{p.inputRecord(a.SHA256()), p.indexRecord(handle)}
	if r := a.meta["index_in"]; r != "" && r != list[0] {
		list = append(list, r)
	}
	return list, nil
}

func (p *place) records() (names []string, err error) {
	entries, err := os.ReadDir(p.dir)
	for _, e := range entries {
		if hashNamed(e.Name(), recordPrefix) {
			names = append(names, e.Name())
		}
	}
	return names, err
}
