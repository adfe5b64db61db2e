package store

import (
	"bytes"
	"fmt"
	"testing"
)

// deriveEvery derives an artifact with every nth row, last first.
func deriveEvery(t *testing.T, a *Artifact, n int64) *Artifact {
	t.Helper()
	d := a.Derive()
	defer d.Discard()
	var want []int64
	for i := a.Rows() - 1; i >= 0; i -= n {
		d.Pick(i)
		want = append(want, i)
	}
	b, err := d.Commit(Commit{Identity: fmt.Append(nil, "every", n), Tool: "derive", View: InputView})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	if b.Len() != int64(len(want)) || b.Rows() != a.Rows() {
		t.Fatalf("%d of %d rows, want %d of %d", b.Len(), b.Rows(), len(want), a.Rows())
	}
	next := 0
	for row, err := range b.Picks(0) {
		if err != nil || row != want[next] {
			t.Fatal(next, row, err)
		}
		next++
	}
	return b
}

func TestDerive(t *testing.T) {
	s := newScope(t)
	data := lines("derive", 3000)
	a := keep(t, s, data, "all")
	b := deriveEvery(t, a, 2)
	c := deriveEvery(t, b, 3)
	for _, x := range []*Artifact{b, c} {
		if x.Meta("input_in") == "" || x.Meta("index_in") == "" {
			t.Error("a derived artifact repeats what is there")
		}
		check(t, s, x.Handle)
	}
	if again := deriveEvery(t, a, 2); again.Handle != b.Handle {
		t.Error("the same selection has two handles")
	}
	removeInTurn(t, s, data, a, b, c)
}

// removeInTurn removes artifacts one by one: those that are left must stay whole, and in the end
// nothing may be.
func removeInTurn(t *testing.T, s *Scope, data []byte, list ...*Artifact) {
	t.Helper()
	for i, x := range list {
		if _, _, err := s.Remove(x.Handle); err != nil {
			t.Fatal(err)
		}
		if found := leftovers(t, s.st.Dir, x.Handle); found != nil {
			t.Fatal(found)
		}
		for _, y := range list[i+1:] {
			check(t, s, y.Handle)
			if !bytes.Equal(input(t, y), data) {
				t.Fatal("the input has gone")
			}
		}
	}
	for _, part := range []string{recordPrefix, recordBody, carrierSuffix, fileSuffix, tempPrefix} {
		if found := leftovers(t, s.st.Dir, part); found != nil {
			t.Fatal(found)
		}
	}
}

// TestDeriveFromReference derives from an artifact whose input is in another, and finds rows anew.
func TestDeriveFromReference(t *testing.T) {
	s := newScope(t)
	data := lines("reference", 3000)
	a := keep(t, s, data, "a")
	b := keep(t, s, data, "b")
	c := deriveEvery(t, b, 5)
	d := c.Derive()
	for i := range int64(40) {
		d.AddSpan(i*10, 10, true)
	}
	x, err := d.Commit(Commit{Identity: []byte("anew")})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	d.Discard()
	if x.Rows() != 40 || x.Len() != 40 || x.Meta("index_in") != "" {
		t.Fatal(x.Rows(), x.meta)
	}
	removeInTurn(t, s, data, b, a, c, x)
}

// TestDeriveFromRemoved derives from an artifact that was removed while it was open: the input is
// copied then.
func TestDeriveFromRemoved(t *testing.T) {
	s := newScope(t)
	data := lines("removed", 3000)
	a := keep(t, s, data, "a")
	if _, _, err := s.Remove(a.Handle); err != nil {
		t.Fatal(err)
	}
	b := deriveEvery(t, a, 7)
	if b.Meta("input_in") != "" || b.Meta("index_in") != "" {
		t.Error("it refers to what has gone")
	}
	check(t, s, b.Handle)
	removeInTurn(t, s, data, b)
}

// TestWithoutLock can share nothing, since records are only changed under the lock.
func TestWithoutLock(t *testing.T) {
	s := newScope(t)
	data := lines("alone", 2000)
	a := keep(t, s, data, "a")
	blockPath(t, a.p.path("lock"))
	b := keep(t, s, data, "b")
	c := deriveEvery(t, a, 3)
	for _, x := range []*Artifact{b, c} {
		if x.Meta("input_in") != "" || x.Meta("index_in") != "" {
			t.Error("a reference made without a lock")
		}
		check(t, s, x.Handle)
	}
}

// TestDeriveMuch picks more rows than are kept in memory, from an artifact that was removed: all
// must be in the new file.
func TestDeriveMuch(t *testing.T) {
	s := newScope(t)
	data := lines("much", 1500)
	a := keep(t, s, data, "a")
	if _, _, err := s.Remove(a.Handle); err != nil {
		t.Fatal(err)
	}
	d := a.Derive()
	for i := range int64(300_000) {
		d.Pick(1000 + i%500)
	}
	b, err := d.Commit(Commit{Identity: []byte("much")})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := readAll(s, b.Handle); err != nil {
		t.Fatal(err)
	}
	d.Discard()
	check(t, s, b.Handle)
	removeInTurn(t, s, data, b)
}

// TestCommitTwice makes two artifacts of a draft, neither of which can be part of the other.
func TestCommitTwice(t *testing.T) {
	s := newScope(t)
	data := lines("twice", 6000)
	d := s.Draft()
	defer d.Discard()
	fill(t, d, data)
	for _, word := range []string{"a", "b"} {
		a, err := d.Commit(Commit{Identity: []byte(word)})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		check(t, s, a.Handle)
		if _, _, err := s.Remove(a.Handle); err != nil {
			t.Fatal(err)
		}
	}
}
