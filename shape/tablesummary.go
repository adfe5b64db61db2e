package shape

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// barWidth is how long the bar of the most frequent value is.
const barWidth = 20

// summary writes the figures of each field: counts as bars, least and greatest as a range.
func (t *table) summary(raw []byte) {
	if raw == nil {
		return
	}
	t.out.WriteByte('\n')
	fields, _ := partsOf(raw, 0)
	for _, f := range fields {
		t.field(printable(f.name), raw[f.start:f.end])
	}
}

// field writes the figures of one field: those that are one number or text on its own line, then
// a line for each of the others.
func (t *table) field(name string, raw []byte) {
	figures := byName(raw)
	words := []string{name}
	for _, r := range [][2]string{{"min", "max"}, {"oldest", "newest"}} {
		if from, to := figures[r[0]], figures[r[1]]; from != nil && to != nil {
			words = append(words, shown(from)+" … "+shown(to))
			delete(figures, r[0])
			delete(figures, r[1])
		}
	}
	list, _ := partsOf(raw, 0)
	list = slices.DeleteFunc(list, func(p part) bool { return figures[p.name] == nil })
	for _, p := range list {
		if c := raw[p.start]; c != '{' && c != '[' {
			words = append(words, p.name+" "+shown(raw[p.start:p.end]))
		}
	}
	t.text(strings.Join(words, "  "))
	for _, p := range list {
		switch value := raw[p.start:p.end]; value[0] {
		case '{':
			t.bars(value)
		case '[':
			entries, _ := partsOf(value, 0)
			for _, e := range entries {
				t.text("  " + shown(value[e.start:e.end]))
			}
		}
	}
}

// bars writes how often values occur. A bar is in eighths of a column, and never nothing.
func (t *table) bars(raw []byte) {
	list, _ := partsOf(raw, 0)
	most, label, digits := 1, 0, 0
	for _, p := range list {
		count := raw[p.start:p.end]
		n, _ := strconv.Atoi(string(count))
		most, digits = max(most, n), max(digits, len(count))
		label = max(label, displaywidth.String(printable(p.name)))
	}
	label = min(label, max(leastCell, t.width-barWidth-digits-2*between-2))
	for _, p := range list {
		n, _ := strconv.Atoi(string(raw[p.start:p.end]))
		name := displaywidth.TruncateString(printable(p.name), label, "…")
		pad := strings.Repeat(" ", label-displaywidth.String(name))
		t.text(fmt.Sprintf("  %s%s  %*d  %s", name, pad, digits, n, bar(n, most)))
	}
}

func bar(n, most int) string {
	eighths := max(1, n*barWidth*8/most)
	s := strings.Repeat("█", eighths/8)
	if part := eighths % 8; part > 0 {
		s += string([]rune("▏▎▍▌▋▊▉")[part-1])
	}
	return s
}

// status says in words what an envelope says of itself.
func (t *table) status(e map[string][]byte) {
	if raw := e["error"]; raw != nil {
		fail := byName(raw)
		t.out.WriteString("error " + shown(fail["code"]) + ": " + shown(fail["detail"]) + "\n")
		t.out.WriteString("  " + shown(fail["next"]) + " (" + shown(fail["ref"]) + ")\n")
	}
	if e["total"] == nil {
		return
	}
	unit := "rows"
	if e["unit"] != nil {
		unit = shown(e["unit"])
	}
	line := fmt.Sprintf("\n%s of %s %s", e["returned"], e["total"], unit)
	for _, note := range [][2]string{
		{"offset", "from number %s"}, {"scanned", "out of %s"}, {"clipped", "%s values cut"},
		{"summary_omitted", "%s fields not summed up"}, {"handle", "%s"},
	} {
		if raw := e[note[0]]; raw != nil {
			line += ", " + fmt.Sprintf(note[1], shown(raw))
		}
	}
	t.out.WriteString(line + "\n")
	warnings := e["warnings"]
	if warnings != nil {
		list, _ := partsOf(warnings, 0)
		for _, w := range list {
			t.out.WriteString("! " + shown(warnings[w.start:w.end]) + "\n")
		}
	}
	end := byName(e["end"])
	for _, name := range []string{"filter", "next"} {
		if raw := end[name]; raw != nil {
			t.out.WriteString(name + ": " + shown(raw) + "\n")
		}
	}
}
