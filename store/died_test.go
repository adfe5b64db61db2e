package store

import (
	"errors"
	"io/fs"
	"os"
	"testing"
	"time"
)

// TestDiedBeforeRename has a writer that marked itself as the carrier, and died before its file got
// its name.
func TestDiedBeforeRename(t *testing.T) {
	s := newScope(t)
	data := lines("died", 700)
	a := keep(t, s, data, "a")
	record := a.p.inputRecord(a.SHA256())
	remove(t, s, a.Handle)
	die := func() {
		t.Helper()
		if _, err := a.p.enter(record, a.Handle); err != nil {
			t.Fatal(err)
		}
		if err := a.p.carry(record, a.Handle); err != nil {
			t.Fatal(err)
		}
	}
	die()
	b := keep(t, s, data, "b") // carries the input now
	a = keep(t, s, data, "a")
	if b.Meta("input_in") != "" || a.Meta("input_in") == "" {
		t.Fatal("the input is there twice, or not at all")
	}
	remove(t, s, a.Handle)
	whole(t, s, b.Handle, data)
	a = keep(t, s, data, "a")
	remove(t, s, b.Handle)
	whole(t, s, a.Handle, data)
	remove(t, s, a.Handle)
	die()
	a = keep(t, s, data, "a") // the same writer once more
	whole(t, s, a.Handle, data)
	remove(t, s, a.Handle)
	die()
	if _, err := s.Collect(false, time.Now().Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if found := leftovers(t, s.st.Dir, recordPrefix); found != nil {
		t.Fatal(found)
	}
}

// TestDiedRemoving stops a removal of the carrier after each of its steps.
func TestDiedRemoving(t *testing.T) {
	data := lines("removing", 700)
	for step := range 3 {
		s := newScope(t)
		a := keep(t, s, data, "a")
		b := deriveEvery(t, a, 3)
		record := b.Meta("input_in")
		if err := a.p.entomb(a.Handle); err != nil {
			t.Fatal(err)
		}
		if step == 0 {
			whole(t, s, a.Handle, data)
		} else if err := os.Rename(a.p.file(a.Handle), a.p.bodyPath(record)); err != nil {
			t.Fatal(err)
		}
		if step == 2 {
			os.Remove(a.p.markPath(record, a.Handle+carrierSuffix))
		}
		whole(t, s, b.Handle, data)
		a = keep(t, s, data, "a")
		whole(t, s, b.Handle, data)
		remove(t, s, a.Handle)
		disk(t, s.st.Dir)
		whole(t, s, b.Handle, data)
		remove(t, s, b.Handle)
		if found := leftovers(t, s.st.Dir, recordPrefix); found != nil {
			t.Fatal(step, found)
		}
	}
}

// TestSweepAfterHandOver has the remover die before it left the record.
func TestSweepAfterHandOver(t *testing.T) {
	s := newScope(t)
	data := lines("sweep", 700)
	a := keep(t, s, data, "a")
	b := deriveEvery(t, a, 3)
	if _, err := a.p.handOver(a.Handle, []string{b.Meta("input_in")}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Collect(false, time.Now().Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if found := leftovers(t, s.st.Dir, a.Handle); found != nil {
		t.Fatal(found)
	}
	whole(t, s, b.Handle, data)
	removeInTurn(t, s, data, b)
}

// TestMarksSwept has a writer that takes so long that its marks are swept, and the file it refers to
// goes meanwhile.
func TestMarksSwept(t *testing.T) {
	s := newScope(t)
	data := lines("swept", 700)
	a := keep(t, s, data, "a")
	d := a.Derive()
	defer d.Discard()
	d.Pick(0)
	p, sum := a.p, a.SHA256()
	id := p.identity(sum, []byte("slow"))
	d.flush()
	w := &writer{d: d, c: Commit{}, p: p, sum: sum, id: id, handle: id.handle(handleDigits[0])}
	w.join(0)
	temp, err := w.write()
	if err != nil || w.inputIn == "" {
		t.Fatal(w.inputIn, err)
	}
	defer temp.discard()
	p.leave(w.inputIn, w.handle)
	remove(t, s, a.Handle)
	if err := w.publish(temp); !errors.Is(err, errAgain) {
		t.Fatal(err)
	}
}

// TestRewrittenCarrier has a damaged carrier written anew: those that refer to it find all in it.
func TestRewrittenCarrier(t *testing.T) {
	s := newScope(t)
	data := lines("rewritten", 900)
	a := keep(t, s, data, "a")
	b := deriveEvery(t, a, 3)
	if err := os.Truncate(a.p.file(a.Handle), 20_000); err != nil {
		t.Fatal(err)
	}
	if err := readAll(s, b.Handle); !errors.Is(err, ErrCorrupt) {
		t.Fatal(err)
	}
	a = keep(t, s, data, "a")
	whole(t, s, b.Handle, data)
	disk(t, s.st.Dir)
	removeInTurn(t, s, data, a, b)
}

// TestAnotherCarrier has a carrier's file removed by hand, and another artifact take its part, whose
// rows are found in another way.
func TestAnotherCarrier(t *testing.T) {
	s := newScope(t)
	data := lines("other", 700)
	a := keep(t, s, data, "a")
	b := deriveEvery(t, a, 3)
	if err := os.Remove(a.p.file(a.Handle)); err != nil {
		t.Fatal(err)
	}
	d := s.Draft()
	defer d.Discard()
	if _, err := d.Write(data); err != nil {
		t.Fatal(err)
	}
	for i := range int64(700) {
		d.AddSpan(i, 1, true)
	}
	c, err := d.Commit(Commit{Identity: []byte("c")})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := readAll(s, b.Handle); !errors.Is(err, ErrCorrupt) {
		t.Fatal("rows of another artifact:", err)
	}
	b = deriveEvery(t, keep(t, s, data, "a"), 3)
	whole(t, s, b.Handle, data)
}

// TestUnreadableRecord can't see who uses a record: then nothing that others may need is removed.
func TestUnreadableRecord(t *testing.T) {
	s := newScope(t)
	data := lines("unreadable", 300)
	a := keep(t, s, data, "a")
	b := deriveEvery(t, a, 3)
	record := a.p.path(b.Meta("input_in"))
	if err := os.Rename(record, record+"~"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(record, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Remove(a.Handle); !errors.Is(err, ErrUnavailable) {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(record), os.Rename(record+"~", record)); err != nil {
		t.Fatal(err)
	}
	whole(t, s, b.Handle, data)
	if _, err := os.Stat(a.p.file(a.Handle)); errors.Is(err, fs.ErrNotExist) {
		t.Fatal("the file is gone")
	}
	removeInTurn(t, s, data, a, b)
}
