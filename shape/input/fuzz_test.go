package input

import (
	"bytes"
	"reflect"
	"testing"
	"testing/iotest"
)

// seeds are inputs of all kinds, to begin with.
var seeds = []string{
	"", "\n", "[]", "{}", "null", "[1,2,{\"a\":[]}]", `{"a":1}{"a":2}` + "\n[3]", `[{"a":1}][{"a":2}]`,
	`{"total":9,"items":[{"a":1},{"a":"\u00e9\ud83d"}],"next":"x"}`, `{"m":{"a":{"x":1},"b":{"x":2},"c":{"x":3,"key":1}}}`,
	`{"columns":["a","b"],"rows":[[1,2],[3]]}`, `{"out":"` + "1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n10\\n11\\n" + `","code":0}`,
	`{"content":[{"type":"text","text":"{\"items\":[{\"a\":1}]}"},{"type":"image","data":"QUJD"}],"isError":true}`,
	`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a\nb"}]}}`,
	"{\"a\":1}\n{\"a\":\n{\"a\":3}\n", "[{\"v\":NaN},-Infinity]", `[{"a":1},{"a"`, `{"items":[{"a":1},{"a"`,
	"a,b\n1,2\n3,\"x\ny\"\n", "\xef\xbb\xbfa;b\r\n1;2\r\n", "a|b\r1|2\r", "a\tb\tc\n1\t2\n", "x\x00y", "\x89PNG\r\n\x1a\n\x00",
	"\xff\xfe[\x001\x00]\x00", "\xfe\xff\x00a\x00\n\xd8\x3d", "plain\r\n\x1b[1mbold\x1b[0m \xff\n", "NAME   AGE\nx      1\n",
	`{"data":{"edges":[{"node":{"id":1}}]}}`, `{"runs":[{"results":[{"a":1}]}],"version":"2"}`, `{"lockfileVersion":1,"packages":{"":{}}}`,
	`{"items":{"z":{"instances":[{"a":1}]},"y":{}}}`, "[[[[[[[[", "{\"a\":{\"a\":{\"a\":", "\"a\"\t\"b\"\n\"1\"\t\"2\"\n",
}

// fuzzFormat checks that any bytes are read without a crash, kept as they came, given the same way
// however they come in, and that rows come back from their spans (all of that is in read).
func fuzzFormat(f *testing.F, from string, places ...string) {
	for _, s := range seeds {
		f.Add([]byte(s), uint8(0))
	}
	places = append(places, "")
	f.Fuzz(func(t *testing.T, in []byte, pick uint8) {
		at := places[int(pick)%len(places)]
		got := read(t, bytes.NewReader(in), in, from, at)
		slow := read(t, iotest.HalfReader(bytes.NewReader(in)), in, from, at)
		if !reflect.DeepEqual(got.rows, slow.rows) || !reflect.DeepEqual(got.found, slow.found) ||
			!sameError(got.err, slow.err) {
			t.Errorf("in other pieces: %+v, want %+v", slow, got)
		}
		if got.form.RowsAt != "" && at == "" {
			named := read(t, bytes.NewReader(in), in, from, got.form.RowsAt)
			if !reflect.DeepEqual(got.rows, named.rows) {
				t.Errorf("--rows %s gives %q, want %q", got.form.RowsAt, named.rows, got.rows)
			}
		}
	})
}

func FuzzReadAuto(f *testing.F) {
	fuzzFormat(f, "", ".items", ".a", ".[]", ".", ".a[0].b", ".content[0].text|fromjson")
}
func FuzzReadJSON(f *testing.F)   { fuzzFormat(f, "json", ".items", ".m", ".a.b[].c") }
func FuzzReadNDJSON(f *testing.F) { fuzzFormat(f, "ndjson", ".a", ".") }
func FuzzReadCSV(f *testing.F)    { fuzzFormat(f, "csv") }
func FuzzReadTSV(f *testing.F)    { fuzzFormat(f, "tsv") }
func FuzzReadText(f *testing.F)   { fuzzFormat(f, "text") }
func FuzzReadMCP(f *testing.F)    { fuzzFormat(f, "mcp", ".content", ".content[0].text") }

// Any path that is accepted is written so that it is accepted again, as the same.
func FuzzPlace(f *testing.F) {
	for _, s := range []string{".", ".a[].b", `."x|y"[0]|fromjson|.z`, ".a?.*", `["a"]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePlace(text)
		if err != nil {
			return
		}
		again, err := ParsePlace(p.String())
		if err != nil || again.String() != p.String() {
			t.Errorf("%q is %s, and that is %s, %v", text, p, again, err)
		}
	})
}
