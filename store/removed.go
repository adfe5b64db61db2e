package store

import (
	"bytes"
	"encoding/hex"
	"os"
)

// The list of removed handles of a scope: a line for each, with a keyed hash of the handle, so that
// the handle itself is nowhere any more. It is appended to, and moved aside when it is full; with
// that older half a scope remembers its last 30,000 removed handles at least.
const (
	removedFile = "removed"
	removedLine = 16 + 1
	removedMax  = 30000 * removedLine
)

func (p *place) tombstone(handle string) []byte {
	sum := p.hash("removed", []byte(handle))
	return append(hex.AppendEncode(nil, sum[:8]), '\n')
}

// entomb notes that a handle was removed. It runs under the lock of the scope.
func (p *place) entomb(handle string) error {
	path := p.path(removedFile)
	if info, err := statFile(path); err == nil && info.Size() >= removedMax {
		if err := os.Rename(path, path+".old"); err != nil {
			return err
		}
	}
	f, err := openFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(p.tombstone(handle))
	return err
}

// absent says what a handle without a file is.
func (p *place) absent(handle string) error {
	if !ValidHandle(handle) {
		return ErrUnknown
	}
	line := p.tombstone(handle)
	for _, name := range []string{removedFile, removedFile + ".old"} {
		data, err := readFile(p.path(name))
		if err == nil && bytes.Contains(data, line) {
			return ErrExpired
		}
	}
	return ErrUnknown
}

func readFile(path string) ([]byte, error) {
	f, err := openFile(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	data := make([]byte, info.Size())
	n, err := f.ReadAt(data, 0)
	return data[:n], err
}
