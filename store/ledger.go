package store

import (
	"bytes"
	"errors"
	"iter"
	"os"
)

// The ledger of a scope: one line for each call. When it is full it is moved aside, and the half
// before it goes.
const (
	ledgerFile = "ledger.jsonl"
	ledgerMax  = 4 << 20
)

var errLine = errors.New("a line of the ledger has a line feed in it")

// Log appends a line, given without its ending, by one write and without waiting for the disk.
// Lines of several processes don't mix. The caller may well ignore the error: nothing depends on
// the ledger.
func (s *Scope) Log(line []byte) error {
	if bytes.IndexByte(line, '\n') >= 0 {
		return &Error{Op: "write ledger", Kind: ErrUnavailable, Cause: errLine}
	}
	p, err := s.place(true)
	if err != nil {
		return err
	}
	path := p.path(ledgerFile)
	if info, err := statFile(path); err == nil && info.Size() >= ledgerMax {
		_ = os.Rename(path, path+".old")
	}
	f, err := openFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return unavailable("write ledger", err)
	}
	defer f.Close()
	if _, err := f.Write(append(line[:len(line):len(line)], '\n')); err != nil {
		return unavailable("write ledger", err)
	}
	return nil
}

// Lines returns the lines of the ledger, oldest first, without their endings. A line is valid
// until the next. At most 8 MiB are read. What can't be read is left out.
func (s *Scope) Lines() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		p, err := s.place(false)
		if err != nil {
			return
		}
		for _, name := range []string{ledgerFile + ".old", ledgerFile} {
			data, _ := readFile(p.path(name))
			for line := range bytes.Lines(data) {
				if line, ok := bytes.CutSuffix(line, []byte("\n")); ok && !yield(line) {
					return
				}
			}
		}
	}
}
