package shape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// newCutter returns a cutter that counts as most items are counted.
func newCutter(t testing.TB) *cutter {
	t.Helper()
	return &cutter{count: newCounter(t)}
}

// An audit compares what was cut with what it was cut from, value by value.
type audit struct {
	cuts  int
	first string // path of the first cut value
	list  bool
	twice bool // some name stands in an object twice: first may be that of the object
	fault error
}

// A note is a member that must stand behind a cut value.
type note struct {
	suffix string
	n      int
}

// cut records that the value at path is cut.
func (a *audit) cut(path string, list bool) {
	if a.cuts == 0 {
		a.first, a.list = path, list
		if path == "" {
			a.first = "."
		}
	}
	a.cuts++
}

func (a *audit) fail(path, format string, args ...any) {
	if a.fault == nil {
		a.fault = fmt.Errorf("at %q: %s", path, fmt.Sprintf(format, args...))
	}
}

// value checks that got is want, or want cut, and returns the notes that must follow. name is the
// innermost member's, in an object or not.
func (a *audit) value(got, want json.RawMessage, path string, owned, member bool) []note {
	if bytes.Equal(got, want) || a.fault != nil {
		return nil
	}
	if got[0] != want[0] {
		a.fail(path, "%.40s instead of %.40s", got, want)
		return nil
	}
	switch want[0] {
	case '"':
		return a.text(got, want, path, member)
	case '[':
		return a.array(got, want, path, owned)
	case '{':
		return a.object(got, want, path, member)
	}
	a.fail(path, "%s instead of %s", got, want)
	return nil
}

func (a *audit) text(got, want json.RawMessage, path string, member bool) []note {
	a.cut(path, false)
	head, cut := bytes.CutSuffix(got, []byte("…\""))
	if !cut || !bytes.HasPrefix(want, head) {
		a.fail(path, "%.40s isn't a head of %.40s", got, want)
	}
	shown := decode(append(slices.Clone(head), '"'))
	if text := decode(want); !strings.HasPrefix(text, shown) {
		a.fail(path, "%.40s is cut in a character", got)
	} else if member {
		return []note{{"_bytes", len(text)}}
	}
	return nil
}

func (a *audit) array(got, want json.RawMessage, path string, owned bool) []note {
	_, g := parts(got)
	_, w := parts(want)
	if n := len(g); len(g) > 0 && !owned && string(g[n-1]) == fmt.Sprintf(`"… %d in all"`, len(w)) &&
		(n > len(w) || !bytes.Equal(g[n-1], w[n-1])) {
		g = g[:n-1]
	} else if len(g) < len(w) && !owned {
		a.fail(path, "elements are missing, and nothing says so")
	}
	var notes []note
	if len(g) > len(w) {
		a.fail(path, "elements were added")
		return nil
	}
	if len(g) < len(w) {
		a.cut(path, true)
		if owned {
			notes = []note{{"_returned", len(g)}, {"_total", len(w)}}
		}
	}
	dot := path
	if dot == "" {
		dot = "."
	}
	for i := range g {
		index := fmt.Sprintf("[%d]", i)
		for _, n := range a.value(g[i], w[i], dot+index, owned, false) {
			notes = append(notes, note{index + n.suffix, n.n})
		}
	}
	return notes
}

func (a *audit) object(got, want json.RawMessage, path string, member bool) []note {
	gn, g := parts(got)
	wn, w := parts(want)
	all := a.cuts
	first, list := a.first, a.list
	at := 0
	for i := range w {
		a.twice = a.twice || slices.Contains(wn[:i], wn[i])
		if at == len(g) || gn[at] != wn[i] {
			return a.missing(got, want, at, i, path, member, all, first, list)
		}
		notes := a.value(g[at], w[i], path+"."+quotedName(wn[i]), true, true)
		at++
		for _, n := range notes {
			if at == len(g) {
				a.fail(path, "nothing about %s", wn[i]+n.suffix)
				return nil
			}
			a.note(gn[at], string(g[at]), gn[:at], wn, wn[i], n, path)
			at++
		}
	}
	if at < len(g) {
		a.fail(path, "member %s was added", gn[at])
	}
	return nil
}

// missing checks an object that has lost its members from i on. It is itself the first cut value.
func (a *audit) missing(got, want json.RawMessage, at, i int, path string, member bool,
	all int, first string, list bool) []note {
	gn, g := parts(got)
	wn, w := parts(want)
	rest := a.cuts - all
	a.cuts, a.first, a.list = all, first, list
	a.cut(path, true)
	a.cuts += rest
	total := note{"_members_total", len(w)}
	if member {
		if at < len(g) {
			a.fail(path, "member %s was added, %s is missing", gn[at], wn[i])
		}
		return []note{total}
	}
	if at != len(g)-1 {
		a.fail(path, "%d of %d, and %s is missing", at, len(g), wn[i])
		return nil
	}
	a.note(gn[at], string(g[at]), gn[:at], wn, "", total, path)
	return nil
}

// note checks a member that says what is missing: its name must be a new one.
func (a *audit) note(name, n string, before, members []string, of string, want note, path string) {
	full := of + want.suffix
	for slices.Contains(before, full) || slices.Contains(members, full) {
		full = "toolfit_" + full
	}
	if name != full || n != fmt.Sprint(want.n) {
		a.fail(path, "%s: %s instead of %s: %d", name, n, full, want.n)
	}
}

// parts takes an array or an object apart.
func parts(raw json.RawMessage) (names []string, values []json.RawMessage) {
	d := json.NewDecoder(bytes.NewReader(raw))
	t, err := d.Token()
	for err == nil && d.More() {
		if t == json.Delim('{') {
			var name json.Token
			name, err = d.Token()
			names = append(names, name.(string))
		}
		var v json.RawMessage
		if err == nil {
			err = d.Decode(&v)
		}
		values = append(values, v)
	}
	if err != nil {
		panic(fmt.Sprintf("%v: %s", err, raw))
	}
	return names, values
}

func decode(raw []byte) string {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		panic(fmt.Sprintf("%v: %s", err, raw))
	}
	return s
}

func quotedName(name string) string {
	for i, r := range name {
		if !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && r >= '0' && r <= '9') {
			return string(encode(name))
		}
	}
	if name == "" {
		return `""`
	}
	return name
}

func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

func compact(raw []byte) []byte {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// A string that is what a cut would leave of it is not cut.
func TestCutToItself(t *testing.T) {
	for _, end := range []string{"…", `\u2026`} {
		item := []byte(`["` + strings.Repeat("word ", 40) + end + `"]`)
		c := newCutter(t)
		tokens := c.count.Count(item)
		for limit := tokens - 3; limit <= tokens; limit++ {
			r := c.cut(nil, item, nil, limit, tokens)
			if same := bytes.Equal(r.out, item); same != (r.clipped == 0) {
				t.Errorf("limit %d: %d clipped in %s", limit, r.clipped, r.out[len(r.out)-20:])
			}
		}
	}
}
