package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readBack reads from a draft at random places, and all of it.
func readBack(t *testing.T, d *Draft, data []byte) {
	t.Helper()
	if d.Size() != int64(len(data)) {
		t.Fatalf("%d bytes in the draft, want %d", d.Size(), len(data))
	}
	r := rand.New(rand.NewPCG(2, 3))
	for range 40 {
		off := r.IntN(len(data))
		p := make([]byte, r.IntN(600_000))
		n, err := d.ReadAt(p, int64(off))
		want := data[off:min(len(data), off+len(p))]
		if !bytes.Equal(p[:n], want) || (err == io.EOF) != (n < len(p)) {
			t.Fatalf("read %d bytes at %d: %d, %v", len(p), off, n, err)
		}
	}
	all, err := io.ReadAll(io.NewSectionReader(d, 0, d.Size()))
	if err != nil || !bytes.Equal(all, data) {
		t.Fatalf("%d bytes read back, %v", len(all), err)
	}
}

func readSpans(t *testing.T, d *Draft, data []byte) {
	t.Helper()
	n := int64(0)
	off := int64(0)
	for line := range bytes.Lines(data) {
		if s, err := d.Span(n); err != nil || s.Off != off {
			t.Fatalf("span %d of %d: %v, %v", n, d.Rows(), s, err)
		}
		n, off = n+1, off+int64(len(line))
	}
	if _, err := d.Span(n); n != d.Rows() || !errors.Is(err, ErrRange) {
		t.Fatalf("%d rows, want %d; %v", d.Rows(), n, err)
	}
}

// unwritable lists stores that can't be, root or not.
func unwritable(t *testing.T) []string {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	list := []string{file, file + "/store", "/dev/null", "/dev/null/store", "/proc/store"}
	if os.Geteuid() != 0 {
		locked := filepath.Join(t.TempDir(), "locked")
		if err := os.Mkdir(locked, 0o555); err != nil {
			t.Fatal(err)
		}
		list = append(list, locked+"/store")
	}
	return list
}

func TestDraftWithoutStore(t *testing.T) {
	for _, dir := range unwritable(t) {
		for _, n := range []int{50, 6000} {
			s := Open(dir).Scope("run", "me")
			d := s.Draft()
			data := lines("unwritable", n)
			fill(t, d, data)
			readBack(t, d, data)
			readSpans(t, d, data)
			a, err := d.Commit(Commit{})
			if a != nil || !errors.Is(err, ErrUnavailable) {
				t.Fatalf("%s: %v, %v", dir, a, err)
			}
			if strings.Contains(err.Error(), dir) {
				t.Errorf("%v names the path", err)
			}
			readBack(t, d, data)
			d.Discard()
			if ref := s.Ref([]byte("x")); len(ref) != 13 || ref != s.Ref([]byte("x")) {
				t.Error(ref)
			}
		}
	}
}

func TestDraftReadsBack(t *testing.T) {
	for _, n := range []int{1, 500, 1500, 8000} {
		s := newScope(t)
		d := s.Draft()
		data := lines("back", n)
		fill(t, d, data)
		readBack(t, d, data)
		readSpans(t, d, data)
		if _, err := os.Stat(s.st.Dir); err == nil && len(data) < memoryLimit/2 {
			t.Errorf("%d bytes are on disk already", len(data))
		}
		a, err := d.Commit(Commit{})
		if err != nil {
			t.Fatal(err)
		}
		a.Close()
		readBack(t, d, data)
		d.Discard()
		check(t, s, a.Handle)
	}
}

func TestDiscardLeavesNothing(t *testing.T) {
	s := newScope(t)
	d := s.Draft()
	fill(t, d, lines("gone", 8000))
	d.Discard()
	if found := leftovers(t, s.st.Dir, tempPrefix); found != nil {
		t.Fatal(found)
	}
}

func TestResetSpans(t *testing.T) {
	for _, n := range []int{700, 5000} {
		s := newScope(t)
		d := s.Draft()
		data := lines("reset", n)
		fill(t, d, data)
		fmt.Fprint(d.Decoded(), strings.Repeat("void", 200_000))
		d.ResetSpans()
		void := d.Decoded().Size()
		if d.Rows() != 0 || void != 800_000 {
			t.Fatal(d.Rows(), void)
		}
		var want bytes.Buffer
		for i := range int64(n) {
			row := fmt.Sprintf(`{"decoded":%d,"pad":"%s"}`, i, strings.Repeat("x", int(i%300)))
			d.AddSpan(d.Decoded().Size(), int64(len(row)), false)
			fmt.Fprint(d.Decoded(), row)
			want.WriteString(row)
		}
		got, err := io.ReadAll(io.NewSectionReader(d.Decoded(), void, d.Decoded().Size()-void))
		if err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Fatal("not the decoded rows", err)
		}
		a, err := d.Commit(Commit{View: DecodedView})
		if err != nil {
			t.Fatal(err)
		}
		a.Close()
		d.Discard()
		check(t, s, a.Handle)
	}
}

// TestView has rows longer than a chunk, empty ones, and text that needs quoting.
func TestView(t *testing.T) {
	s := newScope(t)
	var data bytes.Buffer
	for i := range 900 {
		switch {
		case i%300 == 7:
			fmt.Fprintf(&data, "{\"long\":\"%s\"}\n", strings.Repeat("日本", 60_000))
		case i%10 == 1:
			data.WriteString("\n")
		case i%10 == 2:
			fmt.Fprintf(&data, "say \"%d\"\tand \\ more\n", i)
		default:
			fmt.Fprintf(&data, "{\"n\":%d}\n", i)
		}
	}
	for _, picked := range []bool{false, true} {
		d := s.Draft()
		fill(t, d, data.Bytes())
		if picked {
			for i := int64(899); i >= 0; i -= 3 {
				d.Pick(i)
			}
		}
		a, err := d.Commit(Commit{View: InputView, Identity: fmt.Append(nil, picked)})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		d.Discard()
		check(t, s, a.Handle)
		if a.Meta("view") == "" {
			t.Error("no view")
		}
		if _, _, err := s.Remove(a.Handle); err != nil { // so that the next has its body, too
			t.Fatal(err)
		}
	}
}

func TestNothingPicked(t *testing.T) {
	s := newScope(t)
	d := s.Draft()
	fill(t, d, lines("none", 20))
	a, err := d.Commit(Commit{View: InputView, Picked: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if a.Len() != 0 || a.Rows() != 20 || !a.Picked() {
		t.Fatal(a.Len(), a.Rows())
	}
	if _, err := a.Pick(0); !errors.Is(err, ErrRange) {
		t.Error(err)
	}
	check(t, s, a.Handle)
}
