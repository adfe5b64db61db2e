package cmd

import (
	"fmt"
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
