package store

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test program be a writer of its own, to be killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("STORE_TEST_WRITER"); dir != "" {
		os.Exit(writeForEver(Open(dir).Scope("run", "me"), os.Getenv("STORE_TEST_SEED")))
	}
	os.Exit(m.Run())
}

// writeForEver stores one artifact after the other, and prints each handle once it has it.
func writeForEver(s *Scope, seed string) int {
	for i := 0; ; i++ {
		d := s.Draft()
		data := lines(fmt.Sprint(seed, i/2), 100+i%3*2000)
		_, _ = d.Write(data)
		spanLines(d, data)
		a, err := d.Commit(Commit{Identity: fmt.Append(nil, i)})
		if err != nil {
			fmt.Println(err)
			return 1
		}
		fmt.Println(a.Handle)
		a.Close()
		d.Discard()
	}
}

// startWriter starts a process that prints handles to a file, and waits for the first.
func startWriter(t *testing.T, dir, seed string) (cmd *exec.Cmd, out string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out = filepath.Join(t.TempDir(), "out")
	f, err := os.Create(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cmd = exec.Command(exe)
	cmd.Env = append(os.Environ(), "STORE_TEST_WRITER="+dir, "STORE_TEST_SEED="+seed)
	cmd.Stdout = f
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for info, _ := f.Stat(); info.Size() == 0; info, _ = f.Stat() {
		time.Sleep(time.Millisecond)
	}
	return cmd, out
}

// TestKill kills writers at random moments. Every handle in the store must be whole, each that was
// printed must be there, and a sweep must leave no trace of the dead.
func TestKill(t *testing.T) {
	s := newScope(t)
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	var printed []string
	for i := range 12 {
		cmd, out := startWriter(t, s.st.Dir, fmt.Sprint("kill", i))
		time.Sleep(time.Duration(r.IntN(100)) * time.Millisecond)
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		printed = append(printed, strings.Fields(string(text))...)
	}
	list, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if e.Err != nil {
			t.Fatal(e.Handle, e.Err)
		}
		check(t, s, e.Handle)
	}
	for _, h := range printed {
		if _, err := s.Open(h); err != nil {
			t.Fatalf("%q: %v", h, err)
		}
	}
	sweepDead(t, s, list)
}

// sweepDead collects after two hours, in which all that lives has been used.
func sweepDead(t *testing.T, s *Scope, list []Entry) {
	t.Helper()
	later := time.Now().Add(2 * time.Hour)
	if _, err := s.Collect(false, later); err != nil {
		t.Fatal(err)
	}
	if found := leftovers(t, s.st.Dir, tempPrefix); found != nil {
		t.Fatal(found)
	}
	for _, e := range list {
		check(t, s, e.Handle)
		if _, _, err := s.Remove(e.Handle); err != nil {
			t.Fatal(err)
		}
	}
	if found := leftovers(t, s.st.Dir, recordPrefix); found != nil {
		t.Fatal(found)
	}
}

// TestSweepSparesTheLiving has a draft that takes longer than the grace.
func TestSweepSparesTheLiving(t *testing.T) {
	s := newScope(t)
	d := s.Draft()
	data := lines("slow", 6000)
	fill(t, d, data)
	for range 200 {
		if leftovers(t, s.st.Dir, tempPrefix) != nil {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if _, err := s.Collect(false, time.Now().Add(5*time.Hour)); err != nil {
		t.Fatal(err)
	}
	a, err := d.Commit(Commit{})
	if err != nil {
		t.Fatal(err)
	}
	a.Close()
	d.Discard()
	check(t, s, a.Handle)
}

// TestTogether has writers of the same and of different things, readers, removers and collectors at
// once, each with a store value of its own as processes have.
func TestTogether(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	scope := func() *Scope { return Open(dir).Scope("run", "me") }
	same := lines("same", 1600)
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			a := keepQuietly(t, scope(), same, fmt.Sprint("same", i%2))
			b := keepQuietly(t, scope(), lines(fmt.Sprint("own", i), 200), "own")
			c := keepQuietly(t, scope(), lines(fmt.Sprint("gone", i), 20), "gone")
			if _, _, err := scope().Remove(c); err != nil {
				t.Error(err)
			}
			if _, err := scope().Collect(false, time.Now()); err != nil {
				t.Error(err)
			}
			for _, h := range []string{a, b} {
				if err := readQuietly(scope(), h); err != nil {
					t.Error(h, err)
				}
			}
		})
	}
	wg.Wait()
	list, err := scope().List()
	if err != nil || len(list) != 12 {
		t.Fatal(len(list), err)
	}
	for _, e := range list {
		check(t, scope(), e.Handle)
	}
}

func keepQuietly(t *testing.T, s *Scope, data []byte, word string) string {
	d := s.Draft()
	defer d.Discard()
	_, _ = d.Write(data)
	spanLines(d, data)
	a, err := d.Commit(Commit{Identity: []byte(word)})
	if err != nil {
		t.Error(word, err)
		return ""
	}
	defer a.Close()
	return a.Handle
}

func readQuietly(s *Scope, handle string) error {
	a, err := s.Open(handle)
	if err != nil {
		return err
	}
	defer a.Close()
	return a.Verify()
}

// TestNoRoomAnywhere has neither a store nor a folder for temporary files: what is in memory can be
// read, and the rest says so.
func TestNoRoomAnywhere(t *testing.T) {
	t.Setenv("TMPDIR", "/dev/null")
	s := Open("/dev/null").Scope("run", "me")
	d := s.Draft()
	defer d.Discard()
	small := lines("some", 4000)
	fill(t, d, small)
	readBack(t, d, small)
	for d.Size() < 2*lastResort {
		_, _ = d.Write(small)
	}
	if _, err := d.Commit(Commit{}); !errors.Is(err, ErrUnavailable) {
		t.Error(err)
	}
	_, err := io.Copy(io.Discard, io.NewSectionReader(d, 0, d.Size()))
	if !errors.Is(err, ErrUnavailable) {
		t.Errorf("reading what was dropped: %v", err)
	}
	if d.sp.bytes > lastResort+8*chunkSize {
		t.Errorf("%d bytes are held", d.sp.bytes)
	}
}
