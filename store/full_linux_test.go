package store

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFullDisk writes to a file system of two MiB, which only root can make.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m"); err != nil {
		t.Skip("no tmpfs to be had: ", err)
	}
	defer func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	}()
	for _, n := range []int{100, 1400, 2200, 2300, 2400, 4000, 9000} { // up to 6 MB
		s := Open(filepath.Join(dir, "store")).Scope("run", "me")
		d := s.Draft()
		data := lines("full", n)
		fill(t, d, data)
		readBack(t, d, data)
		readSpans(t, d, data)
		a, err := d.Commit(Commit{})
		readBack(t, d, data)
		d.Discard()
		switch {
		case err == nil:
			a.Close()
			check(t, s, a.Handle)
			if _, _, err := s.Remove(a.Handle); err != nil {
				t.Fatal(err)
			}
		case !errors.Is(err, ErrUnavailable):
			t.Fatal(err)
		case n == 100:
			t.Errorf("%d bytes don't fit: %v", len(data), err)
		}
		if err == nil && n == 9000 {
			t.Errorf("%d bytes are said to fit", len(data))
		}
		for _, part := range []string{tempPrefix, fileSuffix} {
			if found := leftovers(t, dir, part); found != nil {
				t.Fatalf("%d rows: %v", n, found)
			}
		}
	}
}
