package input

import (
	"strings"
	"testing"
	"unicode/utf16"
)

func TestSniff(t *testing.T) {
	lines := func(n int, line string) string { return strings.Repeat(line+"\n", n) }
	runCases(t, []inputCase{
		{name: "array", in: `[{"a":1}, {"a":2}]`, rows: []string{`{"a":1}`, `{"a":2}`}, format: "json"},
		{name: "array of scalars", in: "[1,\n\"x\", null]", rows: []string{"1", `"x"`, "null"}, format: "json"},
		{name: "empty array", in: "[]", format: "json"},
		{name: "values back to back", in: "{\"a\":1}{\"a\":2}\n\n {\"b\":3}", format: "ndjson",
			rows: []string{`{"a":1}`, `{"a":2}`, `{"b":3}`}},
		{name: "pretty values", in: "{\n \"a\": 1\n}\n{\n \"a\": 2\n}\n", format: "ndjson",
			rows: []string{`{"a":1}`, `{"a":2}`}},
		{name: "scalars back to back", in: "1 \"a\"\ntrue", format: "ndjson", rows: []string{"1", `"a"`, "true"}},
		{name: "pages", in: `[{"a":1},{"a":2}][]` + "\n" + `[{"a":3}]`, format: "ndjson",
			rows: []string{`{"a":1}`, `{"a":2}`, `{"a":3}`}},
		{name: "arrays that are no pages", in: "[1, 2][3, 4]\n[5]", format: "ndjson",
			rows: []string{"[1,2]", "[3,4]", "[5]"}},
		{name: "an array and an object", in: `[{"a":1}]{"a":2}`, format: "ndjson",
			rows: []string{`[{"a":1}]`, `{"a":2}`}},
		{name: "forced to one document", from: "json", in: `{"a":1}{"a":2}`, err: "bad"},
		{name: "text", in: "one\n\ntwo\r\nthree", format: "text", rows: []string{`"one"`, `""`, `"two"`, `"three"`}},
		{name: "text that begins with a number", in: "12 monkeys\n", format: "text", rows: []string{`"12 monkeys"`}},
		{name: "text that begins with a quote", in: "\"Yes\", she said\n", format: "text", rows: []string{`"\"Yes\", she said"`}},
		{name: "text that is cut in a quote", in: "\"Yes", format: "text", rows: []string{`"\"Yes"`}},
		{name: "log with brackets", in: "[2026-01-02] up\n[2026-01-03] down\n", format: "text",
			rows: []string{`"[2026-01-02] up"`, `"[2026-01-03] down"`}},
		{name: "log with pids", in: "[12] up\n[13] down\n", format: "text", rows: []string{`"[12] up"`, `"[13] down"`}},
		{name: "empty", in: "", warn: "empty (0 bytes)", format: "text"},
		{name: "blank", in: "\n", warn: "blank (1 byte,", format: "text"},
		{name: "blank behind a mark", in: "\xef\xbb\xbf \n", warn: "blank (5 bytes,", format: "text"},
		{name: "much that is blank", in: strings.Repeat(" ", 300<<10), warn: "blank (307200 bytes,"},
		{name: "blank for json", from: "json", in: " ", err: "bad"},
		{name: "mark", in: "\xef\xbb\xbf[1]", rows: []string{"1"}, format: "json"},
		{name: "binary", in: lines(99, "\x00\x01binary\x00"), err: "bad"},
		{name: "text with a NUL", in: lines(40, "all is well") + "\x00\x00\n", format: "text",
			rows: rowsOf(40, `"all is well"`, `"\u0000\u0000"`)},
		{name: "Latin-1", in: "caf\xe9\nna\xefve\n", format: "text", rows: []string{"\"caf\uFFFD\"", "\"na\uFFFDve\""}},
	})
}

// rowsOf returns n equal rows, and more.
func rowsOf(n int, row string, more ...string) (rows []string) {
	for range n {
		rows = append(rows, row)
	}
	return append(rows, more...)
}

