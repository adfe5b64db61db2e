package cmd_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestWalk pages through every form of input in every way and compares what the pages show, taken
// together, with what an oracle made of encoding/json, encoding/csv and package slices expects:
// each row exactly once, in order. Each page is asked for in a fresh process, by the command that
// the page before it printed, as it stands.
//
// Under the race detector it is every fifth walk: the others run the same code.
func TestWalk(t *testing.T) {
	d, n := newDesk(t), 0
	for _, form := range []string{"array", "ndjson", "wrapped", "csv", "mcp", "text"} {
		file := filepath.Join(d.dir, form)
		if err := os.WriteFile(file, walkInput(t, form), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, way := range []string{"plain", "sorted", "selected", "both"} {
			for _, layout := range []string{"records", "columns"} {
				for _, budget := range []int{smallBudget, usualBudget} {
					for _, by := range []string{"next", "offset"} {
						if n++; raced && n%5 != 0 {
							continue
						}
						w := walk{*d, form, way, layout, by, budget}
						name := strings.Join([]string{form, way, layout, strconv.Itoa(budget), by}, "/")
						t.Run(name, func(t *testing.T) {
							t.Parallel()
							w.t = t
							w.run(file)
						})
					}
				}
			}
		}
	}
}

// A walk is one cell of the matrix.
type walk struct {
	desk
	form, way, layout, by string
	budget                int
}

// run follows the pages to the last and compares their rows with the oracle's.
func (w walk) run(file string) {
	var (
		rows  []any
		pages int
		line  = w.command() + " < " + file
	)
	for line != "" {
		r := w.sh(nil, line)
		e, err := open(r.out)
		if err == nil {
			err = inLimits(e, r.out, "o200k_base", w.budget, 65536)
		}
		if err != nil || r.code != 0 || e.Clipped > 0 || e.Returned == 0 || e.Offset != len(rows) {
			w.t.Fatalf("page %d: %s: exit %d: %v\n%s%s", pages, line, r.code, err, r.out, r.err)
		}
		page, err := decodeItems(e)
		if err != nil {
			w.t.Fatalf("page %d: %s: %v\n%s", pages, line, err, r.out)
		}
		rows = append(rows, page...)
		pages++
		line = w.next(e, len(rows))
	}
	if want := w.expect(); !reflect.DeepEqual(rows, want) {
		w.t.Errorf("%d rows in %d pages, not %d: %s", len(rows), pages, len(want), differ(rows, want))
	}
	if pages < 2 {
		w.t.Errorf("all %d rows are on one page: there is nothing to walk", len(rows))
	}
}

// command is the filter's call, without its input.
func (w walk) command() string {
	words := []string{"toolfit"}
	selected, sorted := `--where '.status=="open"'`, "--sort=-amount,city"
	if w.form == "text" {
		selected, sorted = "--grep 'open|late'", "--sort=-."
	}
	if w.way == "selected" || w.way == "both" {
		words = append(words, selected)
	}
	if w.way == "sorted" || w.way == "both" {
		words = append(words, sorted)
	}
	return strings.Join(append(words, w.shaping()...), " ")
}

// shaping is the flags that every page is asked for with; end.next repeats them by itself.
func (w walk) shaping() []string {
	var words []string
	if w.layout != "records" {
		words = append(words, "--layout", w.layout)
	}
	if w.budget != usualBudget {
		words = append(words, "-b", strconv.Itoa(w.budget))
	}
	return words
}

// next is the command for the page behind the rows seen, or nothing at the end.
func (w walk) next(e *envelope, seen int) string {
	if e.NextCursor == nil {
		if e.End.Next != "" {
			w.t.Fatalf("the last page names a next one: %s", e.End.Next)
		}
		return ""
	}
	if w.by == "next" {
		return e.End.Next
	}
	words := []string{"toolfit", "read", *e.Handle, "--offset", strconv.Itoa(seen)}
	return strings.Join(append(words, w.shaping()...), " ")
}

// decodeItems gives the items as records, whatever their layout.
func decodeItems(e *envelope) ([]any, error) {
	var rows []any
	for _, item := range e.Items {
		row, err := decode(item)
		if err != nil {
			return nil, err
		}
		if list, ok := row.([]any); ok && e.Columns != nil {
			if row, err = record(e.Columns, list); err != nil {
				return nil, err
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// record puts the cells of a row under their names. The name of a row that is a scalar is ".".
func record(names []string, cells []any) (any, error) {
	if len(cells) != len(names) {
		return nil, fmt.Errorf("%d cells under %d columns", len(cells), len(names))
	}
	if len(names) == 1 && names[0] == "." {
		return cells[0], nil
	}
	row := map[string]any{}
	for i, name := range names {
		row[name] = cells[i]
	}
	return row, nil
}

func decode(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return v, d.Decode(&v)
}

// differ tells the first place where two lists differ.
func differ(got, want []any) string {
	for i := range min(len(got), len(want)) {
		if !reflect.DeepEqual(got[i], want[i]) {
			return fmt.Sprintf("row %d is %v, not %v", i, got[i], want[i])
		}
	}
	return "one is the head of the other"
}

// Each input of the matrix has walkRows rows of some 50 tokens: more than a page of the usual budget
// takes even when half of them are selected, and no more than it takes, as each page is a process.
const (
	walkRows    = 104
	smallBudget = 700
	usualBudget = 1500
	filler      = "left at the gate and signed for by a neighbour with no further notice given today"
)

// walkInput writes the rows in one of the forms. Amounts and cities repeat, so that ties happen.
func walkInput(t testing.TB, form string) []byte {
	var table [][]string
	for n := range walkRows {
		table = append(table, []string{
			fmt.Sprintf("R-%03d", n*37%walkRows),
			[]string{"open", "paid", "open", "late"}[n%4],
			[]string{"12.50", "7", "1e2", "100", "-3", "12.5", "0.1"}[n%7],
			[]string{"Åre", "Bonn", "Łódź", "京都"}[n%9%4],
			fmt.Sprintf("%d: %s", n, filler),
		})
	}
	switch form {
	case "csv":
		return walkTable(t, table)
	case "text":
		var b bytes.Buffer
		for n, r := range table {
			fmt.Fprintf(&b, "%s: the parcel to %s is %s as of stop %d and %s\n", r[0], r[3], r[1], n%5, r[4])
		}
		return b.Bytes()
	}
	var rows []string
	for _, r := range table {
		rows = append(rows, fmt.Sprintf(`{"id":%q,"status":%q,"amount":%s,"city":%q,"note":%q}`,
			r[0], r[1], r[2], r[3], r[4]))
	}
	list := "[" + strings.Join(rows, ",\n") + "]"
	switch form {
	case "ndjson":
		return []byte(strings.Join(rows, "\n") + "\n")
	case "wrapped":
		return []byte(`{"page":1,"orders":{"results":` + list + `}}`)
	case "mcp":
		text, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		return []byte(`{"content":[{"type":"text","text":` + string(text) + `}],"isError":false}`)
	}
	return []byte(list)
}

func walkTable(t testing.TB, table [][]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	err := w.Write([]string{"id", "status", "amount", "city", "note"})
	if err := errors.Join(err, w.WriteAll(table)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// expect reads the input anew with the standard library, selects and sorts it.
func (w walk) expect() []any {
	rows, err := readPlainly(w.form, walkInput(w.t, w.form))
	if err != nil {
		w.t.Fatal(err)
	}
	if w.way == "selected" || w.way == "both" {
		rows = slices.DeleteFunc(rows, func(row any) bool {
			if line, ok := row.(string); ok {
				return !strings.Contains(line, "open") && !strings.Contains(line, "late")
			}
			return row.(map[string]any)["status"] != "open"
		})
	}
	if w.way == "sorted" || w.way == "both" {
		slices.SortStableFunc(rows, compareRows)
	}
	return rows
}

// compareRows is `-amount,city` for records and `-.` for lines.
func compareRows(a, b any) int {
	if line, ok := a.(string); ok {
		return strings.Compare(b.(string), line)
	}
	x, y := a.(map[string]any), b.(map[string]any)
	amountX, _ := x["amount"].(json.Number).Float64()
	amountY, _ := y["amount"].(json.Number).Float64()
	switch {
	case amountX > amountY:
		return -1
	case amountX < amountY:
		return 1
	}
	return strings.Compare(x["city"].(string), y["city"].(string))
}

// readPlainly finds the rows by knowing where they are.
func readPlainly(form string, input []byte) ([]any, error) {
	switch form {
	case "csv":
		return readTable(input)
	case "text":
		var rows []any
		for line := range strings.Lines(string(input)) {
			rows = append(rows, strings.TrimSuffix(line, "\n"))
		}
		return rows, nil
	case "ndjson":
		input = []byte("[" + strings.ReplaceAll(strings.TrimSpace(string(input)), "\n", ",") + "]")
	}
	v, err := decode(input)
	if err != nil {
		return nil, err
	}
	switch form {
	case "wrapped":
		v = v.(map[string]any)["orders"].(map[string]any)["results"]
	case "mcp":
		block := v.(map[string]any)["content"].([]any)[0].(map[string]any)
		v, err = decode([]byte(block["text"].(string)))
	}
	rows, ok := v.([]any)
	if !ok {
		return nil, errors.Join(err, errors.New("the rows are no array"))
	}
	return rows, err
}

// readTable takes the amount for a number, as it is in every row, and the rest for text.
func readTable(input []byte) ([]any, error) {
	records, err := csv.NewReader(bytes.NewReader(input)).ReadAll()
	if err != nil {
		return nil, err
	}
	var rows []any
	for _, record := range records[1:] {
		row := map[string]any{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		row["amount"] = json.Number(record[2])
		rows = append(rows, row)
	}
	return rows, nil
}
