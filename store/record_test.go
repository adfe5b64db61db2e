package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// disk adds up the sizes of all files under dir, and wants each to have one name.
func disk(t *testing.T, dir string) (total int64) {
	t.Helper()
	for _, path := range leftovers(t, dir, "") {
		info, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		if !info.Mode().IsRegular() {
			continue
		}
		if _, names := inodeOf(info); names != 1 {
			t.Errorf("%s has %d names", path, names)
		}
		in := filepath.Base(filepath.Dir(path))
		if hashNamed(in, recordPrefix) && info.Name() != recordBody && info.Size() != 0 {
			t.Errorf("%s is a mark of %d bytes", path, info.Size())
		}
		total += info.Size()
	}
	return total
}

func remove(t *testing.T, s *Scope, handle string) int64 {
	t.Helper()
	_, n, err := s.Remove(handle)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// whole reads an artifact anew, and compares its input.
func whole(t *testing.T, s *Scope, handle string, data []byte) {
	t.Helper()
	check(t, s, handle)
	if err := readAll(s, handle); err != nil {
		t.Fatal(err)
	}
	a, err := s.Open(handle)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if !bytes.Equal(input(t, a), data) {
		t.Fatal("not the input")
	}
}

// TestDiskUse has an input that three handles share: at no time is it on disk twice, nor counted
// twice by its names.
func TestDiskUse(t *testing.T) {
	const small = 80_000 // a page or two for each table
	s := newScope(t)
	data := lines("disk", 3000)
	a := keep(t, s, data, "a")
	alone := disk(t, s.st.Dir)
	if alone > int64(len(data))*11/10 {
		t.Fatalf("%d bytes for an input of %d", alone, len(data))
	}
	b := deriveEvery(t, a, 100)
	c := deriveEvery(t, b, 50)
	if n := disk(t, s.st.Dir); n > alone+2*small {
		t.Fatalf("%d bytes for an input of %d", n, len(data))
	}
	if found := leftovers(t, s.st.Dir, recordBody); found != nil {
		t.Fatal("a carrier has another name", found)
	}
	if n := remove(t, s, a.Handle); n != 0 {
		t.Errorf("%d bytes are said to be free", n)
	}
	if n := disk(t, s.st.Dir); n < int64(len(data)) || n > alone+2*small {
		t.Fatalf("%d bytes for an input of %d", n, len(data))
	}
	if found := leftovers(t, s.st.Dir, recordBody); len(found) != 1 {
		t.Fatal(found)
	}
	whole(t, s, b.Handle, data)
	whole(t, s, c.Handle, data)
	before := disk(t, s.st.Dir)
	freed := remove(t, s, b.Handle) + remove(t, s, c.Handle)
	left := disk(t, s.st.Dir)
	if left > 1000 || freed > before-left+3*removedLine || freed < int64(len(data)) {
		t.Errorf("%d bytes are left, %d are said to be free", left, freed)
	}
	if found := leftovers(t, s.st.Dir, recordPrefix); found != nil {
		t.Fatal(found)
	}
}

// TestDiskUseOfIndexes derives from an artifact whose input is in another, so that there are two
// records with a carrier each, and removes them in any order.
func TestDiskUseOfIndexes(t *testing.T) {
	data := lines("indexes", 1500)
	for _, order := range [][4]int{{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 1, 0, 3}, {3, 0, 2, 1}} {
		s := newScope(t)
		a := keep(t, s, data, "a")
		b := keep(t, s, data, "b")
		list := []*Artifact{a, b, deriveEvery(t, a, 3), deriveEvery(t, b, 4)}
		if list[3].Meta("index_in") == list[2].Meta("index_in") {
			t.Fatal("the index of another artifact")
		}
		var turns []*Artifact
		for _, i := range order {
			turns = append(turns, list[i])
		}
		limit := disk(t, s.st.Dir)
		for i, x := range turns {
			remove(t, s, x.Handle)
			if n := disk(t, s.st.Dir); n > limit+4*removedLine {
				t.Fatalf("%d bytes, after %d", n, limit)
			}
			for _, y := range turns[i+1:] {
				whole(t, s, y.Handle, data)
			}
		}
		if found := leftovers(t, s.st.Dir, recordPrefix); found != nil {
			t.Fatal(found)
		}
	}
}

// TestCarrierOfTwo has an artifact that carries two records, which is not done but provided for.
func TestCarrierOfTwo(t *testing.T) {
	s := newScope(t)
	data := lines("two", 900)
	a := keep(t, s, data, "a")
	b := deriveEvery(t, a, 2)
	second := a.p.indexRecord(a.Handle)
	if _, err := a.p.enter(second, b.Handle); err != nil {
		t.Fatal(err)
	}
	if err := a.p.carry(second, a.Handle); err != nil {
		t.Fatal(err)
	}
	remove(t, s, a.Handle)
	if !a.p.hasInput(second, a.SHA256()) || !a.p.hasInput(b.Meta("input_in"), a.SHA256()) {
		t.Fatal("a record has lost its file")
	}
	if n := a.p.leave(second, b.Handle); n != 0 {
		t.Errorf("%d bytes are said to be free", n)
	}
	removeInTurn(t, s, data, b)
}

// TestCollectCarrier lets the carrier expire before those that refer to it.
func TestCollectCarrier(t *testing.T) {
	s := newScope(t)
	data := lines("expire", 1500)
	a := keep(t, s, data, "a")
	b := deriveEvery(t, a, 2)
	own, err := os.Stat(b.p.file(b.Handle))
	if err != nil {
		t.Fatal(err)
	}
	age(t, a, 9*24*time.Hour)
	for _, dry := range []bool{true, false} {
		if c := collect(t, s, dry); len(c.Removed) != 1 || c.Bytes != 0 {
			t.Fatal(dry, c)
		}
	}
	disk(t, s.st.Dir)
	whole(t, s, b.Handle, data)
	age(t, b, 9*24*time.Hour)
	for _, dry := range []bool{true, false} {
		c := collect(t, s, dry)
		if len(c.Removed) != 1 || c.Bytes < own.Size()+int64(len(data)) {
			t.Fatal(dry, c)
		}
	}
	if found := leftovers(t, s.st.Dir, recordPrefix); found != nil {
		t.Fatal(found)
	}
}

// TestCollectTogether has all that share an input expire at once. What a dry run says is what comes
// of it.
func TestCollectTogether(t *testing.T) {
	s := newScope(t)
	data := lines("together", 1500)
	a := keep(t, s, data, "a")
	b := deriveEvery(t, a, 2)
	before := disk(t, s.st.Dir)
	age(t, a, 9*24*time.Hour)
	age(t, b, 8*24*time.Hour)
	dry := collect(t, s, true)
	wet := collect(t, s, false)
	if len(wet.Removed) != 2 || dry.Bytes != wet.Bytes || wet.Bytes > before ||
		wet.Bytes < int64(len(data)) {
		t.Fatal(dry, wet, before)
	}
	if found := leftovers(t, s.st.Dir, recordPrefix); found != nil {
		t.Fatal(found)
	}
}

// TestReadWhileRemoved has readers open a derived artifact while its carrier is removed.
func TestReadWhileRemoved(t *testing.T) {
	s := newScope(t)
	for round := range 15 {
		a := keep(t, s, lines(fmt.Sprint("round", round), 20), "a")
		b := deriveEvery(t, a, 2)
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				for range 6 {
					if err := readAll(s, b.Handle); err != nil {
						t.Error(round, err)
					}
				}
			})
		}
		wg.Go(func() {
			if _, _, err := s.Remove(a.Handle); err != nil {
				t.Error(err)
			}
		})
		wg.Wait()
		if _, err := statFile(a.p.bodyPath(b.Meta("input_in"))); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDeriveWhileRemoved has several keep the same input, derive from it and remove what they kept,
