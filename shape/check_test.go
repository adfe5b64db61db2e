package shape_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/shape/token"
)

// page is an envelope that keeps the contract: two of nine rows, one value cut.
const page = `{"truncated":true,"total":9,"returned":2,"offset":3,"scanned":40,"handle":"art-480125736914","next_cursor":"Qm81xZ04kTb","clipped":1,"warnings":["2 lines are no JSON"],
"summary":{"kind":{"counts":{"leaf":6,"stem":3}}},
"items":[
{"kind":"leaf","text":"ovate, with…","text_bytes":812},
{"kind":"stem","text":"hollow"}
],"end":{"next":"toolfit read art-480125736914 --cursor Qm81xZ04kTb","truncated":true,"total":9,"returned":2}}
`

const whole = `{"truncated":false,"total":2,"returned":2,
"items":[
["a",1],
["b",2]
],"end":{"truncated":false,"total":2,"returned":2}}
`

const bare = `{"error":{"code":"bad_input","retryable":false,"detail":"binary","next":"pipe text in","ref":"err-204418733"},"end":{"error":"bad_input"}}
`

const piece = `{"truncated":true,"total":900,"returned":5,"offset":10,"unit":"bytes","handle":"art-480125736914",
"items":[
"h\u00f6ll"
],"end":{"next":"toolfit read art-480125736914 --row 0 --field .text --offset 15","truncated":true,"total":900,"returned":5}}
`

