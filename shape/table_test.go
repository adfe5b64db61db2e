package shape

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/clipperhouse/displaywidth"
)

var update = flag.Bool("update", false, "write the golden files")

// A table is what the golden files show at two widths.
func TestTableGolden(t *testing.T) {
	envelope, err := os.ReadFile(filepath.Join("testdata", "table.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{80, 200} {
		path := filepath.Join("testdata", fmt.Sprintf("table-%d.txt", width))
		got := Table(envelope, width)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s has\n%s\nnot\n%s", path, want, got)
		}
	}
}

// oneItem is an envelope of the items given.
func oneItem(items string) []byte {
	return []byte(`{"truncated":false,"total":1,"returned":1,"items":[` + items +
		`],"end":{"truncated":false,"total":1,"returned":1}}`)
}

// A handle is whole as long as other columns can give way; text that only looks like it isn't spared.
func TestTableKeepsHandles(t *testing.T) {
	long := strings.Repeat("x", 60)
	for handle, whole := range map[string]bool{"art-190338475021": true, "art-of-the-fugue": false} {
		item := fmt.Sprintf(`{"a":%q,"b":%q,"c":%q,"d":%q}`, handle, long, "short text", "2026-12-01T10:00:00Z")
		for width := 34; width <= 40; width++ {
			out := string(Table(oneItem(item+",\n"+item), width))
			if strings.Contains(out, handle) != whole {
				t.Errorf("%s at %d columns:\n%s", handle, width, out)
			}
		}
	}
}

// Whatever stands in names and values, nothing but line ends controls the terminal.
func TestTableHasNoControls(t *testing.T) {
	for r := rune(0); r < 0x3000; r++ {
		if unicode.IsPrint(r) || r == '\u200d' {
			continue
		}
		text := fmt.Sprintf(`"a\u%04xb"`, r)
		envelope := oneItem(`{"k` + text[1:len(text)-1] + `":` + text + `,"l":[` + text + `,{` + text + `:1}]}`)
		summary := `{` + text + `:{"counts":{` + text + `:1},"oldest":` + text + `,"newest":` + text + `}},"items"`
		envelope = []byte(strings.Replace(string(envelope), `"items"`, `"warnings":[`+text+`],"summary":`+summary, 1))
		for _, c := range string(Table(envelope, 80)) {
			if c != '\n' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c)) {
				t.Fatalf("%U comes out as %U", r, c)
			}
		}
	}
}

// Rows keep to the width, whatever it is and however wide characters are, and what has no room is
// named.
func TestTableFits(t *testing.T) {
	var wide strings.Builder
	for i := range 40 {
		fmt.Fprintf(&wide, `,"column%d":"値%d値値"`, i, i)
	}
	items := `{"id":1` + wide.String() + `},{"id":2,"text":"e\u0301👨‍👩‍👧 and more of it"}`
	for width := 20; width < 300; width += 7 {
		head, _, _ := strings.Cut(string(Table(oneItem(items), width)), "\n\n")
		for line := range strings.SplitSeq(head, "\n") {
			if n := displaywidth.String(line); n > width {
				t.Errorf("%d columns of %d: %s", n, width, line)
			}
		}
		if width < 100 && !strings.Contains(head, "no room for") {
			t.Errorf("width %d: nothing is said of columns without room\n%s", width, head)
		}
	}
}

// Every form of an envelope can be shown.
func TestTableForms(t *testing.T) {
	tests := []struct{ envelope, want string }{
		{string(oneItem(`"line one","line two"`)), "line one\nline two\n"},
		{string(oneItem(`1,{"a":2}`)), "1\n{\"a\":2}\n"},
		{string(oneItem(``)), "1 of 1 rows"},
		{string(oneItem(`{}`)), "1 of 1 rows"},
		{strings.Replace(string(oneItem(`["x",10],[null,9]`)), `"items"`, `"columns":["a","b"],"items"`, 1),
			"a      b\n────  ──\nx     10\nnull   9\n"},
		{strings.Replace(string(oneItem(``)), `"items"`, `"columns":["a","b"],"items"`, 1), "1 of 1 rows"},
		{strings.Replace(string(oneItem(`"x"`)), `"truncated"`, `"handle":null,"truncated"`, 1), "x\n"},
		{`{"error":{"code":"usage","retryable":false,"detail":"no","next":"do","ref":"err-1"},"end":{"error":"usage"}}`,
			"error usage: no\n  do (err-1)\n"},
		{string(oneItem(`{"first":"` + strings.Repeat("x", 70) + `","second":"` + strings.Repeat("y", 30) + `"}`)),
			"first   xxxx"},
	}
	for _, test := range tests {
		if got := string(Table([]byte(test.envelope), 80)); !strings.Contains(got, test.want) {
			t.Errorf("%s\n%s\nlacks\n%s", test.envelope, got, test.want)
		}
	}
}
