package cmd_test

import (
	"fmt"
	"io"
	"os"
	"runtime/metrics"
	"strconv"
	"testing"
	"time"

	"github.com/toolfit/toolfit/cmd"
)

// heapLimit is what the heap may come to while rows of any number stream through, in bytes.
const heapLimit = 64 << 20

// TestMemory sends rows through the filter in a process that watches its own heap. Nothing is
// sorted, so the heap doesn't grow with the input.
func TestMemory(t *testing.T) {
	size := int64(40 << 20)
	if long() {
		size = 300 << 20
	}
	for _, c := range []struct{ name, flags string }{
		{"plain", ""},
		{"fields", "-f id,date,user.login"},
		{"selected", "--grep 'row 77[0-9]*7 '"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			r := d.sh(nil, fmt.Sprintf("toolfit-heap %d %s", size, c.flags))
			e, err := open(r.out)
			if err != nil || r.code != 0 || e.Total == 0 || e.Handle == nil {
				t.Fatalf("exit %d: %v\n%s%s", r.code, err, r.out, r.err)
			}
			var rows, peak int
			if _, err := fmt.Sscanf(string(r.err), "rows %d peak %d", &rows, &peak); err != nil {
				t.Fatalf("read the peak: %v: %q", err, r.err)
			}
			if c.name != "selected" && e.Total != rows {
				t.Errorf("total is %d of %d rows", e.Total, rows)
			}
			t.Logf("%d rows, %d MiB: peak of the heap %d MiB", rows, size>>20, peak>>20)
			if peak > heapLimit {
				t.Errorf("the heap came to %d MiB", peak>>20)
			}
		})
	}
}

// heapMain is toolfit with invented rows on stdin, as many as come to the first argument in bytes,
// and a line on stderr at the end: how many rows, and the peak of the heap in bytes.
func heapMain() int {
	size, err := strconv.ParseInt(os.Args[1], 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	rows := rowReader{left: size}
	stop, peak := make(chan bool), make(chan uint64)
	go watchHeap(stop, peak)
	code := cmd.Run(os.Args[2:], os.Environ(), &rows, os.Stdout, os.Stderr)
	close(stop)
	fmt.Fprintf(os.Stderr, "rows %d peak %d\n", rows.n, <-peak)
	return code
}

// A rowReader gives a JSON array of rows, invented as they are read, until left bytes are given.
type rowReader struct {
	left int64
	n    int
	row  []byte // what is still to be given of the text made last
	done bool
}

func (r *rowReader) Read(p []byte) (int, error) {
	if len(r.row) == 0 && !r.next() {
		return 0, io.EOF
	}
	n := copy(p, r.row)
	r.row = r.row[n:]
	return n, nil
}

// next makes a row, or the closing bracket behind the last.
func (r *rowReader) next() bool {
	switch {
	case r.done:
		return false
	case r.left <= 0:
		r.row, r.done = append(r.row, "]\n"...), true
		return true
	}
	before := ",\n"
	if r.n == 0 {
		before = "["
	}
	r.row = fmt.Appendf(r.row[:0], `%s{"id":%d,"date":"2026-03-%02d","user":{"login":"u%d"},"note":"row %d of %s"}`,
		before, r.n, r.n%28+1, r.n%97, r.n, filler)
	r.left -= int64(len(r.row))
	r.n++
	return true
}

// watchHeap samples the bytes of heap objects, dead ones not yet swept among them, until stop.
func watchHeap(stop chan bool, peak chan uint64) {
	var (
		most   uint64
		sample = []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		tick   = time.NewTicker(time.Millisecond)
	)
	defer tick.Stop()
	for {
		metrics.Read(sample)
		most = max(most, sample[0].Value.Uint64())
		select {
		case <-tick.C:
		case <-stop:
			peak <- most
			return
		}
	}
}

// clip holds no more of a text than it may print.
func TestClipMemory(t *testing.T) {
	for _, keep := range []string{"head", "ends"} {
		r := newDesk(t).sh(nil, fmt.Sprintf("toolfit-heap %d clip --tokens 3000 --keep %s", 40<<20, keep))
		var rows, peak int
		if _, err := fmt.Sscanf(string(r.err), "rows %d peak %d", &rows, &peak); err != nil || r.code != 0 {
			t.Fatalf("exit %d, read the peak: %v: %q", r.code, err, r.err)
		}
		if n := tokens("o200k_base", r.out); n > 3000 || peak > heapLimit/2 {
			t.Errorf("%s: %d tokens, and the heap came to %d MiB", keep, n, peak>>20)
		}
	}
}
