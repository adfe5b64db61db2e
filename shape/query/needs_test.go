package query

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestNeeds(t *testing.T) {
	for expr, want := range map[string]string{
		`.a == "paid"`:                      "paid",
		`"paid" == .a`:                      "paid",
		`.a == "paid" and .b > 1 and .c`:    "paid",
		`.b > 1 and .a == "paid"`:           "",
		`.a == "paid" or .b == "due"`:       "",
		`.a != "paid"`:                      "",
		`.a.b == "paid"`:                    "", // may fail
		`.a == "ab"`:                        "", // not worth it
		`.a == "two\\nlines"`:               "",
		`.a == "caf\u00e9"`:                 "",
		`.a == .b`:                          "",
		`(.a // "none") == "none"`:          "",
		`.a | ascii_downcase == "paid"`:     "",
		`.a == "paid" | not`:                "",
		`.a == ("paid", "due")`:             "",
		`.[] == "paid"`:                     "",
		`if .a == "paid" then 1 else 2 end`: "",
	} {
		w, err := ParseWhere(expr)
		if err != nil {
			t.Fatal(expr, err)
		}
		if got := string(w.Needs()); got != want {
			t.Errorf("%s needs %q, not %q", expr, got, want)
		}
	}
}

// TestRowsThatLackWhatIsNeeded compares what Needs says of random rows with gojq.
func TestRowsThatLackWhatIsNeeded(t *testing.T) {
	r := source{rand.New(rand.NewPCG(3, 4))}
	tried := 0
	for range 20_000 {
		expr := "." + pick(r, "a", "b", `"a b"`) + " == " + pick(r, `"abc"`, `"null"`, `"true"`, `"paid"`)
		if r.IntN(2) == 0 {
			expr += " and " + r.expr(1)
		}
		w, err := ParseWhere(expr)
		if err != nil || w.Needs() == nil {
			continue
		}
		raw := []byte(r.object(2))
		if bytes.Contains(raw, w.Needs()) || bytes.IndexByte(raw, '\\') >= 0 {
			continue
		}
		tried++
		if ok, err := w.Program.truth(raw); ok || err != nil {
			t.Fatalf("%s on %s: %v, %v", expr, raw, ok, err)
		}
	}
	if tried < 1000 {
		t.Fatalf("only %d rows tried", tried)
	}
}
