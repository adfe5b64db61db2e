package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func call(words ...string) (list [][]byte) {
	for _, w := range words {
		list = append(list, []byte(w))
	}
	return list
}

func TestOnce(t *testing.T) {
	st := Open(t.TempDir())
	s := st.Scope("run", "ann")
	var ran atomic.Int64
	do := func() Reply {
		time.Sleep(20 * time.Millisecond)
		return Reply{[]byte(fmt.Sprintf("reply %d\n", ran.Add(1))), 7}
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			r, err := s.Once("k", call("a", "b"), do)
			if err != nil || string(r.Out) != "reply 1\n" || r.Exit != 7 {
				t.Errorf("%q %d %v", r.Out, r.Exit, err)
			}
		})
	}
	wait.Wait()
	if ran.Load() != 1 {
		t.Errorf("it was done %d times", ran.Load())
	}
	if _, err := s.Once("k", call("ab"), do); !errors.Is(err, ErrOtherCall) {
		t.Errorf("another call: %v", err)
	}
	for i, other := range []*Scope{st.Scope("other", "ann"), st.Scope("run", "bob")} {
		if r, err := other.Once("k", call("ab"), do); err != nil || string(r.Out) != fmt.Sprintf("reply %d\n", i+2) {
			t.Errorf("another scope: %q %v", r.Out, err)
		}
	}
}

// What a killed call leaves counts for nothing, and neither does what is too old: it is removed.
func TestOnceBeginsAgain(t *testing.T) {
	st := Open(t.TempDir())
	s := st.Scope("run", "ann")
	n := 0
	do := func() Reply {
		n++
		return Reply{[]byte("something long enough to be cut"), 0}
	}
	path := func() string {
		list, _ := filepath.Glob(filepath.Join(st.Dir, "scope-*", oncePrefix+"*"))
		if len(list) != 1 {
			t.Fatalf("files %q", list)
		}
		return list[0]
	}
	if _, err := s.Once("k", call("a"), do); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path())
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) {
		if err := os.WriteFile(path(), whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		before := n
		if _, err := s.Once("k", call("a"), do); err != nil || n != before+1 {
			t.Fatalf("cut to %d bytes: done %d times, %v", cut, n-before, err)
		}
	}
	if info, err := os.Stat(path()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	st.Now = func() time.Time { return time.Now().Add(st.MaxAge + time.Minute) }
	before := n
	if _, err := s.Once("k", call("other"), do); err != nil || n != before+1 {
		t.Errorf("after its time: done %d times, %v", n-before, err)
	}
	if _, err := s.Collect(false, time.Now().Add(st.MaxAge+time.Minute)); err != nil {
		t.Fatal(err)
	}
	if list, _ := filepath.Glob(filepath.Join(st.Dir, "scope-*", oncePrefix+"*")); len(list) > 0 {
		t.Errorf("left: %q", list)
	}
}

// Where a reply could not be kept, the call isn't done again.
func TestOnceWithoutRoom(t *testing.T) {
	st := Open(t.TempDir())
	s := st.Scope("run", "ann")
	once := func() Reply { return Reply{Out: []byte("x")} }
	if _, err := s.Once("k", call("a"), once); err != nil {
		t.Fatal(err)
	}
	list, err := filepath.Glob(filepath.Join(st.Dir, "scope-*", oncePrefix+"*"))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	f, err := os.OpenFile(list[0], os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := writeReply(f, "call", Reply{}); err == nil {
		t.Error("a file that is closed was written")
	}
	if err := os.WriteFile(list[0], append([]byte("{\"Lost\":true}\n"), make([]byte, 50)...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Once("k", call("a"), once); !errors.Is(err, ErrUnavailable) {
		t.Errorf("done again: %v", err)
	}
}

func TestOnceNeedsAStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(dir).Scope("run", "ann").Once("k", call("a"), func() Reply {
		t.Error("it was done all the same")
		return Reply{}
	})
	if !errors.Is(err, ErrUnavailable) {
		t.Error(err)
	}
}
