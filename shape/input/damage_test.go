package input

import (
	"fmt"
	"strings"
	"testing"
)

func TestDamage(t *testing.T) {
	runCases(t, []inputCase{
		{name: "array cut in a row", in: `[{"a":1},{"a":2},{"a"`, rows: []string{`{"a":1}`, `{"a":2}`}, err: "cut"},
		{name: "array cut behind a comma", in: `[{"a":1},`, rows: []string{`{"a":1}`}, err: "cut"},
		{name: "array cut, for json", from: "json", in: `[1,2`, rows: []string{"1"}, err: "cut"},
		{name: "wrapper cut in a row", in: `{"total":3,"items":[{"a":1},{"a":2},{"a":`,
			rows: []string{`{"a":1}`, `{"a":2}`}, rowsAt: ".items", err: "cut"},
		{name: "wrapper cut behind the rows", in: `{"items":[{"a":1}],"total":`,
			rows: []string{`{"a":1}`}, rowsAt: ".items", err: "cut"},
		{name: "record cut in its comments", in: `{"id":1,"comments":[{"by":"x"},{"by":"y"},{"b`,
			rows: []string{`{"by":"x"}`, `{"by":"y"}`}, rowsAt: ".comments", err: "cut"},
		{name: "map cut", in: `{"x":{"a":1},"y":{"a":2},"z":{"a":3},"w":{"a"`,
			rows: []string{`{"key":"x","a":1}`, `{"key":"y","a":2}`, `{"key":"z","a":3}`}, err: "cut"},
		{name: "nothing whole", in: `{"a":"b`, err: "cut"},
		{name: "place cut", at: ".items", in: `{"items":[{"a":1},{"a`, rows: []string{`{"a":1}`}, rowsAt: ".items", err: "cut"},
		{name: "place of a text cut", at: ".s", in: `{"s":"one\ntwo","t":`, rows: []string{`"one"`, `"two"`}, rowsAt: ".s", err: "cut"},
		{name: "brackets", in: strings.Repeat("[", 100000), err: "cut"},
		{name: "array and text", in: "[{\"a\":1}]\nDone.", format: "text", rows: []string{`"[{\"a\":1}]"`, `"Done."`},
			warn: "begins as JSON but is not"},
		{name: "broken in the middle", in: "[{\"a\":1},\n{\"a\":2,}]", format: "text",
			rows: []string{`"[{\"a\":1},"`, `"{\"a\":2,}]"`}, warn: "at byte 17"},
		{name: "broken, for json", from: "json", in: `[{"a":1},{"a":2,}]`, rows: []string{`{"a":1}`}, err: "bad"},
		{name: "object and text", in: "{\"a\":1}\nwarning: x\n", format: "text", rows: []string{`"{\"a\":1}"`, `"warning: x"`},
			warn: "begins as JSON"},
		{name: "object and text, for json", from: "json", in: "{\"a\":1} x", err: "bad"},
		{name: "a bad line", in: "{\"id\":1}\n{\"id\":2,\"s\":\"a\\u263\"}\n{\"id\":3}\n", format: "ndjson",
			rows: []string{`{"id":1}`, `"{\"id\":2,\"s\":\"a\\u263\"}"`, `{"id":3}`}, warn: "1 line is not JSON, kept as a string: line 2"},
		{name: "bad lines", in: "{\"a\":1}\n\n{oops\n{\"a\":2}\n{\"a\":3}\n[x\n{\"a\":4}\n", format: "ndjson",
			rows: []string{`{"a":1}`, `"{oops"`, `{"a":2}`, `{"a":3}`, `"[x"`, `{"a":4}`},
			warn: "2 lines are not JSON, kept as strings: line 3, 6"},
		{name: "a line that is no object", in: rep(`{"a":1}`, 30) + "oops\n" + rep(`{"a":1}`, 2), format: "ndjson",
			rows: append(rowsOf(30, `{"a":1}`, `"oops"`), rowsOf(2, `{"a":1}`)...), warn: "line 31"},
		{name: "the last line is cut", in: "{\"a\":1}\n{\"a\":2}\n{\"a\":", format: "ndjson",
			rows: []string{`{"a":1}`, `{"a":2}`, `"{\"a\":"`}, warn: "line 3"},
		{name: "too many bad lines", in: "{\"a\":1}\n{x\n{y\n", format: "text",
			rows: []string{`"{\"a\":1}"`, `"{x"`, `"{y"`}, warn: "begins as JSON"},
		{name: "lines of all kinds", in: "{\"a\":1}\nplain\n{\"a\":2}\n", format: "text",
			rows: []string{`"{\"a\":1}"`, `"plain"`, `"{\"a\":2}"`}, warn: "begins as JSON"},
		{name: "forced to NDJSON", from: "ndjson", in: "{\"a\":1}\nplain\n", format: "ndjson",
			rows: []string{`{"a":1}`, `"plain"`}, warn: "line 2"},
		{name: "NaN", in: `[{"v":1.5},{"v":NaN},{"v":-Infinity,"s":"NaN"},{"v":Infinity}]`, format: "json",
			rows: []string{`{"v":1.5}`, `{"v":"NaN"}`, `{"v":"-Infinity","s":"NaN"}`, `{"v":"Infinity"}`}, warn: "3 values"},
		{name: "NaN in a wrapper", in: `{"items":[{"v":NaN},{"v":2}]}`, format: "json", rowsAt: ".items",
			rows: []string{`{"v":"NaN"}`, `{"v":2}`}, warn: "1 value "},
		{name: "NaN in lines", in: "{\"v\":NaN}\n{\"v\":1}\n", format: "ndjson", rows: []string{`{"v":"NaN"}`, `{"v":1}`}, warn: "1 value "},
		{name: "NaN for json", from: "json", in: `[NaN]`, err: "bad"},
		{name: "NaN in text", in: "NaN is not a number\n", format: "text", rows: []string{`"NaN is not a number"`}},
		{name: "NaN and damage", in: "[{\"v\":NaN},\nx]", format: "text", rows: []string{`"[{\"v\":NaN},"`, `"x]"`},
			warn: "begins as JSON"},
		{name: "a key twice", in: `[{"k":1,"k":2},{"k":3}]`, rows: []string{`{"k":1,"k":2}`, `{"k":3}`}, warn: "1 row with a duplicate key"},
		{name: "lone surrogates", in: `[{"t":"\ud83d"},{"t":"\ude00"}]`, rows: []string{`{"t":"\ud83d"}`, `{"t":"\ude00"}`}},
	})
}

