package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// age sets how long ago an artifact was used.
func age(t *testing.T, a *Artifact, d time.Duration) {
	t.Helper()
	at := a.p.st.Now().Add(-d)
	if err := os.Chtimes(a.p.file(a.Handle), at, at); err != nil {
		t.Fatal(err)
	}
}

func collect(t *testing.T, s *Scope, dry bool) Collected {
	t.Helper()
	c, err := s.Collect(dry, s.st.Now())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCollectByAge(t *testing.T) {
	s := newScope(t)
	old := keep(t, s, lines("old", 100), "a")
	young := keep(t, s, lines("young", 100), "a")
	elsewhere := keep(t, s.st.Scope("other", "me"), lines("other", 100), "a")
	age(t, old, 8*24*time.Hour)
	age(t, young, 6*24*time.Hour)
	age(t, elsewhere, 9*24*time.Hour)
	dry := collect(t, s, true)
	check(t, s, young.Handle)
	if _, err := os.Stat(old.p.file(old.Handle)); err != nil {
		t.Fatal("a dry run removes")
	}
	wet := collect(t, s, false)
	if !slices.Equal(wet.Removed, []string{old.Handle}) || !slices.Equal(dry.Removed, wet.Removed) ||
		dry.Bytes != wet.Bytes || wet.Bytes == 0 {
		t.Fatal(dry, wet)
	}
	for _, a := range []*Artifact{old, elsewhere} {
		if _, err := a.scope.Open(a.Handle); err == nil || err.(*Error).Kind != ErrExpired {
			t.Error(err)
		}
	}
}

func TestCollectBySize(t *testing.T) {
	s := newScope(t)
	var list []*Artifact
	for i := range 6 {
		a := keep(t, s, lines(fmt.Sprint("size", i), 600), "a")
		age(t, a, time.Duration(20-i)*time.Hour)
		list = append(list, a)
	}
	age(t, list[5], 30*time.Minute)
	info, err := os.Stat(list[0].p.file(list[0].Handle))
	if err != nil {
		t.Fatal(err)
	}
	s.st.MaxBytes = 3*info.Size() + info.Size()/2
	if c := collect(t, s, false); len(c.Removed) != 3 || c.Removed[0] != list[0].Handle {
		t.Fatal(c)
	}
	s.st.MaxBytes = 0
	if c := collect(t, s, false); len(c.Removed) != 2 {
		t.Fatal("what was used within the hour must stay", c)
	}
	check(t, s, list[5].Handle)
}

func TestCollectSparesInputs(t *testing.T) {
	s := newScope(t)
	data := lines("spared", 1500)
	a := keep(t, s, data, "a")
	b := keep(t, s, data, "b")
	c := deriveEvery(t, b, 2)
	age(t, b, 9*24*time.Hour)
	age(t, c, 0)
	age(t, a, 9*24*time.Hour)
	dry := collect(t, s, true)
	wet := collect(t, s, false)
	if len(wet.Removed) != 2 || wet.Bytes != dry.Bytes || wet.Bytes >= int64(len(data)) {
		t.Fatal(dry, wet)
	}
	check(t, s, c.Handle)
}

func TestMaybeCollect(t *testing.T) {
	s := newScope(t)
	now := time.Now()
	s.st.Now = func() time.Time { return now }
	a := keep(t, s, lines("maybe", 10), "a")
	s.MaybeCollect()
	now = now.Add(8 * 24 * time.Hour)
	s.MaybeCollect()
	if _, err := s.Open(a.Handle); err == nil {
		t.Fatal("an old artifact stays")
	}
	b := keep(t, s, lines("maybe", 10), "b")
	age(t, b, 8*24*time.Hour)
	now = now.Add(59 * time.Minute)
	s.MaybeCollect()
	check(t, s, b.Handle)
}

// TestReadingFreshens lets an artifact be read now and then for two weeks.
func TestReadingFreshens(t *testing.T) {
	s := newScope(t)
	now := time.Now()
	s.st.Now = func() time.Time { return now }
	a := keep(t, s, lines("fresh", 10), "a")
	for range 5 {
		now = now.Add(3 * 24 * time.Hour)
		b, err := s.Open(a.Handle)
		if err != nil {
			t.Fatal(err)
		}
		b.Close()
		if c := collect(t, s, false); c.Removed != nil {
			t.Fatal(c)
		}
	}
}

func TestManyRemoved(t *testing.T) {
	s := newScope(t)
	a := keep(t, s, lines("many", 10), "a")
	if _, _, err := s.Remove(a.Handle); err != nil {
		t.Fatal(err)
	}
	path := a.p.path(removedFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, bytes.Repeat([]byte("0123456789abcdef\n"), removedMax/removedLine)...)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		if err := a.p.entomb(fmt.Sprintf("art-%012d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Open(a.Handle); err == nil || err.(*Error).Kind != ErrExpired {
		t.Error("forgotten", err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() != 10*removedLine {
		t.Fatal(info.Size(), err)
	}
}

func TestList(t *testing.T) {
	s := newScope(t)
	now := time.Now()
	s.st.Now = func() time.Time { now = now.Add(time.Second); return now }
	a := keep(t, s, lines("list", 10), "a")
	b := deriveEvery(t, a, 3)
	list, err := s.List()
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	e := list[0]
	if e.Handle != b.Handle || list[1].Handle != a.Handle || e.Tool != "derive" || e.Rows != 4 ||
		e.Bytes != a.Size() || e.Disk <= 0 || !e.Created.After(list[1].Created) ||
		!e.Expires.After(now.Add(6*24*time.Hour)) {
		t.Fatalf("%+v", list)
	}
	if list, err := s.st.Scope("other", "me").List(); list != nil || err != nil {
		t.Fatal(list, err)
	}
}

// TestForgottenScope has a scope that was used once, and another that is in use.
func TestForgottenScope(t *testing.T) {
	s := newScope(t)
	old := s.st.Scope("old", "me")
	for _, x := range []*Scope{s, old} {
		if err := x.Log([]byte("{}")); err != nil {
			t.Fatal(err)
		}
	}
	a := keep(t, old, lines("forgotten", 10), "a")
	now := time.Now().Add(8 * 24 * time.Hour)
	s.st.Now = func() time.Time { return now }
	collect(t, s, false)
	if n := len(leftovers(t, s.st.Dir, scopePrefix)); n != 2 {
		t.Fatal(n, "scopes")
	}
	now = time.Now().Add(30 * 24 * time.Hour)
	keep(t, s, lines("kept", 10), "a")
	collect(t, s, false)
	if found := leftovers(t, s.st.Dir, scopePrefix); len(found) != 1 || found[0] == a.p.dir {
		t.Fatal(found)
	}
}

// TestForeignFiles has files in the store that are none of its own.
func TestForeignFiles(t *testing.T) {
	s := newScope(t)
	a := keep(t, s, lines("foreign", 10), "a")
	names := []string{"tmp-notes", "art-123456789012.db",
		"other/tmp-0123456789abcdef01234567", "other/art-123456789012.db", "in-tray/body.db"}
	for _, n := range names {
		path := filepath.Join(s.st.Dir, n)
		_ = os.Mkdir(filepath.Dir(path), 0o700)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.st.MaxBytes = 0
	if _, err := s.Collect(false, time.Now().Add(1000*time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if _, err := os.Lstat(filepath.Join(s.st.Dir, n)); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Open(a.Handle); err == nil {
		t.Error("nothing was collected")
	}
}
