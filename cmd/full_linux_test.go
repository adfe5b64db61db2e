package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFullDisk fills a file system of one MiB, which only root can make: the page is printed
// nevertheless, without a handle, and nothing half-written stays.
func TestFullDisk(t *testing.T) {
	d := newDesk(t)
	mount(t, d, "size=1m")
	for _, rows := range []int{40_000, 100, 15_000} {
		r := d.sh(manyLines("full", rows), "toolfit -b 400 --run "+fmt.Sprint(rows))
		e, err := open(r.out)
		switch fits := rows == 100; {
		case err != nil || e.Total != rows || e.Returned == 0 || len(r.err) > 0:
			t.Errorf("%d rows: exit %d: %v\n%s%s", rows, r.code, err, r.out, r.err)
		case fits && (r.code != 0 || e.Handle == nil):
			t.Errorf("%d rows don't fit: exit %d: %s", rows, r.code, r.out)
		case !fits && !unstored(r, e):
			t.Errorf("%d rows: exit %d: %s", rows, r.code, r.out)
		}
	}
	if have := handles(t, d); len(have) != 1 {
		t.Errorf("%q are there, and one fitted", have)
	}
	if left := d.sh(nil, "find store -name 'tmp-*'"); len(left.out) > 0 {
		t.Errorf("left behind: %q", left.out)
	}
}

// TestReadOnlyStore mounts a store that has a result read-only: it can be read, and new results are
// printed without a handle.
func TestReadOnlyStore(t *testing.T) {
	d := newDesk(t)
	mount(t, d, "size=8m")
	input := manyLines("kept", 2000)
	e, err := open(d.call(input, "-b", "400").out)
	if err != nil || e.Handle == nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("", d.store(), "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"toolfit -b 400 -f id", "toolfit read " + *e.Handle + " -w '.id > 5'",
	} {
		r := d.sh(input, line)
		if e, err := open(r.out); err != nil || !unstored(r, e) || e.Returned == 0 || len(r.err) > 0 {
			t.Errorf("%s: exit %d: %v\n%s%s", line, r.code, err, r.out, r.err)
		}
	}
	// Where all that is asked for is shown, no handle is needed.
	for _, flags := range []string{"-w '.id > 1997'", "-w '.id < 3' -f id", "--row 3 --rows ."} {
		line := "toolfit read " + *e.Handle + " " + flags
		r := d.sh(nil, line)
		if e, err := open(r.out); err != nil || r.code != 0 || e.Error != nil || e.Handle != nil ||
			e.Truncated == nil || *e.Truncated || e.Returned == 0 {
			t.Errorf("%s: exit %d: %v\n%s", line, r.code, err, r.out)
		}
	}
	for _, flags := range []string{"-w '.id > 5'", "--row 3", "--row 3 --rows ."} {
		line := "toolfit read " + *e.Handle + " --to ndjson " + flags
		if r := d.sh(nil, line); r.code != 0 || len(r.out) == 0 {
			t.Errorf("%s: exit %d: %.300s", line, r.code, r.out)
		}
	}
	next := "toolfit read " + *e.Handle + " --cursor " + *e.NextCursor
	for _, line := range []string{next, "toolfit ls", "toolfit gc"} {
		if r := d.sh(nil, line); r.code != 0 || len(r.err) > 0 {
			t.Errorf("%s: exit %d: %s%s", line, r.code, r.out, r.err)
		}
	}
	if r := d.sh(nil, "toolfit rm "+*e.Handle); r.code != 5 {
		t.Errorf("rm: exit %d: %s", r.code, r.out)
	}
}

// unstored tells whether a page says that it couldn't be stored.
func unstored(r reply, e *envelope) bool {
	return r.code == 5 && e.Error != nil && e.Error.Code == "store_unavailable" && e.Handle == nil &&
		e.NextCursor == nil
}

// mount makes the desk's store a file system of its own.
func mount(t *testing.T, d *desk, options string) {
	t.Helper()
	if err := os.Mkdir(d.store(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", d.store(), "tmpfs", 0, options+",mode=0700"); err != nil {
		t.Skip("no tmpfs to be had: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(filepath.Clean(d.store()), 0); err != nil {
			t.Error(err)
		}
	})
}
