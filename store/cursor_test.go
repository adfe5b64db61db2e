package store

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestCursor(t *testing.T) {
	s := newScope(t)
	a := keep(t, s, lines("cursor", 10), "a")
	other := s.st.Scope("other", "me")
	keep(t, other, lines("cursor", 10), "a")
	seen := map[string]bool{}
	for _, pos := range []int64{0, 1, 2, 511, 1 << 20, 1<<33 + 5, MaxPos} {
		c, err := s.Cursor(a.Handle, pos)
		if err != nil || len(c) != cursorLength || seen[c] {
			t.Fatal(c, err)
		}
		seen[c] = true
		if got, err := s.ParseCursor(a.Handle, c); err != nil || got != pos {
			t.Fatal(got, err)
		}
		for i := range len(c) {
			for _, b := range []byte(base62 + "-_ \x00\xff") {
				altered := c[:i] + string(rune(b)) + c[i+1:]
				if altered != c {
					refuse(t, s, a.Handle, altered)
				}
			}
			refuse(t, s, a.Handle, c[:i])
		}
		refuse(t, s, a.Handle, c+"0")
		refuse(t, s, a.Handle, "0"+c)
		refuse(t, s, "art-000000000000", c)
		refuse(t, other, a.Handle, c)
	}
	for _, pos := range []int64{-1, MaxPos + 1} {
		if _, err := s.Cursor(a.Handle, pos); !errors.Is(err, ErrRange) {
			t.Error(pos, err)
		}
	}
	refuse(t, newScope(t), a.Handle, "00000000000")
}

func refuse(t *testing.T, s *Scope, handle, cursor string) {
	t.Helper()
	if pos, err := s.ParseCursor(handle, cursor); !errors.Is(err, ErrCursor) {
		t.Fatalf("%q is taken for position %d: %v", cursor, pos, err)
	}
}

// TestRandomCursors finds none among strings of the right form.
func TestRandomCursors(t *testing.T) {
	s := newScope(t)
	a := keep(t, s, lines("cursor", 10), "a")
	r := rand.New(rand.NewPCG(4, 5))
	for range 10_000 {
		refuse(t, s, a.Handle, encode62(r.Uint64()))
	}
	refuse(t, s, a.Handle, strings.Repeat("z", cursorLength)) // more than 64 bits
}

func TestBase62(t *testing.T) {
	for _, v := range []uint64{0, 1, 61, 62, 1<<63 + 12345, 1<<64 - 1} {
		if got, ok := decode62(encode62(v)); !ok || got != v {
			t.Errorf("%d comes back as %d", v, got)
		}
	}
	if v, ok := decode62("LygHa16AHYG"); ok {
		t.Errorf("2^64 is taken for %d", v)
	}
}
