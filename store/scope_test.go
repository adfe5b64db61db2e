package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// blockPath puts a folder where a file should be.
func blockPath(t *testing.T, path string) {
	t.Helper()
	os.Remove(path)
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestNamesOfScopes(t *testing.T) {
	st := Open(filepath.Join(t.TempDir(), "a b?c#d%41é;x"))
	pairs := [][2]string{{"a", "bc"}, {"ab", "c"}, {"abc", ""}, {"", "abc"}, {"../x", "y/z"},
		{"a\x00b", "c"}, {"a", "b\x00c"}, {"", ""}, {strings.Repeat("x", 5000), "\xff\n"}}
	data := lines("scopes", 3)
	seen := map[string]bool{}
	for _, p := range pairs {
		s := st.Scope(p[0], p[1])
		a := keep(t, s, data, "a")
		if seen[a.Handle] {
			t.Fatalf("%q has a handle of another scope", p)
		}
		seen[a.Handle] = true
		check(t, s, a.Handle)
		for h := range seen {
			if _, err := s.Open(h); h != a.Handle && !errors.Is(err, ErrUnknown) {
				t.Fatal(err)
			}
		}
	}
}

func TestMalformedHandles(t *testing.T) {
	s := newScope(t)
	a := keep(t, s, lines("malformed", 3), "a")
	digits := strings.TrimPrefix(a.Handle, "art-")
	for _, h := range []string{"", "art-", "ART-" + digits, a.Handle + " ", a.Handle + "\x00",
		a.Handle + ".db", "../" + filepath.Base(a.p.dir) + "/" + a.Handle, "art-" + strings.Repeat("٣", 12),
		a.Handle[:15], a.Handle + "0", "lock", "art-0000/000000x", digits, "tmp-000000000000"} {
		if _, err := s.Open(h); !errors.Is(err, ErrUnknown) {
			t.Errorf("open %q: %v", h, err)
		}
		if _, _, err := s.Remove(a.Handle, h); !errors.Is(err, ErrUnknown) {
			t.Errorf("remove %q: %v", h, err)
		}
	}
	check(t, s, a.Handle)
}

func TestReadingMakesNothing(t *testing.T) {
	s := newScope(t)
	if _, err := s.Open("art-000000000000"); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
	if _, _, err := s.Remove("art-000000000000"); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
	if list, err := s.List(); list != nil || err != nil {
		t.Error(list, err)
	}
	if c, err := s.Collect(false, s.st.Now()); c.Removed != nil || err != nil {
		t.Error(c, err)
	}
	for range s.Lines() {
		t.Error("a line in no ledger")
	}
	s.Draft().Discard()
	if _, err := os.Lstat(filepath.Dir(s.st.Dir)); !errors.Is(err, os.ErrNotExist) {
		t.Error("something was made", err)
	}
}

// TestOneKey has many begin a store at once; all must have the same key.
func TestOneKey(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	var refs sync.Map
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() { refs.Store(Open(dir).Scope("a", "b").Ref([]byte("x")), true) })
	}
	wg.Wait()
	n := 0
	refs.Range(func(any, any) bool { n++; return true })
	if n != 1 {
		t.Fatalf("%d keys", n)
	}
	if found := leftovers(t, dir, tempPrefix); found != nil {
		t.Fatal(found)
	}
}

func TestUmask(t *testing.T) {
	for _, mask := range []int{0, 0o077, 0o777} {
		old := syscall.Umask(mask)
		s := newScope(t)
		a := keep(t, s, lines("umask", 1500), "a")
		err := s.Log([]byte("{}"))
		syscall.Umask(old)
		if err != nil {
			t.Fatal(err)
		}
		check(t, s, a.Handle)
		for _, path := range append(leftovers(t, s.st.Dir, ""), s.st.Dir) {
			info, err := os.Lstat(path)
			if err != nil {
				t.Fatal(err)
			}
			want := os.FileMode(fileMode)
			if info.IsDir() {
				want = folderMode
			}
			if info.Mode().Perm() != want {
				t.Errorf("umask %o: %s has mode %v", mask, path, info.Mode())
			}
		}
	}
}

// TestPlanted puts links, pipes and folders where the store's files are to be. None may be
// followed, waited for or written to.
func TestPlanted(t *testing.T) {
	plants := map[string]func(target, path string) error{
		"link":   os.Symlink,
		"pipe":   func(_, path string) error { return syscall.Mkfifo(path, 0o600) },
		"folder": func(_, path string) error { return os.Mkdir(path, 0o700) },
	}
	for kind, plant := range plants {
		for _, name := range []string{"key", "SCOPE", "HANDLE", "lock", ledgerFile, removedFile} {
			if kind == "folder" && name == "SCOPE" {
				continue
			}
			t.Run(kind+" "+name, func(t *testing.T) { plantOne(t, name, plant) })
		}
	}
}

func plantOne(t *testing.T, name string, plant func(target, path string) error) {
	model := newScope(t)
	a := keep(t, model, lines("planted", 20), "a")
	target := filepath.Join(t.TempDir(), "target")
	if err := os.WriteFile(target, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	path := a.p.path(name)
	switch name {
	case "key":
		path = filepath.Join(model.st.Dir, name)
	case "SCOPE":
		path = a.p.dir
	case "HANDLE":
		path = a.p.file(a.Handle)
	}
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := plant(target, path); err != nil {
		t.Fatal(err)
	}
	s := Open(model.st.Dir).Scope("run", "me")
	useAll(s, a.Handle)
	if data, err := os.ReadFile(target); err != nil || string(data) != "precious" {
		t.Fatalf("what the link leads to is %q now, %v", data, err)
	}
}

// useAll does what touches each file; that it fails is well.
func useAll(s *Scope, handle string) {
	if a, err := s.Open(handle); err == nil {
		a.Close()
	}
	d := s.Draft()
	_, _ = d.Write(lines("planted", 20))
	if a, err := d.Commit(Commit{Identity: []byte("b")}); err == nil {
		_, _, _ = s.Remove(a.Handle)
		a.Close()
	}
	d.Discard()
	_ = s.Log([]byte("{}"))
	_, _ = s.Collect(false, s.st.Now())
	_, _ = s.List()
	_ = s.Ref()
}
