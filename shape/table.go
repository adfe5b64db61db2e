package shape

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/clipperhouse/displaywidth"

	"github.com/toolfit/toolfit/shape/input"
)

const (
	between   = 2 // columns of a terminal between those of a table
	leastCell = 4 // columns that a value keeps, unless it is shorter
)

// Table writes an envelope for people: its rows as a table no wider than width columns of a
// terminal, its summary with bars, and its status in words. Values are cut to what has room, and
// columns without room are named. No control character of the data is in it.
func Table(envelope []byte, width int) []byte {
	e := byName(envelope)
	t := &table{width: max(width, 20)}
	if e["items"] != nil {
		t.read(e)
		if header := e["header"]; header != nil {
			t.text(shown(header))
		}
		t.write()
	}
	t.summary(e["summary"])
	t.status(e)
	return t.out.Bytes()
}

// table is a table while it is laid out and written.
type table struct {
	width int
	out   bytes.Buffer

	names  []string
	rows   [][]string
	right  []bool // columns in which each value is a number
	plain  bool   // not all rows are objects: there is one column, without a head
	hidden []string
}

// byName returns the members of a JSON object by name.
func byName(text []byte) map[string][]byte {
	m := map[string][]byte{}
	list, _ := partsOf(text, 0)
	for _, p := range list {
		m[p.name] = text[p.start:p.end]
	}
	return m
}

// read takes the items of an envelope apart.
func (t *table) read(e map[string][]byte) {
	items, _ := partsOf(e["items"], 0)
	columns := e["columns"]
	if columns != nil {
		list, _ := partsOf(columns, 0)
		for _, p := range list {
			t.names = append(t.names, printable(unquoted(columns[p.start:p.end])))
		}
	}
	t.plain = columns == nil && slices.ContainsFunc(items, func(p part) bool {
		return e["items"][p.start] != '{'
	})
	place := map[string]int{}
	for _, item := range items {
		text := e["items"][item.start:item.end]
		switch {
		case columns != nil:
			t.array(text)
		case t.plain:
			t.rows = append(t.rows, []string{t.value(0, text)})
		default:
			t.object(text, place)
		}
	}
	t.right = append(t.right, make([]bool, max(0, len(t.names)-len(t.right)))...)
	for i := range t.rows {
		t.rows[i] = append(t.rows[i], make([]string, max(0, len(t.right)-len(t.rows[i])))...)
	}
}

func (t *table) array(text []byte) {
	list, _ := partsOf(text, 0)
	var row []string
	for i, p := range list {
		row = append(row, t.value(i, text[p.start:p.end]))
	}
	t.rows = append(t.rows, row)
}

// object adds a row; place has the column of each name so far.
func (t *table) object(text []byte, place map[string]int) {
	list, _ := partsOf(text, 0)
	row := make([]string, len(t.names))
	for _, p := range list {
		i, ok := place[p.name]
		if !ok {
			i = len(t.names)
			place[p.name] = i
			t.names = append(t.names, printable(p.name))
		}
		row = append(row, make([]string, max(0, i+1-len(row)))...)
		row[i] = t.value(i, text[p.start:p.end])
	}
	t.rows = append(t.rows, row)
}

// value returns a value of column i as it is shown, and notes whether all of them are numbers.
func (t *table) value(i int, raw []byte) string {
	for len(t.right) <= i {
		t.right = append(t.right, true)
	}
	null := string(raw) == "null"
	t.right[i] = t.right[i] && (null || raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9')
	return shown(raw)
}

// shown returns a JSON value as people read it: text without quotes.
func shown(raw []byte) string {
	if raw[0] == '"' {
		return printable(unquoted(raw))
	}
	return printable(string(input.Compact(nil, raw)))
}

// printable writes out what would act on a terminal instead of being seen: control characters,
// those that change the direction, and the like. What joins the parts of a character stays.
func printable(s string) string {
	const joiner = '\u200d'
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case unicode.IsPrint(r) || r == joiner:
			b.WriteRune(r)
		case unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		default:
			quoted := fmt.Sprintf("%+q", string(r))
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

// write lays the table out and prints it. A single row that is too wide is written downwards.
func (t *table) write() {
	natural := t.natural()
	if len(t.rows) == 1 && !t.plain && total(natural) > t.width {
		t.downwards()
		natural = t.natural()
	}
	widths := t.fit(natural)
	if !t.plain && len(t.rows) > 0 {
		t.line(t.names, widths)
		rules := make([]string, len(widths))
		for i := range rules {
			rules[i] = strings.Repeat("─", widths[i])
		}
		t.line(rules, widths)
	}
	for _, row := range t.rows {
		t.line(row, widths)
	}
	if len(t.hidden) > 0 {
		t.text(fmt.Sprintf("no room for %d columns: %s", len(t.hidden), strings.Join(t.hidden, ", ")))
	}
}

func (t *table) downwards() {
	var rows [][]string
	for i, name := range t.names {
		rows = append(rows, []string{name, t.rows[0][i]})
	}
	t.names, t.rows, t.right, t.plain = nil, rows, []bool{false, false}, true
}

// natural returns how wide each column would be with all of its values.
func (t *table) natural() []int {
	widths := make([]int, len(t.right))
	for _, row := range slices.Concat([][]string{t.names}, t.rows) {
		for i, s := range row {
			widths[i] = max(widths[i], displaywidth.String(s))
		}
	}
	return widths
}

func total(widths []int) int {
	n := between * max(0, len(widths)-1)
	for _, w := range widths {
		n += w
	}
	return n
}

// fit makes the widest columns narrower until all have room, and gives up the last ones where
// that doesn't do.
func (t *table) fit(widths []int) []int {
	for total(widths) > t.width {
		widest := t.widest(widths)
		if over := total(widths) - t.width; widths[widest] > leastCell {
			second := leastCell
			for i, w := range widths {
				if i != widest && !t.handles(i) {
					second = max(second, min(w, widths[widest]-1))
				}
			}
			widths[widest] = max(second, widths[widest]-over)
			continue
		}
		last := len(widths) - 1
		widths = widths[:last]
		if last < len(t.names) {
			t.hidden = slices.Insert(t.hidden, 0, t.names[last])
		}
	}
	return widths
}

// widest returns the widest column. One of handles counts only where the others are as narrow as
// they can be: a part of a handle is of no use.
func (t *table) widest(widths []int) int {
	best := -1
	for i, w := range widths {
		if w > leastCell && !t.handles(i) && (best < 0 || w > widths[best]) {
			best = i
		}
	}
	if best < 0 {
		return slices.Index(widths, slices.Max(widths))
	}
	return best
}

// handles tells whether column i has handles, and nothing else.
func (t *table) handles(i int) bool {
	return len(t.rows) > 0 && !slices.ContainsFunc(t.rows, func(row []string) bool {
		return !isHandle().MatchString(row[i])
	})
}

var isHandle = expression(`^art-[0-9]+$`)

// line prints one line of the table.
func (t *table) line(cells []string, widths []int) {
	var b strings.Builder
	for i, w := range widths {
		s := displaywidth.TruncateString(cells[i], w, "…")
		pad := strings.Repeat(" ", w-displaywidth.String(s))
		if i > 0 {
			b.WriteString(strings.Repeat(" ", between))
		}
		if t.right[i] {
			b.WriteString(pad + s)
		} else {
			b.WriteString(s + pad)
		}
	}
	t.out.WriteString(strings.TrimRight(b.String(), " ") + "\n")
}

// text prints a line that is cut where there is no more room.
func (t *table) text(s string) {
	t.out.WriteString(displaywidth.TruncateString(s, t.width, "…") + "\n")
}