func o200k(t testing.TB) *token.Counter {
	t.Helper()
	c, err := token.Open("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// swap replaces the first old, or all of them with "*" before it.
func swap(text, old, new string) string {
	n := 1
	if rest, ok := strings.CutPrefix(old, "*"); ok {
		old, n = rest, -1
	}
	return strings.Replace(text, old, new, n)
}

func rules(list []shape.Broken) string {
	var names []string
	for _, b := range list {
		names = append(names, b.Rule)
	}
	return strings.Join(names, " ")
}

func TestCheckPasses(t *testing.T) {
	for _, text := range []string{
		page, whole, bare, piece,
		swap(whole, `"items"`, `"columns":["x","y"],"items"`),
		`{"truncated":false,"total":0,"returned":0,` + "\n" + `"items":[` + "\n" +
			`],"end":{"truncated":false,"total":0,"returned":0}}` + "\n",
		// What can't be reached is null, and what went wrong stands first.
		swap(swap(swap(page, `"art-480125736914","next_cursor":"Qm81xZ04kTb"`, `null,"next_cursor":null`),
			`"next":"toolfit read art-480125736914 --cursor Qm81xZ04kTb",`, ``),
			`{"truncated"`, `{"error":`+bare[len(`{"error":`):strings.Index(bare, `,"end"`)]+`,"truncated"`),
	} {
		if broken := shape.Check([]byte(text), shape.CheckOptions{}); broken != nil {
			t.Errorf("%q in\n%s", broken, text)
		}
	}
}

// Each promise, broken alone, is told by its name.
func TestCheckFinds(t *testing.T) {
	for _, c := range []struct{ text, old, new, rule string }{
		{page, page, "", "json"},
		{page, page, " \n\n", "json"},
		{page, page, "[1]\n", "json"},
		{page, page, "no JSON\n", "json"},
		{page, "hollow", "hol\xfflow", "utf-8"},
		{page, page, "\x00\x01\x02\xff\xfe", "utf-8"},
		{page, `"returned":2}}` + "\n", `"returned":2}`, "json"},
		{page, "}}\n", "}}\n{}\n", "json"},
		{page, "}}\n", "}}", "newline"},
		{page, "}}\n", "}}\n\n", "newline"},
		{page, `{"truncated"`, ` {"truncated"`, "lines"},
		{page, `"total":9,`, `"total": 9,`, "lines"},
		{page, ",\n\"summary\"", `,"summary"`, "lines"},
		{page, "},\n{", "},{", "lines"},
		{page, `{"kind":"stem",`, "{\"kind\":\"stem\",\n", "lines"},
		{page, "\n]", "]", "lines"},
		{page, `"total":9,"returned":2`, `"returned":2,"total":9`, "order"},
		{page, `"scanned":40,`, `"scanned":40,"scanned":40,`, "keys"},
		{page, `"scanned":40,`, `"seen":40,`, "keys"},
		{page, `"returned":2,`, ``, "keys"},
		{page, `"clipped":1`, `"clipped":0`, "types"},
		{page, `"next_cursor":"Qm81xZ04kTb"`, `"next_cursor":""`, "types"},
		{page, `"total":9`, `"total":"9"`, "types"},
		{page, `"total":9`, `"total":9.0`, "types"},
		{page, `["2 lines are no JSON"]`, `"2 lines"`, "types"},
		{page, `*"returned":2`, `"returned":3`, "returned"},
		{page, `*"total":9`, `"total":4`, "total"},
		{page, `"scanned":40`, `"scanned":8`, "scanned"},
		{page, `*"truncated":true`, `"truncated":false`, "truncated"},
		{whole, `*"truncated":false`, `"truncated":true`, "truncated"},
		{page, `"art-480125736914","next`, `"art-48","next`, "handle"},
		{page, `"next_cursor":"Qm81xZ04kTb",`, ``, "next_cursor"},
		{page, `"next_cursor":"Qm81xZ04kTb"`, `"next_cursor":null`, "next_cursor"},
		{page, `"truncated":true,"total":9,"returned":2}}`, `"truncated":true,"total":8,"returned":2}}`, "footer"},
		{page, `{"next":"toolfit read art-480125736914 --cursor Qm81xZ04kTb",`, `{`, "next"},
		{page, `--cursor Qm81xZ04kTb`, `--cursor Qm81xZ04kTc`, "next"},
		{page, `read art-480125736914`, `read art-480125736915`, "next"},
		{whole, `{"truncated":false,"total":2,"returned":2}}`,
			`{"next":"more","truncated":false,"total":2,"returned":2}}`, "next"},
		{page, `"clipped":1`, `"clipped":2`, "clipped"},
		{page, `"hollow"`, `"hollow…","text_bytes":90`, "clipped"},
		{page, `"hollow"`, `"hollow","parts":[1,2],"parts_returned":2,"parts_total":7`, "clipped"},
		{page, `"hollow"`, `{"a":1},"text_members_total":3`, "clipped"},
		{whole, `"items"`, `"columns":["x"],"items"`, "columns"},
		{whole, `["b",2]`, `{"x":"b","y":2}`, ""},
		{swap(whole, `"items"`, `"columns":["x","y"],"items"`), `["b",2]`, `{"x":"b","y":2}`, "columns"},
		{whole, `],"end"`, `],"tail":[` + "\n\"b\"\n" + `],"tail_offset":1,"end"`, "tail"},
		{bare, `*bad_input`, `bad_luck`, "error"},
		{bare, `err-204418733`, `204418733`, "error"},
		{bare, `"end":{"error":"bad_input"}`, `"end":{"error":"usage"}`, "footer"},
		{bare, `"binary"`, `"` + strings.Repeat("binary ", 200) + `"`, "budget"},
		{bare, `"retryable":false,`, ``, "keys"},
		{piece, `*"returned":5`, `"returned":4`, "returned"},
		{piece, `"handle"`, `"next_cursor":"Qm81xZ04kTb","handle"`, "order"},
		{page, `["2 lines are no JSON"]`, `["` + strings.Repeat("2 lines are no JSON ", 90) + `"]`, ""},
	} {
		text := swap(c.text, c.old, c.new)
		if text == c.text {
			t.Fatalf("%q isn't in\n%s", c.old, c.text)
		}
		if have := rules(shape.Check([]byte(text), shape.CheckOptions{})); !strings.Contains(" "+have+" ", " "+c.rule) ||
			(have == "") != (c.rule == "") {
			t.Errorf("%q for %q breaks %q, not %q", c.new, c.old, have, c.rule)
		}
	}
}

// A status far behind the beginning is beyond a cut to 100 tokens.
func TestCheckSeesCuts(t *testing.T) {
	far := swap(page, `{"truncated":true,`, `{"error":{"code":"bad_input","retryable":false,"detail":"`+
		strings.Repeat("many words ", 90)+`","next":"mend it","ref":"err-1"},"truncated":true,`)
	if have := rules(shape.Check([]byte(far), shape.CheckOptions{})); have != "" {
		t.Errorf("an error before the status is a sign, and %q is broken", have)
	}
	foot := swap(page, `"truncated":true,"total":9,"returned":2}}`, `"total":9,"returned":2,"truncated":true}}`)
	if have := rules(shape.Check([]byte(foot), shape.CheckOptions{})); have == "" {
		t.Error("the order of the footer is what a cut relies on")
	}
}

func TestCheckSizes(t *testing.T) {
	counter := o200k(t)
	n := counter.Count([]byte(page))
	for _, c := range []struct {
		o    shape.CheckOptions
		rule string
	}{
		{shape.CheckOptions{Counter: counter, Budget: n}, ""},
		{shape.CheckOptions{Counter: counter, Budget: n - 1}, "budget"},
		{shape.CheckOptions{MaxBytes: len(page)}, ""},
		{shape.CheckOptions{MaxBytes: len(page) - 1}, "max-bytes"},
	} {
		if have := rules(shape.Check([]byte(page), c.o)); have != c.rule {
			t.Errorf("budget %d, %d bytes: %q, not %q", c.o.Budget, c.o.MaxBytes, have, c.rule)
		}
	}
	long := swap(page, "2 lines are no JSON", strings.Repeat("2 lines are no JSON ", 30))
	if have := rules(shape.Check([]byte(long), shape.CheckOptions{Counter: counter, Budget: 500})); have != "share" {
		t.Errorf("long warnings break %q, not share", have)
	}
}

// Rows that came in with signs of a cut have them in the store too.
func TestCheckKnowsRows(t *testing.T) {
	text := []byte(swap(page, `"hollow"`, `"hollow…","text_bytes":90`))
	rows := map[int64]string{
		3: `{"kind":"leaf","text":"ovate, with` + strings.Repeat(" veins", 130) + `"}`,
		4: `{"kind":"stem","text":"hollow…","text_bytes":90}`,
	}
	o := shape.CheckOptions{Source: func(handle string, total int64) func(int64) []byte {
		if handle != "art-480125736914" || total != 9 {
			t.Errorf("rows of %s with %d rows are asked for", handle, total)
		}
		return func(n int64) []byte { return []byte(rows[n]) }
	}}
	if broken := shape.Check(text, o); broken != nil {
		t.Errorf("%q", broken)
	}
	rows[4] = `{"kind":"stem","text":"hollow stems"}`
	if have := rules(shape.Check(text, o)); have != "clipped" {
		t.Errorf("%q is broken, not clipped", have)
	}
}

func TestCheckForeign(t *testing.T) {
	const text = `{"meta": {"count": 40, "more": true}, "data": [1, 2, 3], "shown": 3, "next": "p2"}`
	keys := shape.Keys{
		Total: "meta.count", Items: ".data", Returned: "shown", Truncated: "meta.more", Cursor: "next",
	}
	for _, c := range []struct{ old, new, rule string }{
		{"40", "40", ""},
		{"40", "3", "truncated"},
		{"40", "2", "total truncated"},
		{"40", `"40"`, "total"},
		{`"shown": 3`, `"shown": 4`, "returned"},
		{`"shown": 3`, `"show": 3`, "returned"},
		{"true", "false", "truncated"},
		{`"p2"`, `""`, "next_cursor"},
		{`"p2"`, `null`, ""},
		{`"p2"`, `4`, ""},
		{`[1, 2, 3]`, `{}`, "items"},
		{`"data"`, `"rows"`, "items"},
		{`"p2"}`, `"p2"`, "json"},
	} {
		have := rules(shape.Check([]byte(swap(text, c.old, c.new)), shape.CheckOptions{Keys: &keys}))
		if have != c.rule {
			t.Errorf("%s for %s breaks %q, not %q", c.new, c.old, have, c.rule)
		}
	}
	silent := []byte(`{"count":40,"items":[1,2]}`)
	if have := rules(shape.Check(silent, shape.CheckOptions{Keys: &shape.Keys{Total: "count"}})); have != "truncated" {
		t.Errorf("2 of 40 without a word break %q", have)
	}
}

func TestCheckWrapped(t *testing.T) {
	wrap := func(text, body string, failed bool) string {
		return `{"resultType":"complete","content":[{"type":"text","text":` + strconv.Quote(strings.TrimSuffix(text, "\n")) +
			`},{"type":"resource_link","uri":"toolfit://artifact/art-480125736914","name":"x"}],"structuredContent":` +
			strings.TrimSuffix(body, "\n") + `,"isError":` + strconv.FormatBool(failed) + "}\n"
	}
	for _, c := range []struct{ text, rule string }{
		{wrap(page, page, false), ""},
		{wrap(bare, bare, true), ""},
		{wrap(bare, bare, false), "mcp"},
		{wrap(page, whole, false), "mcp"},
		{wrap(swap(page, `"returned":2`, `"returned":3`), swap(page, `"returned":2`, `"returned":3`), false), "returned"},
		{swap(wrap(page, page, false), "toolfit://artifact/art-4", "toolfit://artifact/art-5"), "mcp"},
		{`{"content":[]}` + "\n", "mcp"},
		{`{"content":[],"structuredContent":{}}` + "\n", "mcp"},
		{`{"content":[{}],"structuredContent":{}}` + "\n", "mcp json"},
	} {
		if have := rules(shape.Check([]byte(c.text), shape.CheckOptions{})); !strings.HasPrefix(have, c.rule) || (have == "") != (c.rule == "") {
			t.Errorf("%q is broken, not %q, in\n%s", have, c.rule, c.text)
		}
	}
}

// Whatever comes in, something is said of it, and nothing breaks.
func FuzzCheck(f *testing.F) {
	for _, text := range []string{page, whole, bare, piece, "", "{}", `{"items":{}}`, `{"content":1}`, `{"error":1}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		broken := shape.Check(text, shape.CheckOptions{})
		if len(broken) == 0 && !bytes.HasSuffix(text, []byte("}\n")) {
			t.Errorf("nothing is broken in %q", text)
		}
		shape.Check(text, shape.CheckOptions{Keys: &shape.Keys{Items: "a.b"}})
		if len(broken) == 0 {
			shape.OpenPage(text)
		}
	})
}
