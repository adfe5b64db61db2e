package store

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
)

// The ledger of a scope: one line for each call. When it is full it is moved aside, and the half
// before it goes.
const (
	ledgerFile = "ledger.jsonl"
	ledgerMax  = 4 << 20
	// ledgerLine is how long a line may be, in bytes; one that is longer isn't ours.
	ledgerLine = 16 << 10
)

var errLine = errors.New("a line of the ledger has a line feed in it, or is too long")

// Log appends a line, given without its ending, by one write and without waiting for the disk.
// Lines of several processes don't mix. The caller may well ignore the error: nothing depends on
// the ledger.
func (s *Scope) Log(line []byte) error {
	if bytes.IndexByte(line, '\n') >= 0 || len(line) >= ledgerLine {
		return &Error{Op: "write ledger", Kind: ErrUnavailable, Cause: errLine}
	}
	p, err := s.place(true)
	if err != nil {
		return err
	}
	if p.ledgerFull() {
		p.rotateLedger()
	}
	f, err := openFile(p.path(ledgerFile), os.O_RDWR|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return unavailable("write ledger", err)
	}
	defer f.Close()
	text := append(line[:len(line):len(line)], '\n')
	if torn(f) {
		text = append([]byte{'\n'}, text...)
	}
	if _, err := f.Write(text); err != nil {
		return unavailable("write ledger", err)
	}
	return nil
}

// torn tells whether the file ends inside a line, as a full disk leaves it. Such a line is ended, so
// that it costs nothing but itself.
func torn(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], info.Size()-1)
	return err == nil && last[0] != '\n'
}

func (p *place) ledgerFull() bool {
	info, err := statFile(p.path(ledgerFile))
	return err == nil && info.Size() >= ledgerMax
}

// rotateLedger moves a full ledger aside. Of processes that find it full at once, one does: the next
// would move the new one, and with it most of the old one would go. Where it can't be done the ledger
// grows on until it can.
func (p *place) rotateLedger() {
	unlock, err := p.lock()
	if err != nil {
		return
	}
	defer unlock()
	if p.ledgerFull() {
		_ = os.Rename(p.path(ledgerFile), p.path(ledgerFile+".old"))
	}
}

// Lines returns the lines of the ledger, oldest first, without their endings, as they are read. A
// line is valid until the next. What can't be read, a line without an ending, and one over 16 KiB
// are left out.
func (s *Scope) Lines() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		p, err := s.place(false)
		if err != nil {
			return
		}
		for _, name := range []string{ledgerFile + ".old", ledgerFile} {
			if !eachLine(p.path(name), yield) {
				return
			}
		}
	}
}

// eachLine yields the lines of one file, and tells whether more are wanted.
func eachLine(path string, yield func([]byte) bool) bool {
	f, err := openFile(path, os.O_RDONLY)
	if err != nil {
		return true
	}
	defer f.Close()
	// Not more than Log lets it grow to, or somebody who appends could keep the reader for ever.
	r := bufio.NewReaderSize(io.LimitReader(f, 2*ledgerMax), ledgerLine)
	for long := false; ; {
		line, err := r.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			long = true
			continue
		case err != nil:
			return true
		case long:
			long = false
			continue
		}
		if !yield(line[:len(line)-1]) {
			return false
		}
	}
}
