package cmd_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// envelopeSchema compiles what toolfit schema prints; it must be a JSON Schema 2020-12 itself.
func envelopeSchema(t *testing.T, d *desk) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(d.call(nil, "schema").out))
	if err != nil {
		t.Fatal(err)
	}
	if at := doc.(map[string]any)["$schema"]; at != "https://json-schema.org/draft/2020-12/schema" {
		t.Errorf("$schema is %v", at)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("urn:toolfit:envelope", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("urn:toolfit:envelope")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(s *jsonschema.Schema, text []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// samples are envelopes of every form, as they are printed, by what printed them.
func samples(t *testing.T, d *desk) map[string]reply {
	t.Helper()
	orders, err := filepath.Abs(filepath.Join("..", "testdata", "orders.json"))
	if err != nil {
		t.Fatal(err)
	}
	calls := []struct{ stdin, line string }{
		{`[{"id":1,"tag":"a"},{"id":2,"tag":null}]`, ""},
		{`[]`, ""},
		{`[1,2.5,"x"]`, "--summary auto --keep"},
		{"", "ORDERS"},
		{"", "-f id,status ORDERS"},
		{"", "--layout columns -n 5 ORDERS"},
		{"", "--summary only ORDERS"},
		{"", "--top 2:amount --count-by status --range date --key id --sort id -n 4 ORDERS"},
		{"", "--where .amount>600 ORDERS"},
		{"", "-b 40 ORDERS"},
		{"", "-b 400 ORDERS"},
		{"", "--where .amount| ORDERS"},
		{"", "--no-such-flag"},
		{"", "--store /dev/null/x ORDERS"},
		{`[{"id":1},{"id":2},{"id`, ""},
		{`{"isError":true,"content":[{"type":"text","text":"it broke"}]}`, "--from mcp"},
		{`{"next_page":"x","has_more":true,"items":[{"a":1},{"a":2}]}`, ""},
		{logLines(), "--from text"},
		{"{\"a\":1}\n{\"a\":\n{\"a\":2}\n", "--from ndjson"},
		{`[{"id":1,"body":"` + strings.Repeat("word ", 3000) + `"}]`, ""},
		{"", "read HANDLE --offset 3 --limit 2"},
		{"", "read HANDLE --where .status==\"paid\""},
		{"", "read HANDLE --row 0"},
		{"", "read HANDLE --row 0 --field .status"},
		{"", "read HANDLE --offset 9999"},
		{"", "read HANDLE --cursor x"},
		{"", "read art-000000000000"},
		{"", "ls"},
		{"", "stats"},
		{"", "errors"},
		{"", "config --tool x"},
		{"", "ls --limit 1 --layout columns"},
	}
	handle := follow(d.call(nil, orders).out, "handle")
	if handle == nil {
		t.Fatal("no handle to read")
	}
	found := map[string]reply{}
	for i, c := range calls {
		line := strings.NewReplacer("ORDERS", orders, "HANDLE", plain(handle)).Replace(c.line)
		found[fmt.Sprintf("%d: toolfit %s", i, c.line)] = d.call([]byte(c.stdin), strings.Fields(line)...)
	}
	return found
}

func logLines() string {
	var b strings.Builder
	for i := range 300 {
		level := "INFO"
		if i%40 == 7 {
			level = "ERROR"
		}
		fmt.Fprintf(&b, "2026-03-01T10:%02d:00Z %s job %d went its way\n", i%60, level, i)
	}
	return b.String()
}

// What is printed satisfies the schema, bare and as the structured content of a CallToolResult.
func TestSchemaAllowsEveryForm(t *testing.T) {
	d := newDesk(t)
	s := envelopeSchema(t, d)
	seen := map[string]int{}
	for name, r := range samples(t, d) {
		if err := validate(s, r.out); err != nil {
			t.Errorf("%s\n%.600s\n%v", name, r.out, err)
		}
		for _, key := range []string{"error", "items", "columns", "summary", "upstream", "upstream_more",
			"unit", "tail", "clipped", "next_cursor", "warnings", "scanned", "offset"} {
			if follow(r.out, key) != nil {
				seen[key]++
			}
		}
	}
	for _, args := range [][]string{{"-n", "2"}, {"-n", "400"}, {"--wheer", "x"}} {
		r := d.call([]byte(`[{"id":1},{"id":2},{"id":3}]`), append(args, "--to", "mcp")...)
		content := follow(r.out, "structuredContent")
		if content == nil {
			content = r.out // what can't be parsed doesn't say --to
		}
		if err := validate(s, content); err != nil {
			t.Errorf("--to mcp %s\n%s\n%v", args, r.out, err)
		}
	}
	if len(seen) != 13 {
		t.Errorf("the samples have only %v", seen)
	}
}

// A page in which one thing is wrong doesn't satisfy the schema.
func TestSchemaRefusesBroken(t *testing.T) {
	d := newDesk(t)
	s := envelopeSchema(t, d)
	const page = `{"truncated":true,"total":3,"returned":1,"handle":"art-123456789012","next_cursor":"k3Q",
"summary":{"id":{"distinct":3}},"items":[{"id":1}],
"end":{"next":"toolfit read art-123456789012 --cursor k3Q","truncated":true,"total":3,"returned":1}}`
	const failure = `{"error":{"code":"usage","retryable":false,"detail":"x","next":"y","ref":"err-1"},
"end":{"error":"usage"}}`
	for _, whole := range []string{page, failure} {
		if err := validate(s, []byte(whole)); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct{ in, from, to string }{
		{page, `"total":3,"returned":1,"handle"`, `"returned":1,"handle"`},
		{page, `"total":3`, `"total":-3`},
		{page, `"total":3`, `"total":"3"`},
		{page, `"items":[{"id":1}],`, ``},
		{page, `"items"`, `"rows"`},
		{page, `"truncated":true,"total":3,"returned":1,"handle"`, `"truncated":false,"total":3,"returned":1,"handle"`},
		{page, `"truncated":true,"total":3,"returned":1}}`, `"truncated":false,"total":3,"returned":1}}`},
		{page, `"next_cursor":"k3Q"`, `"next_cursor":""`},
		{page, `"next_cursor":"k3Q"`, `"next_cursor":null`},
		{page, `"handle":"art-123456789012"`, `"handle":null`},
		{page, `"art-123456789012","next`, `"art-12","next`},
		{page, `"distinct"`, `"about"`},
		{page, `"distinct":3`, `"distinct":3.5`},
		{page, `"summary"`, `"columns":["id"],"summary"`},
		{page, `"summary"`, `"clipped":0,"summary"`},
		{page, `"summary"`, `"tail":["x"],"summary"`},
		{page, `"end":{`, `"end":{"more":1,`},
		{failure, `"code":"usage"`, `"code":"mistake"`},
		{failure, `"retryable":false,`, ``},
		{failure, `"ref":"err-1"`, `"ref":"err-1","stack":"x"`},
		{failure, `"end":{"error":"usage"}`, `"end":{}`},
		{failure, `"end"`, `"items":[],"end"`},
	}
	for _, test := range tests {
		broken := strings.Replace(test.in, test.from, test.to, 1)
		if broken == test.in {
			t.Errorf("%s isn't in the sample", test.from)
		} else if validate(s, []byte(broken)) == nil {
			t.Errorf("%s for %s is allowed", test.to, test.from)
		}
	}
}

// The prompt has fewer than 150 tokens, and names only what there is.
func TestPromptIsShort(t *testing.T) {
	d := newDesk(t)
	text := d.call(nil, "prompt").out
	if n := tokens("o200k_base", text); n >= 150 {
		t.Errorf("%d tokens", n)
	}
	envelope, err := os.ReadFile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for i, quoted := range strings.Split(string(text), "`") {
		name := strings.TrimSuffix(strings.TrimPrefix(quoted, "end."), ": true")
		name = strings.TrimPrefix(name, "error.")
		if i%2 == 1 && !bytes.Contains(envelope, []byte(`"`+name+`": {`)) {
			t.Errorf("the prompt speaks of %q, and the schema doesn't", quoted)
		}
	}
	help := d.call(nil, "read", "--help").out
	for word := range strings.FieldsSeq(string(text)) {
		if flag := strings.Trim(word, ",;)(."); strings.HasPrefix(flag, "--") && !bytes.Contains(help, []byte(flag)) {
			t.Errorf("the prompt speaks of %s, and read doesn't have it", flag)
		}
	}
}
