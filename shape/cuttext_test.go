package shape

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolfit/toolfit/shape/token"
)

// clusters are single grapheme clusters, as the content of JSON strings.
var clusters = []string{
	"a", "é", "e\u0301", "漢", "क्षि", "각", "🇩🇪", "👍🏽", "\U0001F468\u200d\U0001F469\u200d\U0001F467\u200d\U0001F466",
	"❤\ufe0f", `\u00e9`, `e\u0301`, `\ud83d\ude00`, `\uD83D\uDC68\u200d\uD83D\uDC69`, `\"`, `\\`, `\r\n`,
	`\ud83c\udde9\ud83c\uddea`, `\u0041`,
}

func TestCutBetweenClusters(t *testing.T) {
	c := newCutter(t)
	for seed := range uint64(300) {
		m := rand.New(rand.NewPCG(seed, 2))
		ends := map[int]bool{0: true}
		text := ""
		for range 1 + m.IntN(60) {
			text += clusters[m.IntN(len(clusters))]
			ends[len(text)] = true
		}
		for _, fit := range []int{1 + m.IntN(10), 10 + m.IntN(100)} {
			r := checkCut(t, c, []byte(`"`+text+`"`), 0, fit)
			if r.clipped == 0 {
				continue
			}
			head := strings.TrimSuffix(string(r.out[len(`before:"`):]), `…"`)
			if !ends[len(head)] {
				t.Fatalf("%q is cut in a cluster: %q", text, head)
			}
		}
	}
}

// Of what has no more tokens than there is room for, most is kept.
func TestCutKeepsMuch(t *testing.T) {
	c := newCutter(t)
	for _, s := range []string{"lorem ipsum ", "天地玄黃宇宙洪荒日月盈昃", "y", "👍🏽", `\u00e9`, "c2VjcmV0IG1lc3NhZ2U", "0123456789"} {
		for _, fit := range []int{10, 50, 400} {
			r := checkCut(t, c, []byte(`"`+strings.Repeat(s, 5000)+`"`), 0, fit)
			if n := c.count.Count(r.out[len("before:"):]); n < fit*9/10-2 {
				t.Errorf("%q: %d tokens of %d used", s, n, fit)
			}
		}
	}
}

// walk reads raw in slices, and returns them joined, as content of a JSON string.
func walk(t testing.TB, c *cutter, raw []byte, fit int) string {
	t.Helper()
	var joined []byte
	size := len(decode(raw))
	for offset := 0; offset < size; {
		out, start, end := c.slice([]byte("x"), raw, int64(offset), fit)
		out = out[1:]
		if !json.Valid(out) || int(start) != offset || int(end) <= offset {
			t.Fatalf("slice of %.500q at %d: %.500q from %d to %d", raw, offset, out, start, end)
		}
		piece := decode(out)
		if len(piece) != int(end-start) {
			t.Fatalf("slice of %.500q at %d: %.500q has %d bytes, not %d", raw, offset, out, len(piece), end-start)
		}
		if n := c.count.Count(out); n > fit && len([]rune(piece)) > 1 {
			t.Fatalf("slice of %.500q at %d: %.500q has %d tokens of %d", raw, offset, out, n, fit)
		}
		joined = append(joined, out[1:len(out)-1]...)
		offset = int(end)
	}
	return string(joined)
}

func TestSlicesJoin(t *testing.T) {
	c := newCutter(t)
	for seed := range uint64(400) {
		m := maker{rand.New(rand.NewPCG(seed, 3))}
		raw := m.text()
		if got := walk(t, c, raw, m.IntN(40)); `"`+got+`"` != string(raw) {
			t.Fatalf("%s joined is %s", raw, got)
		}
	}
}

func TestSliceEdges(t *testing.T) {
	tests := []struct {
		raw        string
		offset     int64
		fit        int
		want       string
		start, end int64
	}{
		{`""`, 0, 10, `""`, 0, 0},
		{`"abc"`, 3, 10, `""`, 3, 3},
		{`"abc"`, 9, 10, `""`, 3, 3},
		{`"abc"`, 1, 10, `"bc"`, 1, 3},
		{`"aüb"`, 2, 10, `"b"`, 3, 4},
		{`"a\u00fcb"`, 2, 10, `"b"`, 3, 4},
		{`"\ud83d\ude00b"`, 1, 10, `"b"`, 4, 5},
		{`"\ud83db\ude00"`, 3, 10, `"b\ude00"`, 3, 7},
		{`"\ud83d\ude00b"`, 0, 0, `"\ud83d\ude00"`, 0, 4},
		{`"e` + "\u0301\u0302" + `b"`, 0, 0, `"e"`, 0, 1},
		{"\"a\xffb\"", 0, 10, "\"a\ufffdb\"", 0, 5},
		{`"\n\"\\"`, 1, 10, `"\"\\"`, 1, 3},
	}
	for _, tt := range tests {
		out, start, end := newCutter(t).slice(nil, []byte(tt.raw), tt.offset, tt.fit)
		if string(out) != tt.want || start != tt.start || end != tt.end {
			t.Errorf("%s at %d: %s from %d to %d", tt.raw, tt.offset, out, start, end)
		}
	}
}

// A slice deep in a long string costs no more than finding it.
func TestSliceOfLongString(t *testing.T) {
	c := newCutter(t)
	raw := []byte(`"` + strings.Repeat("lorem ", 1<<20) + `"`)
	out, start, end := c.slice(nil, raw, 6<<19, 100)
	if start != 6<<19 || !bytes.HasPrefix(out, []byte(`"lorem lorem`)) || c.count.Count(out) < 95 {
		t.Errorf("%.100s from %d to %d", out, start, end)
	}
}

// With any counter, an item that fits has no more tokens than it may.
func TestCutWithOtherCounters(t *testing.T) {
	for _, name := range token.Names() {
		count, err := token.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		c := &cutter{count: count}
		for _, fit := range []int{5, 30, 100, 300} {
			checkCut(t, c, ticket(10), 0, fit)
			checkCut(t, c, ticket(10), 40, fit)
		}
	}
}

func FuzzCut(f *testing.F) {
	f.Add([]byte(`{"a":[1,2,{"b":"some text"}],"a_total":"`+strings.Repeat("x", 50)+`"}`), 10, 20, false)
	f.Add([]byte(`[["lorem ipsum dolor",[1,2,3]],"a"]`), 0, 8, true)
	f.Add([]byte(`"👍🏽\ud83d\ude00\ud83d e"`), 3, 5, false)
	f.Add(ticket(3), 40, 75, false)
	c := newCutter(f)
	f.Fuzz(func(t *testing.T, item []byte, limit, fit int, flat bool) {
		if !json.Valid(item) || !bytes.Equal(item, bytes.ToValidUTF8(item, nil)) {
			t.Skip()
		}
		c.flat = flat && bytes.HasPrefix(bytes.TrimSpace(item), []byte("["))
		checkCut(t, c, item, limit%1000, fit%5000)
		if raw := compact(item); raw[0] == '"' {
			if got := walk(t, c, raw, fit%500); `"`+got+`"` != string(raw) {
				t.Errorf("%s joined is %s", raw, got)
			}
		}
	})
}
