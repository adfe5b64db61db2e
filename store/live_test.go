package store

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"
)

// TestLiveCursor has positions of every length come back, in their order and scope alone.
func TestLiveCursor(t *testing.T) {
	s := newScope(t)
	keep(t, s, lines("rows", 3), "a")
	other := s.st.Scope("other", "me")
	for n := range 300 {
		at := bytes.Repeat([]byte{0, 255, byte(n)}, n)[:n]
		c, err := s.LiveCursor("order", at)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := s.LiveCursor("order", at)
		if got, err := s.ParseLiveCursor("order", c); err != nil || !bytes.Equal(got, at) || c != again {
			t.Fatalf("%d bytes came back as %x: %v", n, got, err)
		}
		if n > 8 && bytes.Contains([]byte(c), at) {
			t.Errorf("%q shows what it holds", c)
		}
		for _, wrong := range []func() ([]byte, error){
			func() ([]byte, error) { return s.ParseLiveCursor("another", c) },
			func() ([]byte, error) { return other.ParseLiveCursor("order", c) },
			func() ([]byte, error) { return s.ParseLiveCursor("order", c[:len(c)-1]) },
			func() ([]byte, error) { return s.ParseLiveCursor("order", c+"0") },
			func() ([]byte, error) { return s.ParseLiveCursor("order", "0"+c) },
			func() ([]byte, error) { return s.ParseLiveCursor("order", "+"+c) },
		} {
			if got, err := wrong(); !errors.Is(err, ErrCursor) {
				t.Fatalf("taken for a cursor: %x, %v", got, err)
			}
		}
	}
	if _, err := s.LiveCursor("order", make([]byte, MaxLive+1)); !errors.Is(err, ErrRange) {
		t.Error(err)
	}
}

// TestAlteredLiveCursor changes single characters, and tries random words.
func TestAlteredLiveCursor(t *testing.T) {
	s := newScope(t)
	keep(t, s, lines("rows", 3), "a")
	c, err := s.LiveCursor("order", []byte("2026-01-02\x00\x017"))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		b := []byte(c)
		i, d := r.IntN(len(b)), base62[r.IntN(62)]
		if b[i] == d {
			continue
		}
		if b[i] = d; r.IntN(2) == 0 {
			for i := range b {
				b[i] = base62[r.IntN(62)]
			}
		}
		if got, err := s.ParseLiveCursor("order", string(b)); !errors.Is(err, ErrCursor) {
			t.Fatalf("%q is taken for %x: %v", b, got, err)
		}
	}
	for _, word := range []string{"", "0", "1", "-1", "k3Qz7a9xB2f", "\x00", "é", string(make([]byte, 1<<20))} {
		if got, err := s.ParseLiveCursor("order", word); !errors.Is(err, ErrCursor) {
			t.Fatalf("%.20q is taken for %x: %v", word, got, err)
		}
	}
}
