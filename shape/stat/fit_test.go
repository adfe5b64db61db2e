package stat

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// tokens counts like a tokenizer would, roughly: marks and pieces of three letters.
func tokens(b []byte) int {
	n, run := 0, 0
	for _, c := range b {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			if run++; run%3 == 1 {
				n++
			}
			continue
		}
		run = 0
		n++
	}
	return n
}

func randomFields(r *rand.Rand) []Field {
	fields := make([]Field, r.IntN(12))
	for i := range fields {
		f := Field{Name: fmt.Sprintf("f%d", i), Asked: i < 2, Trivial: i > 8}
		for size := 1 + r.IntN(40); ; size /= 2 {
			f.Forms = append(f.Forms, fmt.Appendf(nil, `{"v":"%s"}`, strings.Repeat("x", 3*size)))
			if size < 2 || r.IntN(3) == 0 {
				break
			}
		}
		f.Normal = r.IntN(len(f.Forms))
		fields[i] = f
	}
	return fields
}

// TestFit checks that the room is kept, that all is accounted for, and that more room never shows
// less of what was asked for.
func TestFit(t *testing.T) {
	for trial := range 300 {
		fields := randomFields(rand.New(rand.NewPCG(uint64(trial), 1)))
		asked := 0
		for room := 0; room < 400; room += 7 {
			line, omitted := Fit(fields, room, tokens)
			if line == nil {
				if omitted != len(fields) {
					t.Fatalf("no line, %d of %d left out", omitted, len(fields))
				}
				continue
			}
			var shown map[string]json.RawMessage
			if err := json.Unmarshal(line, &shown); err != nil {
				t.Fatalf("%v in %s", err, line)
			}
			if tokens(line) > room || len(shown)+omitted != len(fields) {
				t.Fatalf("%d of %d tokens, %d shown, %d left out", tokens(line), room, len(shown), omitted)
			}
			n := 0
			for _, f := range fields {
				if shown[f.Name] != nil && f.Asked {
					n++
				}
			}
			if n < asked {
				t.Fatalf("room %d: %d fields that were asked for, fewer than before (%d)", room, n, asked)
			}
			asked = n
		}
	}
}

// TestFitPriority checks the passes: short forms make room for what was asked for, trivial fields
// take no more than half.
func TestFitPriority(t *testing.T) {
	long, short := json.RawMessage(`{"v":"`+strings.Repeat("x", 60)+`"}`), json.RawMessage(`{"v":1}`)
	fields := []Field{
		{Name: "a", Asked: true, Forms: []json.RawMessage{long, short}},
		{Name: "b", Asked: true, Forms: []json.RawMessage{short}},
		{Name: "c", Forms: []json.RawMessage{long, short}, Normal: 1},
		{Name: "d", Trivial: true, Forms: []json.RawMessage{short}},
	}
	for _, c := range []struct {
		room int
		want string
	}{
		{30, `{"a":{"v":1},"b":{"v":1}}`},
		{45, `{"a":{"v":1},"b":{"v":1},"c":{"v":1}}`},
		{200, `{"a":` + string(long) + `,"b":{"v":1},"c":` + string(long) + `,"d":{"v":1}}`},
	} {
		line, _ := Fit(fields, c.room, tokens)
		want(t, fmt.Sprint(c.room), string(line), c.want)
	}
}
