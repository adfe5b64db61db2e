package input

import (
	"strings"
	"testing"
)

func TestMCP(t *testing.T) {
	block := func(text string) string {
		return `{"type":"text","text":` + string(AppendString(nil, []byte(text))) + `}`
	}
	result := func(blocks ...string) string {
		return `{"resultType":"complete","content":[` + strings.Join(blocks, ",") + `],"isError":false}`
	}
	image := `{"type":"image","data":"` + strings.Repeat("QUJD", 100) + `","mimeType":"image/png"}`
	runCases(t, []inputCase{
		{name: "text", in: result(block("one\ntwo\r\n\nfour")), format: "mcp", rowsAt: ".content[0].text",
			rows: []string{`"one"`, `"two"`, `""`, `"four"`}},
		{name: "a list in the text", in: result(block(`[{"a":1},{"a":2}]`)), format: "mcp",
			rowsAt: ".content[0].text|fromjson", rows: []string{`{"a":1}`, `{"a":2}`}},
		{name: "a wrapped list in the text", in: result(block("{\"page\":1,\n \"items\":[{\"a\":\"é\\n\"},{\"a\":2}]}")), format: "mcp",
			rowsAt: ".content[0].text|fromjson|.items", rows: []string{`{"a":"é\n"}`, `{"a":2}`}},
		{name: "a record in the text", in: result(block(`{"id":1,"parts":[{"a":1}]}`)), format: "mcp",
			rowsAt: ".content[0].text|fromjson", rows: []string{`{"id":1,"parts":[{"a":1}]}`}},
		{name: "a map in the text", in: result(block(`{"x":{"a":1},"y":{"a":2},"z":{"a":3}}`)), format: "mcp",
			rowsAt: ".content[0].text|fromjson", rows: []string{`{"key":"x","a":1}`, `{"key":"y","a":2}`, `{"key":"z","a":3}`}},
		{name: "lines of JSON in the text", in: result(block("{\"a\":1}\n{\"a\":2}\n")), format: "mcp", rowsAt: ".content[0].text",
			rows: []string{`{"a":1}`, `{"a":2}`}},
		{name: "a number in the text", in: result(block("42")), format: "mcp", rowsAt: ".content[0].text", rows: []string{`"42"`}},
		{name: "several blocks", in: result(block("Two rows:"), block(`[{"a":1},{"a":2}]`), block("Done")), format: "mcp", rowsAt: ".content",
			rows: []string{`"Two rows:"`, `{"a":1}`, `{"a":2}`, `"Done"`}},
		{name: "an image", in: result(block("a chart"), image), format: "mcp", rowsAt: ".content",
			rows: []string{`"a chart"`, `{"type":"image","bytes":300,"mimeType":"image/png"}`}},
		{name: "a resource", in: result(`{"type":"resource","resource":{"uri":"file:///x","mimeType":"text/x","blob":"QUJD","_meta":{"a":[1,true,null]}}}`,
			`{"type":"resource_link","uri":"file:///y","name":"y","size":9}`), format: "mcp", rowsAt: ".content", rows: []string{
			`{"type":"resource","resource":{"uri":"file:///x","mimeType":"text/x","bytes":3,"_meta":{"a":[1,true,null]}}}`,
			`{"type":"resource_link","uri":"file:///y","name":"y","size":9}`}},
		{name: "a kind of its own", in: result(`{"type":"x","data":"kept","text":"y"}`), format: "mcp", rowsAt: ".content",
			rows: []string{`{"type":"x","data":"kept","text":"y"}`}},
		{name: "no blocks", in: result(), format: "mcp", rowsAt: ".content"},
		{name: "structured content first", in: `{"content":[` + block(`[{"b":1}]`) + `],"structuredContent":{"result":[{"a":1},{"a":2}]}}`,
			format: "json", rowsAt: ".structuredContent.result", rows: []string{`{"a":1}`, `{"a":2}`}},
		{name: "structured content that is a list", in: `{"content":[` + block(`two`) + `],"structuredContent":[{"a":1},{"a":2}]}`,
			format: "json", rowsAt: ".structuredContent", rows: []string{`{"a":1}`, `{"a":2}`}},
		{name: "structured content that is one row", in: `{"content":[` + block(`two`) + `],"structuredContent":{"t":22.5,"c":"fine"}}`,
			format: "json", rowsAt: ".structuredContent", rows: []string{`{"t":22.5,"c":"fine"}`}},
		{name: "structured content of null", in: `{"content":[` + block("x") + `],"structuredContent":null}`, format: "mcp",
			rowsAt: ".content[0].text", rows: []string{`"x"`}},
		{name: "JSON-RPC", in: `{"jsonrpc":"2.0","id":3,"result":` + result(block("a\nb")) + `}`, format: "mcp",
			rowsAt: ".result.content[0].text", rows: []string{`"a"`, `"b"`}},
		{name: "JSON-RPC, structured", from: "mcp", in: `{"jsonrpc":"2.0","id":3,"result":{"content":[],"structuredContent":{"result":[1,2]}}}`, format: "json",
			rowsAt: ".result.structuredContent.result", rows: []string{"1", "2"}},
		{name: "content that is no blocks", in: `{"content":[{"title":"a"},{"title":"b"}]}`, format: "json", rowsAt: ".content",
			rows: []string{`{"title":"a"}`, `{"title":"b"}`}},
		{name: "raw blocks", at: ".content[]", in: result(block("x")), format: "json", rowsAt: ".content[]", rows: []string{block("x")}},
		{name: "no result", from: "mcp", in: `{"items":[{"a":1}]}`, err: "bad"},
		{name: "no JSON", from: "mcp", in: "hello", err: "bad"},
		{name: "lone surrogate in the text", in: `{"content":[{"type":"text","text":"cut \ud83d\nok \ud83d\ude00"}]}`, format: "mcp",
			rowsAt: ".content[0].text", rows: []string{"\"cut \uFFFD\"", `"ok 😀"`}},
	})
}

func TestMCPError(t *testing.T) {
	for in, want := range map[string]bool{
		`{"content":[{"type":"text","text":"no such file"}],"isError":true}`:                         true,
		`{"content":[{"type":"text","text":"fine"}],"isError":false}`:                                false,
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"no"}],"isError":true}}`: true,
		`{"content":[],"structuredContent":{"error":{"a":1}},"isError":true}`:                        true,
		`{"items":[{"a":1}],"isError":true}`:                                                         false,
	} {
		if got := readText(t, in, "", ""); got.found.IsError != want {
			t.Errorf("%s: error %t, want %t", in, got.found.IsError, want)
		}
	}
}
