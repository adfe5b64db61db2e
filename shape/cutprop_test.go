package shape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// checkCut cuts item and checks the result against all that cut promises.
func checkCut(t testing.TB, c *cutter, item []byte, limit, fit int) cutting {
	t.Helper()
	want := compact(item)
	r := c.cut([]byte("before:"), item, nil, limit, fit)
	got, ok := bytes.CutPrefix(r.out, []byte("before:"))
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("cut %.2000s\nto limit %d, fit %d gave %.2000s\n(%+v)\n%s", want, limit, fit, got,
			cutting{nil, r.clipped, r.first, r.list, r.ok, r.least}, fmt.Sprintf(format, args...))
	}
	if !ok || !json.Valid(got) {
		fail("not JSON behind dst")
	}
	tokens, whole := c.count.Count(got), c.count.Count(want)
	if r.ok && tokens > fit {
		fail("%d tokens", tokens)
	}
	if !r.ok && (r.least <= fit || r.least != tokens) {
		fail("least is %d, tokens %d", r.least, tokens)
	}
	if r.clipped > 0 && tokens >= whole {
		fail("%d tokens, from %d", tokens, whole)
	}
	if r.clipped == 0 && !bytes.Equal(got, want) {
		fail("changed, and nothing clipped")
	}
	a := audit{}
	a.value(got, want, "", false, false)
	if a.fault != nil {
		fail("%v", a.fault)
	}
	if a.cuts != r.clipped || !a.twice && (a.first != r.first || a.list != r.list) {
		fail("clipped should be %d, first %q (list: %v)", a.cuts, a.first, a.list)
	}
	checkLimit(t, c, got, want, limit)
	return r
}

// checkLimit checks that no member of an item that was cut is over the limit, unless nothing is
// left of it.
func checkLimit(t testing.TB, c *cutter, got, want []byte, limit int) {
	t.Helper()
	if limit <= 0 || want[0] != '{' {
		return
	}
	names, values := parts(got)
	wants, wholes := parts(want)
	for i := 0; i < len(values) && len(wants) > 0; i++ {
		if names[i] != wants[0] {
			continue // a count that was added
		}
		if n := c.count.Count(values[i]); n > limit && len(values[i]) > len(`"…"`) &&
			!bytes.Equal(values[i], wholes[0]) {
			t.Fatalf("%.500s\nhas %d tokens in %.500s,\nof %.500s, limit %d", values[i], n, got, want, limit)
		}
		wants, wholes = wants[1:], wholes[1:]
	}
}

// A maker makes random JSON.
type maker struct{ *rand.Rand }

func (m maker) text() []byte {
	words := []string{"word ", "lorem ", "a", "ü", "漢字", "\U0001F468\u200d\U0001F469\u200d\U0001F467",
		"🇩🇪", "e\u0301", "\\n", `\"`, "\\u00e9", `\ud83d\ude00`, `\ud83d`, `\ude00`, "123", "/", "क्षि", "{\\\"k\\\":1}"}
	var b strings.Builder
	b.WriteByte('"')
	n := m.IntN(6)
	if m.IntN(6) == 0 {
		n = m.IntN(100)
	}
	some := words[m.IntN(len(words))]
	for range n {
		if m.IntN(3) > 0 {
			some = words[m.IntN(len(words))]
		}
		b.WriteString(some)
	}
	b.WriteByte('"')
	return []byte(b.String())
}

func (m maker) name() []byte {
	names := []string{"id", "n", "n_total", "n_returned", "n_bytes", "toolfit_n_total", "_members_total",
		"n_members_total", "n_members", "b c", "ключ", "body", "n[0]", "n[0]_total", "", "x1"}
	if m.IntN(4) == 0 {
		return m.text()
	}
	return encode(names[m.IntN(len(names))])
}

func (m maker) scalar() []byte {
	scalars := []string{"null", "true", "false", "0", "1.10", "1e400", "-0", "1234567890123456789", "0.1e-7"}
	if m.IntN(2) == 0 {
		return m.text()
	}
	return []byte(scalars[m.IntN(len(scalars))])
}

// value makes a value that has at most depth containers around each other.
func (m maker) value(depth int) []byte {
	n := m.IntN(5)
	if m.IntN(8) == 0 {
		n = m.IntN(20)
	}
	kind := m.IntN(3)
	if depth == 0 {
		kind = 2
	}
	var b []byte
	switch kind {
	case 0:
		b = append(b, '[')
		for i := range n {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(b, m.value(depth-1)...)
		}
		return append(b, ']')
	case 1:
		seen := map[string]bool{}
		b = append(b, '{')
		for range n {
			name := m.name()
			if seen[decode(name)] {
				continue
			}
			seen[decode(name)] = true
			if len(seen) > 1 {
				b = append(b, ',')
			}
			b = append(append(b, name...), " : "...)
			b = append(b, m.value(depth-1)...)
		}
		return append(b, '}')
	}
	return m.scalar()
}

func TestCutRandom(t *testing.T) {
	c := newCutter(t)
	cut, tight := 0, 0
	for seed := range uint64(1500) {
		m := maker{rand.New(rand.NewPCG(seed, 1))}
		item := m.value(1 + m.IntN(4))
		c.flat = item[0] == '[' && m.IntN(4) == 0
		limit, fit := 0, m.IntN(1<<m.IntN(11))
		if m.IntN(2) == 0 {
			limit = 1 + m.IntN(100)
		}
		r := checkCut(t, c, item, limit, fit)
		if r.clipped > 0 && r.ok {
			cut++
		}
		next := checkCut(t, c, item, limit, fit+1)
		if r.ok && !next.ok {
			t.Fatalf("%s fits in %d but not in %d", item, fit, fit+1)
		}
		if r.ok {
			continue
		}
		tight++
		if !checkCut(t, c, item, limit, r.least).ok {
			t.Fatalf("%s doesn't fit in the least, %d", item, r.least)
		}
		if checkCut(t, c, item, limit, r.least-1).ok {
			t.Fatalf("%s fits in less than the least, %d", item, r.least)
		}
	}
	if cut < 200 || tight < 200 {
		t.Errorf("only %d items were cut, %d didn't fit: change the random items", cut, tight)
	}
}
