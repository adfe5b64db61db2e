package store

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestLedgerForeign has lines among ours that no call of Log wrote whole.
func TestLedgerForeign(t *testing.T) {
	long := strings.Repeat("x", ledgerLine)
	for _, c := range []struct{ name, text, want string }{
		{"torn at the end", "{}\n{\"a\":1", "{}"},
		{"only torn", "{\"a\"", ""},
		{"empty lines", "\n\n{}\n", "||{}"},
		{"too long", "a\n" + long + "\nb\n", "a|b"},
		{"far too long", long + long + long + "\nb\n", "b"},
		{"too long and torn", "a\n" + long, "a"},
		{"of the size of the buffer", long[1:] + "\nb\n", long[1:] + "|b"},
		{"not text", "\x00\xff\n{}\n", "\x00\xff|{}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScope(t)
			if err := s.Log([]byte("first")); err != nil {
				t.Fatal(err)
			}
			p, err := s.place(false)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p.path(ledgerFile), []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			var got []string
			for line := range s.Lines() {
				got = append(got, string(line))
			}
			if strings.Join(got, "|") != c.want {
				t.Errorf("%.60q, not %.60q", got, c.want)
			}
		})
	}
}

// TestLedgerTorn writes behind half a line, which costs no other.
func TestLedgerTorn(t *testing.T) {
	s := newScope(t)
	for _, line := range []string{"first", "second", "third"} {
		if err := s.Log([]byte(line)); err != nil {
			t.Fatal(err)
		}
		if line == "first" {
			p, err := s.place(false)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p.path(ledgerFile), []byte("first\n{\"ti"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	var got []string
	for line := range s.Lines() {
		got = append(got, string(line))
	}
	if want := []string{"first", `{"ti`, "second", "third"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestLedgerRefuses tries lines that would not come back as one.
func TestLedgerRefuses(t *testing.T) {
	s := newScope(t)
	for _, line := range [][]byte{[]byte("a\nb"), bytes.Repeat([]byte("x"), ledgerLine)} {
		if err := s.Log(line); err == nil {
			t.Errorf("%.20q was written", line)
		}
	}
	for line := range s.Lines() {
		t.Errorf("%.20q", line)
	}
}

// TestLedgerRotatesOnce has many write where the ledger is full: what was moved aside stays.
func TestLedgerRotatesOnce(t *testing.T) {
	s := newScope(t)
	if err := s.Log([]byte("first")); err != nil {
		t.Fatal(err)
	}
	p, err := s.place(false)
	if err != nil {
		t.Fatal(err)
	}
	full := bytes.Repeat([]byte("old line\n"), ledgerMax/9+1)
	if err := os.WriteFile(p.path(ledgerFile), full, 0o600); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if err := s.Log(fmt.Appendf(nil, "new %02d", i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	old, fresh := 0, map[string]bool{}
	for line := range s.Lines() {
		if string(line) == "old line" {
			old++
		} else {
			fresh[string(line)] = true
		}
	}
	if want := ledgerMax/9 + 1; old != want || len(fresh) != 20 {
		t.Errorf("%d old lines, not %d; %d new ones", old, want, len(fresh))
	}
	if names := leftovers(t, s.st.Dir, ledgerFile); !slices.ContainsFunc(names, func(n string) bool {
		return strings.HasSuffix(n, ".old")
	}) {
		t.Errorf("nothing was moved aside: %q", names)
	}
}
