package shape

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// pieces are what the strings of the tests are made of: plain, escaped, of several bytes, a
// surrogate pair, and a lone surrogate.
var pieces = []string{"a", " b", `\n`, `\\`, `\"`, "é", "漢", "😀", `\u00e9`, `\ud83d\ude00`, `\ud83d`, `\u0041`}

func randomString(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// decoded returns what JSON of a string stands for, as the standard library reads it.
func decoded(t *testing.T, raw []byte) string {
	t.Helper()
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatalf("%.80q: %v", raw, err)
	}
	return s
}

func TestInBody(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		content := randomString(r, 1+r.IntN(400))
		row := `{"x":{"s":"no"},"l":[1,{"s":"` + content + `"}],"s":[]}`
		path, _ := parseFieldPath(".l[1].s")
		body := bytes.NewReader([]byte(row))
		s, err := inBody(io.NewSectionReader(body, 0, int64(len(row))), path)
		if err != nil {
			t.Fatal(err)
		}
		whole := decoded(t, []byte(`"`+content+`"`))
		if s.size != int64(len(whole)) {
			t.Fatalf("size %d, want %d of %q", s.size, len(whole), content)
		}
		offset := r.Int64N(s.size + 1)
		raw, begin, err := s.from(offset, int64(1+r.IntN(60)))
		if err != nil {
			t.Fatal(err)
		}
		if got := decoded(t, raw); begin > offset || !strings.HasPrefix(whole[begin:], got) {
			t.Fatalf("from %d: %q begins at %d, which is not so in %q", offset, got, begin, whole)
		}
	}
}

// A window that ends anywhere is shortened to whole characters, and never by more than the longest
// of them, a surrogate pair in escapes, with a piece of another behind it.
func TestWholeUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		content := randomString(r, 40)
		whole := decoded(t, []byte(`"`+content+`"`))
		for n := 1; n < len(content); n++ {
			k := wholeUnits([]byte(content[:n]))
			head := decoded(t, []byte(`"`+content[:k]+`"`))
			if !strings.HasPrefix(whole, head) {
				t.Fatalf("%q of %q: %q is no head of %q", content[:k], content[:n], head, whole)
			}
			if n-k > 11+3 {
				t.Fatalf("%q of %q: %d bytes are given up", content[:k], content[:n], n-k)
			}
		}
	}
}

func TestNoStringThere(t *testing.T) {
	const row = `{"a":[{"b":1}],"c":"x"}`
	for _, text := range []string{".a", ".a[0].b", ".a[1]", ".z", ".c.d"} {
		path, _ := parseFieldPath(text)
		s, err := inBody(io.NewSectionReader(strings.NewReader(row), 0, int64(len(row))), path)
		if err != nil || s.end != 0 {
			t.Errorf("%s: found %+v, %v", text, s, err)
		}
	}
}