// rep returns n lines.
func rep(line string, n int) string { return strings.Repeat(line+"\n", n) }

// However late it shows that an input is no JSON, the rows that count are given after ErrAgain.
func TestAgain(t *testing.T) {
	in := rep(`{"a":1}`, 5000) + "oops\n" + rep(`{"a":1}`, 5000)
	got := readText(t, in, "", "")
	if len(got.rows) != 10001 || got.rows[5000] != `"oops"` || got.again != 1 || got.form.Format != "ndjson" {
		t.Errorf("%d rows as %s after %d restarts", len(got.rows), got.form.Format, got.again)
	}
	in = "[1,2,3" + strings.Repeat(",4", 5000) + "] and so on\n"
	got = readText(t, in, "", "")
	if len(got.rows) != 1 || got.again != 1 || got.form.Format != "text" {
		t.Errorf("%d rows as %s after %d restarts", len(got.rows), got.form.Format, got.again)
	}
}

// The numbers of bad lines in a warning are bounded, their count is not.
func TestManyBadLines(t *testing.T) {
	var in strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&in, "{\"a\":%d}\n", i)
		if i%4 == 0 {
			in.WriteString("{bad\n")
		}
	}
	got := readText(t, in.String(), "", "")
	w := strings.Join(got.found.Warnings, "")
	if !strings.HasPrefix(w, "250 lines are not JSON") || len(w) > 300 || !strings.Contains(w, " 2, 7, 12,") {
		t.Errorf("warning %q", w)
	}
}
