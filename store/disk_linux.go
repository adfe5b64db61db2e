package store

import (
	"errors"
	"os"
	"syscall"
)

// From the kernel's headers: keep the file's size; begin to write, and don't wait.
const (
	fallocKeepSize     = 1
	syncFileRangeWrite = 2
)

// reserveRange asks for room on disk. Only a disk that is full, or a limit that is reached, is an
// error other than errors.ErrUnsupported.
func reserveRange(f *os.File, off, n int64) error {
	for {
		err := syscall.Fallocate(int(f.Fd()), fallocKeepSize, off, n)
		switch {
		case err == nil || errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT),
			errors.Is(err, syscall.EFBIG):
			return err
		case errors.Is(err, syscall.EINTR):
			continue
		}
		return errors.ErrUnsupported
	}
}

// flushRange has the system begin to write to disk what lies there, so that less is left to wait
// for at the end. It is no more than a hint.
func flushRange(f *os.File, off, n int64) {
	_ = syscall.SyncFileRange(int(f.Fd()), off, n, syncFileRangeWrite)
}