// each with a store value of its own as processes have.
func TestDeriveWhileRemoved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	scope := func() *Scope { return Open(dir).Scope("run", "me") }
	data := lines("busy", 300)
	var wg sync.WaitGroup
	derived := make([]string, 8)
	for i := range derived {
		wg.Go(func() {
			for round := range 3 {
				s := scope()
				h := keepQuietly(t, s, data, fmt.Sprint("a", i, round))
				b, err := deriveQuietly(s, h, fmt.Append(nil, "d", i, round))
				if err != nil {
					t.Error(err)
					return
				}
				if _, _, err := s.Remove(h); err != nil {
					t.Error(err)
				}
				if err := readAll(scope(), b); err != nil {
					t.Error(err)
				}
				if derived[i] != "" {
					if _, _, err := s.Remove(derived[i]); err != nil {
						t.Error(err)
					}
				}
				derived[i] = b
			}
		})
	}
	wg.Wait()
	if t.Failed() {
		return
	}
	s := scope()
	disk(t, dir)
	for i, h := range derived {
		whole(t, s, h, data)
		remove(t, s, h)
		if i+1 < len(derived) {
			whole(t, s, derived[i+1], data)
		}
	}
	if found := leftovers(t, dir, recordPrefix); found != nil {
		t.Fatal(found)
	}
}

func deriveQuietly(s *Scope, handle string, identity []byte) (string, error) {
	a, err := s.Open(handle)
	if err != nil {
		return "", err
	}
	defer a.Close()
	d := a.Derive()
	defer d.Discard()
	d.Pick(1)
	b, err := d.Commit(Commit{Identity: identity})
	if err != nil {
		return "", err
	}
	defer b.Close()
	if b.Meta("input_in") == "" || b.Meta("index_in") == "" {
		return "", errors.New("a derived artifact repeats what is there")
	}
	return b.Handle, nil
}
