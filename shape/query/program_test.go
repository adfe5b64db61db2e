package query

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/itchyny/gojq"
)

func compiled(t testing.TB, expr string) *Program {
	t.Helper()
	p, err := Compile(expr)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestEndlessProgramsAreStopped(t *testing.T) {
	for _, expr := range []string{
		"def f: f; f", "[repeat(1)|empty]", "last(range(1e15))", "until(false; .)",
	} {
		p := compiled(t, expr)
		p.Limits.Row = 3 * beat
		var stopped *TimeoutError
		if _, err := p.Run([]byte("1")); !errors.As(err, &stopped) || stopped.Limit != 3*beat {
			t.Errorf("%s: %v", expr, err)
		}
		if _, err := p.Run([]byte("1")); !errors.As(err, &stopped) {
			t.Errorf("%s, again: %v", expr, err)
		}
	}
}

func TestSlowRowsAddUp(t *testing.T) {
	p := compiled(t, "if . then last(range(1e15)) else 7 end")
	p.Limits.Row, p.Limits.Total = 2*beat, 5*beat
	var err error
	var stopped *TimeoutError
	for range 10 {
		if _, err = p.Run([]byte("true")); !errors.As(err, &stopped) {
			t.Fatal(err)
		}
		if stopped.Limit == 5*beat {
			break
		}
	}
	if stopped.Limit != 5*beat {
		t.Errorf("never stopped for good: %v", err)
	}
	if out, err := p.Run([]byte("false")); err != nil || string(out[0]) != "7" {
		t.Errorf("a quick row after it: %s, %v", out, err)
	}
}

func TestMemoryAndOutputAreBounded(t *testing.T) {
	for expr, what := range map[string]string{
		"[range(1e12)]":                    "memory",
		"reduce range(60) as $i (1;[.,.])": "output",
		"repeat(1)":                        "output",
		"range(1e9)|\"\"":                  "output",
		"\"x\" * 5e6":                      "output",
	} {
		p := compiled(t, expr)
		p.Limits.Row, p.Limits.Total, p.Limits.Memory = time.Hour, time.Hour, 128<<20
		var over *LimitError
		if _, err := p.Run([]byte("1")); !errors.As(err, &over) || over.What != what {
			t.Errorf("%s: %v", expr, err)
		}
	}
}

func TestDeepRowsAndOutputs(t *testing.T) {
	p := compiled(t, ".")
	deep := strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1)
	if _, err := p.Run([]byte(deep)); !errors.Is(err, ErrRow) {
		t.Errorf("a row too deep: %v", err)
	}
	var over *LimitError
	p = compiled(t, "reduce range(20000) as $i (1;[.])")
	if _, err := p.Run([]byte("1")); !errors.As(err, &over) {
		t.Errorf("an output too deep: %v", err)
	}
}

func TestRowErrorsAreBounded(t *testing.T) {
	p := compiled(t, `error("é" * 1000)`)
	_, err := p.Run([]byte("1"))
	var row *RowError
	if !errors.As(err, &row) || len(row.Text) > maxReason || !strings.HasSuffix(row.Text, "é…") {
		t.Errorf("%v", err)
	}
}

func TestEncodeIsGojqsMarshal(t *testing.T) {
	r := source{rand.New(rand.NewPCG(7, 8))}
	for range 5000 {
		v, err := decode([]byte(r.json(4)))
		if err != nil {
			t.Fatal(err)
		}
		want, _ := gojq.Marshal(v)
		got, err := encode(v, 1<<20)
		if err != nil || string(got) != string(want) {
			t.Fatalf("%s, want %s, %v", got, want, err)
		}
		if _, err := encode(v, int64(len(want))); err != nil {
			t.Fatalf("%s needs more than its size", want)
		}
		if _, err := encode(v, int64(len(want))-3); err == nil && len(want) > 5 {
			t.Fatalf("%s fits into less", want)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range append(texts, `"\ud800\u0041"`, `"\ud800\udc00"`, "\"\xff\xc3\"",
		`"\ud800\ud800\udc00"`) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		var want string
		if json.Unmarshal([]byte(raw), &want) != nil {
			return
		}
		raw = strings.TrimSpace(raw)
		if raw[0] != '"' {
			return
		}
		if got, _ := stringText([]byte(raw), nil); string(got) != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	})
}

func TestTextIsEncodingJSONs(t *testing.T) {
	pieces := []string{
		"a", "ä", "\xff", `\n`, `\/`, `\ud83d`, `\ude00`, `\uD83D\uDE00`, `\u0041`, `\\`, "😀",
		"\xed\xa0\x80",
	}
	r := source{rand.New(rand.NewPCG(9, 10))}
	for range 20000 {
		raw := `"`
		for range r.IntN(6) {
			raw += pick(r, pieces...)
		}
		raw += `"`
		var want string
		if err := json.Unmarshal([]byte(raw), &want); err != nil {
			t.Fatal(err)
		}
		if got, _ := stringText([]byte(raw), nil); string(got) != want {
			t.Fatalf("%s: %q, want %q", raw, got, want)
		}
	}
}

func TestNumbersAreGojqs(t *testing.T) {
	list := append([]string{
		"999999999999999999", "1000000000000000000", "0.1234567890123456", "9007199254740993.5",
		"0.000000000000000001", "-0.000000000000000000", "9007199254.740993", "123456.789",
	}, numbers...)
	for _, a := range list {
		for _, b := range list {
			want := gojq.Compare(json.Number(a), json.Number(b))
			if got := compareNum(parseNum([]byte(a)), parseNum([]byte(b))); got != want {
				t.Errorf("%s ? %s: %d, want %d", a, b, got, want)
			}
		}
	}
}
