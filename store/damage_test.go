package store

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// readAll reads everything that there is to an artifact.
func readAll(s *Scope, handle string) error {
	a, err := s.Open(handle)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := a.Verify(); err != nil {
		return err
	}
	for i := range a.Len() {
		n, err := a.Pick(i)
		if err != nil {
			return err
		}
		sp, err := a.Span(n)
		if err != nil {
			return err
		}
		if _, err := a.ReadAt(make([]byte, sp.Len), sp.Off); err != nil && err != io.EOF {
			return err
		}
	}
	return nil
}

// TestDamage overwrites bytes at random, or cuts the file. What comes back is ErrCorrupt, or the
// artifact if the place was of no account; never words of SQLite, and never other bytes.
func TestDamage(t *testing.T) {
	s := newScope(t)
	data := lines("damage", 900)
	a := keep(t, s, data, "a")
	path := a.p.file(a.Handle)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(6, 7))
	found := 0
	for i := range 150 {
		bad := append([]byte(nil), whole...)
		switch {
		case i%5 == 0:
			bad = bad[:r.IntN(len(bad))]
		case i%5 == 1:
			bad[r.IntN(len(bad))] ^= byte(1 + r.IntN(255))
		default:
			at := r.IntN(len(bad))
			for j := range min(1+r.IntN(20_000), len(bad)-at) {
				bad[at+j] = byte(r.Uint32())
			}
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		err := readAll(s, a.Handle)
		if err == nil {
			continue
		}
		found++
		known := errors.Is(err, ErrCorrupt) || errors.Is(err, ErrNewer)
		if !known || strings.Contains(err.Error(), "database") {
			t.Fatalf("damage %d: %v", i, err)
		}
	}
	if found < 100 {
		t.Errorf("only %d of 150 were found", found)
	}
	if err := os.WriteFile(path, []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	if list, err := s.List(); err != nil || len(list) != 1 || !errors.Is(list[0].Err, ErrCorrupt) {
		t.Fatal(list, err)
	}
	keep(t, s, data, "a") // writes it anew
	check(t, s, a.Handle)
}

// TestDamagedInput has an input that others refer to damaged: they say so, and
// new ones are complete.
func TestDamagedInput(t *testing.T) {
	s := newScope(t)
	data := lines("input", 900)
	a := keep(t, s, data, "a")
	b := keep(t, s, data, "b")
	if err := os.Truncate(a.p.file(a.Handle), 20_000); err != nil {
		t.Fatal(err)
	}
	for _, x := range []*Artifact{a, b} {
		if err := readAll(s, x.Handle); !errors.Is(err, ErrCorrupt) {
			t.Error(err)
		}
	}
	c := keep(t, s, data, "c")
	b = keep(t, s, data, "b")
	check(t, s, b.Handle)
	check(t, s, c.Handle)
	if _, _, err := s.Remove(a.Handle, b.Handle, c.Handle); err != nil {
		t.Fatal(err)
	}
	if found := leftovers(t, s.st.Dir, recordPrefix); found != nil {
		t.Fatal(found)
	}
}

func TestNewer(t *testing.T) {
	s := newScope(t)
	data := lines("newer", 10)
	a := keep(t, s, data, "a")
	db, err := openDatabase(a.p.file(a.Handle), "mode=rw")
	if err != nil {
		t.Fatal(err)
	}
	err = db.run(fmt.Sprint("UPDATE meta SET value = ", schemaVersion+1, " WHERE key = 'schema'"))
	db.close()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(a.Handle); !errors.Is(err, ErrNewer) {
		t.Fatal(err)
	}
	b := keep(t, s, data, "a") // must not take its place
	if b.Handle == a.Handle || len(b.Handle) != len("art-")+15 {
		t.Fatal(b.Handle)
	}
	check(t, s, b.Handle)
	if _, _, err := s.Remove(a.Handle); err != nil {
		t.Fatal(err)
	}
}

// TestTakenHandle has another artifact under the name that would be the handle.
func TestTakenHandle(t *testing.T) {
	s := newScope(t)
	a := keep(t, s, lines("first", 10), "a")
	b := keep(t, s, lines("second", 10), "b")
	if _, _, err := s.Remove(b.Handle); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(a.p.file(a.Handle), a.p.file(b.Handle)); err != nil {
		t.Fatal(err)
	}
	c := keep(t, s, lines("second", 10), "b")
	if !strings.HasPrefix(c.Handle, b.Handle) || len(c.Handle) != len("art-")+15 {
		t.Fatal(c.Handle, b.Handle)
	}
	check(t, s, c.Handle)
}

func TestLedger(t *testing.T) {
	s := newScope(t)
	line := []byte(`{"call":"` + strings.Repeat("x", 1000) + `"}`)
	for range ledgerMax/len(line)*2 + 10 {
		if err := s.Log(line); err != nil {
			t.Fatal(err)
		}
	}
	n, bytes := 0, 0
	for l := range s.Lines() {
		if string(l) != string(line) {
			t.Fatalf("%q", l)
		}
		n, bytes = n+1, bytes+len(l)
	}
	if bytes < ledgerMax || bytes > 2*ledgerMax+len(line) {
		t.Errorf("%d lines of %d bytes", n, bytes)
	}
	for range s.st.Scope("other", "me").Lines() {
		t.Fatal("the ledger of another scope")
	}
	if err := s.Log([]byte("two\nlines")); err == nil {
		t.Error("a line feed in a line")
	}
}