func TestBinaryKinds(t *testing.T) {
	for _, c := range []struct{ in, kind string }{
		{"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "PNG"},
		{"\x1f\x8b\x08\x00\x00\x00\x00\x00", "gzip"},
		{"PK\x03\x04\x14\x00\x06\x00", "zip"},
		{"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "PDF"},
		{"\x7fELF\x02\x01\x01\x00", "ELF"},
		{"SQLite format 3\x00\x10\x00", "SQLite"},
		{"h\x00e\x00l\x00l\x00o\x00", "UTF-16"},
		{"\x00\x01\x02\x03\x04\x05", "binary"},
	} {
		got := readText(t, c.in, "", "")
		if damage(got.err) != "bad" || !strings.Contains(got.err.Error(), c.kind) ||
			!strings.Contains(got.err.Error(), " bytes of ") {
			t.Errorf("%q: %v, want %s", c.in, got.err, c.kind)
		}
		if got := readText(t, c.in, "json", ""); damage(got.err) != "bad" {
			t.Errorf("%q as json: %v", c.in, got.err)
		}
		if got := readText(t, c.in, "text", ""); got.err != nil || len(got.rows) == 0 {
			t.Errorf("%q as text: %v", c.in, got.err)
		}
	}
	for _, text := range []string{"PK is short for a name\n", "BZh, he said\n", "ID3 tags\n", "RIFF and RAFF\n"} {
		if got := readText(t, text, "", ""); got.err != nil {
			t.Errorf("%q: %v", text, got.err)
		}
	}
}

func TestUTF16(t *testing.T) {
	encode := func(s string, big bool) string {
		out := []byte{0xff, 0xfe}
		if big {
			out = []byte{0xfe, 0xff}
		}
		for _, u := range utf16.Encode([]rune(s)) {
			if big {
				out = append(out, byte(u>>8), byte(u))
			} else {
				out = append(out, byte(u), byte(u>>8))
			}
		}
		return string(out)
	}
	for _, big := range []bool{false, true} {
		runCases(t, []inputCase{
			{name: "json", in: encode(`[{"t":"héllo 😀"},{"t":2}]`, big), format: "json",
				rows: []string{`{"t":"héllo 😀"}`, `{"t":2}`}},
			{name: "json, forced", from: "json", in: encode(`{"items":[{"t":1}]}`, big), format: "json",
				rows: []string{`{"t":1}`}, rowsAt: ".items"},
			{name: "csv", in: encode("id,näme\n1,ä\n2,ö\n", big), format: "csv",
				rows: []string{`{"id":1,"näme":"ä"}`, `{"id":2,"näme":"ö"}`}},
			{name: "text", in: encode("ä\r\nö", big), format: "text", rows: []string{`"ä"`, `"ö"`}},
			{name: "half a character", in: encode("ab", big) + "x", format: "text", rows: []string{"\"ab\uFFFD\""}},
			{name: "blank", in: encode(" ", big), warn: "blank (4 bytes"},
		})
	}
}

func TestHeaders(t *testing.T) {
	for _, c := range []struct {
		in, header string
	}{
		{"NAME    READY   AGE\napi-0   1/1     5d\ndb-0    0/1     17h\n", "NAME    READY   AGE"},
		{"CONTAINER ID   IMAGE     STATUS\n3f2a           web:1     Up 2 days\n9c1b           db:13     Exited (1)\n",
			"CONTAINER ID   IMAGE     STATUS"},
		{"  PID TTY          TIME CMD\n 1203 pts/0    00:00:01 bash\n99999 pts/0    00:00:00 ps\n",
			"  PID TTY          TIME CMD"},
		{"Filesystem      Size  Used Avail Use% Mounted on\n/dev/sda1        40G   12G   28G  30% /\ntmpfs           1.9G     0  1.9G   0% /run\n",
			"Filesystem      Size  Used Avail Use% Mounted on"},
		{"ERROR DISK FULL\nsee the log for details\nand call the operator\n", ""},
		{"The quick brown fox\njumps over the lazy dog\n", ""},
		{"2026-01-02 10:00:00 INFO  up\n2026-01-02 10:00:01 INFO  down\n", ""},
		{"ONE LINE\n", ""},
	} {
		if got := readText(t, c.in, "", ""); got.found.Header != c.header || got.form.Format != "text" {
			t.Errorf("%q: header %q as %s, want %q", c.in, got.found.Header, got.form.Format, c.header)
		}
		if n := strings.Count(c.in, "\n"); len(readText(t, c.in, "", "").rows) != n {
			t.Errorf("%q: the header is no row", c.in)
		}
	}
}
