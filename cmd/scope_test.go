package cmd_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestForeignNames tries names at random, and the true ones from other scopes: what is said is the
// same each time but for the reference, and so is the exit status. A handle of another scope and
// one that never was can't be told apart, nor can cursors.
func TestForeignNames(t *testing.T) {
	tries := 300
	if long() {
		tries = 10_000
	}
	d := newDesk(t)
	input := manyLines("secret", 200)
	var handles, cursors []string
	for _, run := range []string{"a", "b"} {
		r := d.call(input, "--run", run, "-s", "-id", "-k", "id")
		e, err := open(r.out)
		if err != nil || e.Handle == nil || e.NextCursor == nil {
			t.Fatalf("%v: %s", err, r.out)
		}
		plain := d.call(nil, "read", *e.Handle, "--run", run)
		p, err := open(plain.out)
		if err != nil || p.NextCursor == nil {
			t.Fatalf("%v: %s", err, plain.out)
		}
		handles, cursors = append(handles, *e.Handle), append(cursors, *e.NextCursor, *p.NextCursor)
	}
	if handles[0] == handles[1] || cursors[0] == cursors[2] || cursors[1] == cursors[3] {
		t.Errorf("two scopes have the same names: %q %q", handles, cursors)
	}
	n := stranger{d: d, said: map[string]string{}}
	for _, h := range handles {
		n.handle(t, h, "c")
	}
	n.handle(t, handles[0], "b")
	for _, c := range cursors[2:] {
		n.cursor(t, handles[0], c)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range tries {
		n.handle(t, fmt.Sprintf("art-%0*d", 12+3*r.IntN(3), r.Int64N(1e12)), "a")
		n.cursor(t, handles[0], randomWord(r, []int{11, 11, len(cursors[0])}[r.IntN(3)]))
	}
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func randomWord(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[r.IntN(len(letters))]
	}
	return string(b)
}

// stranger holds what was said the first time, by the form of the call.
type stranger struct {
	d    *desk
	said map[string]string
}

var reference = regexp.MustCompile(`err-[0-9]+`)

// handle tries a handle with every subcommand that takes one.
func (n stranger) handle(t *testing.T, handle, run string) {
	t.Helper()
	for _, args := range [][]string{
		{"read", handle}, {"read", handle, "--to", "raw"}, {"read", handle, "--row", "0"},
		{"read", handle, "--cursor", "k3Qz7a9xB2f"}, {"rm", handle},
	} {
		n.same(t, 4, "unknown_handle", handle, append(args, "--run", run)...)
	}
}

// cursor tries a cursor on a handle of scope a, and on fresh data.
func (n stranger) cursor(t *testing.T, handle, cursor string) {
	t.Helper()
	n.same(t, 4, "invalid_cursor", cursor, "read", handle, "--run", "a", "--cursor", cursor)
	n.same(t, 4, "invalid_cursor", cursor, "--run", "a", "-s", "-id", "-k", "id", "--cursor", cursor)
}

// same runs a call and compares what it says with what a call of its form said before.
func (n stranger) same(t *testing.T, code int, word, secret string, args ...string) {
	t.Helper()
	r := n.d.call(nil, args...)
	form := strings.ReplaceAll(strings.Join(args[:len(args)-1], " "), secret, "…")
	said := reference.ReplaceAllString(string(r.out), "err-")
	if r.code != code || !strings.Contains(said, word) || len(r.err) > 0 || strings.Contains(said, "fox") {
		t.Fatalf("%q: exit %d: %s%s", args, r.code, r.out, r.err)
	}
	if before, ok := n.said[form]; ok && before != said {
		t.Fatalf("%q: %s\nbefore it was %s", args, said, before)
	}
	n.said[form] = said
}

// TestScopesListAlone has ls and gc tell of their own scope alone.
func TestScopesListAlone(t *testing.T) {
	d := newDesk(t)
	for i := range 4 {
		if r := d.call(manyLines(fmt.Sprint(i), 200), "--run", fmt.Sprint(i%2), "--principal", fmt.Sprint(i/2)); r.code != 0 {
			t.Fatalf("%s", r.out)
		}
	}
	for i := range 4 {
		scope := []string{"--run", fmt.Sprint(i % 2), "--principal", fmt.Sprint(i / 2)}
		e, err := open(d.call(nil, append([]string{"ls"}, scope...)...).out)
		if err != nil || e.Total != 1 {
			t.Fatalf("%q lists %d artifacts: %v", scope, e.Total, err)
		}
		r := d.call(nil, append([]string{"gc", "--verify"}, scope...)...)
		if want := []byte("{\"removed\":[],\"bytes\":0}\n"); !bytes.Equal(r.out, want) {
			t.Errorf("gc says %s", r.out)
		}
	}
	e, err := open(d.call(nil, "ls", "--run", "0").out)
	if err != nil || e.Total != 0 {
		t.Errorf("a principal that has nothing lists %d artifacts: %v", e.Total, err)
	}
}
