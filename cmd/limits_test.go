package cmd

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/query"
	"github.com/toolfit/toolfit/shape/stat"
	"github.com/toolfit/toolfit/store"
)

// The limits that the README and the manual page name are those of the code.
func TestLimitsAreDocumented(t *testing.T) {
	thousands := func(n int) string {
		text := strconv.Itoa(n)
		for at := len(text) - 3; at > 0; at -= 3 {
			text = text[:at] + "," + text[at:]
		}
		return text
	}
	mebibytes := func(n int64) string { return fmt.Sprintf("%d MiB", n>>20) }
	jq := query.DefaultLimits
	limits := map[string]string{
		"tokens":        thousands(defaultBudget),
		"bytes":         thousands(defaultMaxBytes),
		"jq row":        fmt.Sprintf("%.0f s for a row", jq.Row.Seconds()),
		"jq total":      fmt.Sprintf("%.0f s for all rows", jq.Total.Seconds()),
		"jq memory":     mebibytes(jq.Memory),
		"jq output":     mebibytes(jq.Output) + " of output for a row",
		"sort keys":     mebibytes(query.DefaultMemory),
		"row":           mebibytes(input.MaxRow),
		"columns":       strconv.Itoa(stat.MaxColumns),
		"distinct":      thousands(stat.MaxDistinct) + " distinct values",
		"stat memory":   mebibytes(stat.MaxMemory),
		"check":         mebibytes(maxChecked),
		"configuration": mebibytes(maxConfig),
		"run":           fmt.Sprintf("%d bytes", maxName),
		"tool":          strconv.Itoa(maxTool),
		"age":           fmt.Sprintf("%.0f days", store.DefaultMaxAge.Hours()/24),
		"store":         fmt.Sprintf("%d GiB", int64(store.DefaultMaxBytes)>>30),
	}
	for doc, part := range map[string]string{
		"README.md": cutBetween(readDoc(t, "../README.md"), "## Limits\n", "## Reading the source\n"),
		"man page":  cutBetween(readDoc(t, "../man/toolfit.1"), ".Sh LIMITS\n", ".Sh EXIT STATUS\n"),
	} {
		text := strings.Join(strings.Fields(part), " ")
		for what, limit := range limits {
			if !strings.Contains(text, limit) {
				t.Errorf("%s: the limit of %s isn't %q", doc, what, limit)
			}
		}
	}
}

// What is over a limit is refused, or shown in part and counted. The limits on jq expressions, rows,
// sort keys and memory, on the summary and on the store are tested where they are.
func TestLimitsHold(t *testing.T) {
	members := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"k%d":1`, i)
		}
		return "[{" + b.String()[1:] + "}]"
	}
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		over, in, says string
		args           []string
	}{
		{"--top", "[1]", "from 1 to 1000", []string{"--top", "1001:x"}},
		{"length of an expression", "[1]", `"code":"bad_query"`, []string{"-w", strings.Repeat("1 or ", 64<<10/5) + "true"}},
		{"length of a pattern", "[1]", `"code":"bad_query"`, []string{"-g", strings.Repeat("a", 64<<10+1)}},
		{"columns of the layout", members(70), `"clipped":6`, []string{"--layout", "columns"}},
		{"columns of a table", strings.Repeat("c,", 64<<10) + "c\n" + strings.Repeat("1,", 64<<10) + "1\n",
			"1 ragged row: the header has 65536 cells", []string{"--from", "csv"}},
		{"bytes of an envelope", members(20), " bytes", []string{"--max-bytes", "10"}},
		{"what check takes", strings.Repeat(" ", maxChecked+1), "more than 33554432 bytes", []string{"check"}},
		{"name of a run", "[1]", "over 512 bytes", []string{"--run", strings.Repeat("r", maxName+1)}},
		{"name of a tool", "[1]", "1 to 100 bytes", []string{"--tool", strings.Repeat("t", maxTool+1)}},
		{"configuration file", "[1]", "toolfit.toml can't be read", []string{"--tool", "x"}},
	} {
		if c.over == "configuration file" {
			if err := os.WriteFile("toolfit.toml", []byte(strings.Repeat("#", maxConfig+1)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		Run(c.args, []string{"TOOLFIT_STORE=" + t.TempDir()}, strings.NewReader(c.in), &out, &out)
		if !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: %.400s", c.over, out.String())
		}
	}
}
