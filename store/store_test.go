package store

import (
	"bytes"
	"crypto/sha256"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// newScope returns a scope of a store that doesn't exist yet.
func newScope(t testing.TB) *Scope {
	t.Helper()
	return Open(filepath.Join(t.TempDir(), "state", "store")).Scope("run", "me")
}

// lines makes n rows as NDJSON, which begin with seed.
func lines(seed string, n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, `{"n":%d,"seed":%q,"pad":"%s"}`+"\n", i, seed, strings.Repeat("é", i%90*8))
	}
	return b.Bytes()
}

// fill writes data to a draft, in pieces of odd sizes, and a span for each line.
func fill(t testing.TB, d *Draft, data []byte) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(len(data))))
	for rest := data; len(rest) > 0; {
		n := min(len(rest), 1+r.IntN(100_000))
		if _, err := d.Write(rest[:n]); err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
	}
	spanLines(d, data)
}

func spanLines(d *Draft, data []byte) {
	off := int64(0)
	for line := range bytes.Lines(data) {
		d.AddSpan(off, int64(len(bytes.TrimSuffix(line, []byte("\n")))), line[0] != '{')
		off += int64(len(line))
	}
}

// keep stores data under an identity of one word.
func keep(t testing.TB, s *Scope, data []byte, word string) *Artifact {
	t.Helper()
	d := s.Draft()
	defer d.Discard()
	fill(t, d, data)
	a, err := d.Commit(Commit{Identity: []byte(word), Tool: "test", View: InputView,
		Meta: map[string]string{"word": word}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// input reads all of an artifact's input.
func input(t testing.TB, a *Artifact) []byte {
	t.Helper()
	data, err := io.ReadAll(a.Input())
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// check holds an artifact, and the scope that it is in, against all that must be so.
func check(t testing.TB, s *Scope, handle string) {
	t.Helper()
	a, err := s.Open(handle)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	checkPieces(t, a)
	checkFolderModes(t, s.st.Dir)
	if err := a.Verify(); err != nil {
		t.Fatal(err)
	}
	data := input(t, a)
	if sha256.Sum256(data) != a.SHA256() {
		t.Fatal("not the bytes that were hashed")
	}
	checkView(t, a, data)
}

// checkPieces looks at the tables themselves.
func checkPieces(t testing.TB, a *Artifact) {
	t.Helper()
	count := func(s *shelf, sql string) (n int64) {
		if err := s.open(); err != nil {
			t.Fatal(err)
		}
		err := s.db.query(sql, 1, func(v []driver.Value) { n, _ = v[0].(int64) })
		if err != nil {
			t.Fatal(sql, err)
		}
		return n
	}
	pieces := func(n, each int64) int64 { return (n + each - 1) / each }
	for _, c := range []struct {
		shelf *shelf
		sql   string
		want  int64
	}{
		{a.input, "SELECT count(*) FROM input", pieces(a.Size(), chunkSize)},
		{a.input, "SELECT sum(length(data)) FROM input", a.Size()},
		{a.input, "SELECT count(*) FROM input WHERE length(data) <> 262144",
			b2i(a.Size()%chunkSize != 0)},
		{a.input, "SELECT count(*) FROM input WHERE n < 0 OR n >= (SELECT count(*) FROM input)", 0},
		{a.index, "SELECT sum(length(data)) FROM decoded", a.DecodedSize()},
		{a.index, "SELECT sum(json_array_length(list)) FROM spans", 2 * a.Rows()},
		{a.index, "SELECT count(*) FROM spans WHERE first % 512 <> 0", 0},
		{a.own, "SELECT sum(json_array_length(list)) FROM picks", b2i(a.Picked()) * a.Len()},
	} {
		if got := count(c.shelf, c.sql); got != c.want {
			t.Errorf("%s: %d, want %d", c.sql, got, c.want)
		}
	}
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// checkView compares the view with slices of the body.
func checkView(t testing.TB, a *Artifact, data []byte) {
	t.Helper()
	if a.Meta("view") == "" {
		return
	}
	if a.Meta("view") == "decoded" {
		data = make([]byte, a.DecodedSize())
		if _, err := a.ReadDecodedAt(data, 0); err != nil && err != io.EOF {
			t.Fatal(err)
		}
	}
	next := int64(0)
	err := a.own.db.query("SELECT n, json FROM rows", 2, func(v []driver.Value) {
		n := v[0].(int64)
		if n != next {
			t.Fatalf("row %d where row %d should be", n, next)
		}
		next++
		row, err := a.Pick(n)
		if err != nil {
			t.Fatal(err)
		}
		s, err := a.Span(row)
		if err != nil {
			t.Fatal(err)
		}
		want := string(data[s.Off : s.Off+s.Len])
		if s.Text {
			want = fmt.Sprintf("%q", want)
		}
		if v[1].(string) != want {
			t.Fatalf("row %d of the view is %.80q, want %.80q", n, v[1], want)
		}
	})
	if err != nil || next != a.Len() {
		t.Fatalf("%d rows in the view, want %d (%v)", next, a.Len(), err)
	}
}

// checkFolderModes looks for anything that others could read.
func checkFolderModes(t testing.TB, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil // gone meanwhile
		}
		info, err := e.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// leftovers returns the names under dir that contain part.
func leftovers(t testing.TB, dir, part string) (found []string) {
	t.Helper()
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && strings.Contains(e.Name(), part) {
			found = append(found, path)
		}
		return nil
	})
	return found
}

func TestSmall(t *testing.T) {
	s := newScope(t)
	data := lines("small", 300)
	a := keep(t, s, data, "x")
	if !bytes.Equal(input(t, a), data) || a.Rows() != 300 || a.Len() != 300 || a.Meta("word") != "x" {
		t.Fatalf("%d rows, meta %v", a.Rows(), a.meta)
	}
	if !ValidHandle(a.Handle) || len(a.Handle) != 16 {
		t.Fatal(a.Handle)
	}
	check(t, s, a.Handle)
	if found := leftovers(t, s.st.Dir, tempPrefix); found != nil {
		t.Fatal(found)
	}
}

func TestLarge(t *testing.T) {
	s := newScope(t)
	data := lines("large", 6_000)
	a := keep(t, s, data, "x")
	if !bytes.Equal(input(t, a), data) {
		t.Fatal("not the input")
	}
	check(t, s, a.Handle)
	if found := leftovers(t, s.st.Dir, tempPrefix); found != nil {
		t.Fatal(found)
	}
}

// TestSizes walks sizes about the limits of chunks, blocks and memory.
func TestSizes(t *testing.T) {
	s := newScope(t)
	for _, n := range []int{0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 4 * chunkSize,
		4*chunkSize + 1, 5 * chunkSize, 9*chunkSize - 1} {
		data := bytes.Repeat([]byte(strings.Repeat("0123456789", 99)+"\n"), n/991+1)[:n]
		a := keep(t, s, data, "sizes")
		if !bytes.Equal(input(t, a), data) {
			t.Fatalf("%d bytes came back changed", n)
		}
		check(t, s, a.Handle)
	}
	for _, n := range []int{511, 512, 513, 1024} {
		check(t, s, keep(t, s, lines("rows", n), "rows").Handle)
	}
}

func TestReplay(t *testing.T) {
	s := newScope(t)
	data := lines("replay", 2000)
	a := keep(t, s, data, "x")
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(a.p.file(a.Handle), old, old); err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(a.p.file(a.Handle))
	b := keep(t, s, data, "x")
	after, _ := os.Stat(a.p.file(a.Handle))
	if a.Handle != b.Handle || !os.SameFile(before, after) {
		t.Fatal("the same artifact was written twice")
	}
	if !after.ModTime().After(old.Add(time.Minute)) {
		t.Error("a replayed artifact has aged")
	}
	if c := keep(t, s.st.Scope("other", "me"), data, "x"); c.Handle == a.Handle {
		t.Error("the same handle in two scopes")
	}
	check(t, s, a.Handle)
}

func TestSharedInput(t *testing.T) {
	s := newScope(t)
	data := lines("shared", 2000)
	a := keep(t, s, data, "a")
	b := keep(t, s, data, "b")
	if b.Meta("input_in") == "" {
		t.Fatal("the input was written twice")
	}
	check(t, s, b.Handle)
	removed, n, err := s.Remove(a.Handle)
	if err != nil || len(removed) != 1 || n != 0 {
		t.Fatal(removed, n, err)
	}
	if found := leftovers(t, s.st.Dir, a.Handle); found != nil {
		t.Fatal(found)
	}
	if !bytes.Equal(input(t, b), data) {
		t.Fatal("the input went with its carrier")
	}
	check(t, s, b.Handle)
	c := keep(t, s, data, "c")
	if c.Meta("input_in") == "" {
		t.Error("an input without carrier isn't shared")
	}
	if _, n, err = s.Remove(b.Handle, c.Handle); err != nil || n < int64(len(data)) {
		t.Fatal(n, err)
	}
	if found := leftovers(t, s.st.Dir, recordPrefix); found != nil {
		t.Fatal(found)
	}
}

func TestRemoved(t *testing.T) {
	s := newScope(t)
	a := keep(t, s, lines("removed", 100), "a")
	if _, n, err := s.Remove(a.Handle); err != nil || n <= 0 {
		t.Fatal(n, err)
	}
	if _, err := s.Open(a.Handle); !errors.Is(err, ErrExpired) {
		t.Error(err)
	}
	if _, _, err := s.Remove(a.Handle); !errors.Is(err, ErrExpired) {
		t.Error(err)
	}
	if _, err := s.st.Scope("b", "me").Open(a.Handle); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
	b := keep(t, s, lines("removed", 100), "a")
	if b.Handle != a.Handle {
		t.Error("another handle for the same")
	}
	check(t, s, b.Handle)
}
