package input

import (
	"slices"
	"strings"
	"testing"
)

// Every format has a name, a line of help, and reads something when it is asked for.
func TestFormats(t *testing.T) {
	samples := map[string]string{
		"auto": "x\n", "json": "[1]", "ndjson": "1\n2\n", "csv": "a,b\n1,2\n", "tsv": "a\tb\n1\t2\n", "text": "x\n",
		"mcp": `{"content":[{"type":"text","text":"x"}]}`,
	}
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
		if f.Help == "" || strings.Contains(f.Help, "\n") {
			t.Errorf("%s has help %q", f.Name, f.Help)
		}
		in, ok := samples[f.Name]
		if got := readText(t, in, f.Name, ""); !ok || got.err != nil || len(got.rows) == 0 {
			t.Errorf("%s reads %q as %q, %v", f.Name, in, got.rows, got.err)
		}
	}
	if want := []string{"auto", "json", "ndjson", "csv", "tsv", "text", "mcp"}; !slices.Equal(names, want) {
		t.Errorf("formats %q, want %q", names, want)
	}
}
