package stat

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// feed gives a table one column of values, "" for none, and returns the form that Fit would prefer.
func feed(t *Table, values ...string) *Table {
	for i, v := range values {
		t.Row(int64(i), nil)
		if v != "" {
			t.Cell(1, kindOf(v), []byte(v), strings.Contains(v, `\`))
		}
	}
	return t
}

func one(name string, o Options) *Table {
	o.Name = flat(name)
	if o.Key == 0 {
		o.Key = -1
	}
	return New(o)
}

func first(t *testing.T, table *Table) string {
	t.Helper()
	fields := table.Done(nil)
	if len(fields) == 0 {
		return ""
	}
	return string(fields[0].Forms[0])
}

func want(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %s\nwant %s", what, got, want)
	}
}

func TestAsked(t *testing.T) {
	x := []Want{{ID: 1, Name: "x"}}
	for _, c := range []struct {
		what   string
		asked  Asked
		values []string
		want   string
	}{
		{"sum", Asked{Sum: x}, []string{"0.1", "0.2"}, `{"sum":0.3,"min":0.1,"max":0.2}`},
		{"sum of nothing", Asked{Sum: x}, []string{"", "null"}, `{"sum":0,"null":1,"missing":1}`},
		{"sum with words", Asked{Sum: x}, []string{"1.5", `"NaN"`, `"-Infinity"`, "2.5"},
			`{"sum":4,"min":1.5,"max":2.5,"other":2}`},
		{"64 bits", Asked{Sum: x}, []string{"9223372036854775807", "9223372036854775806", "-9223372036854775808"},
			`{"sum":9223372036854775805,"min":-9223372036854775808,"max":9223372036854775807}`},
		{"beyond a double", Asked{Range: x}, []string{"18446744073709548794", "12", "1e400"}, `{"min":12,"max":1e400}`},
		{"range of times", Asked{Range: x}, []string{`"2025-01-01T00:30:00+02:00"`, `"2024-12-31T23:00:00Z"`, `"x"`},
			`{"oldest":"2025-01-01T00:30:00+02:00","newest":"2024-12-31T23:00:00Z","other":1}`},
		{"counts of unique values", Asked{CountBy: x}, []string{`"a"`, `"b"`}, `{"counts":{"a":1,"b":1}}`},
		{"counts of one value", Asked{CountBy: x}, []string{`"a"`, `"a"`}, `{"counts":{"a":2}}`},
		{"counts of nothing", Asked{CountBy: x}, []string{""}, `{"counts":{},"missing":1}`},
		{"distinct", Asked{Distinct: x}, []string{"", "1", "1.0"}, `{"distinct":1,"missing":1}`},
		{"a value too large to add up", Asked{Sum: x}, []string{"1e999999999", "-1e-999999999", "2"},
			`{"min":-1e-999999999,"max":1e999999999}`},
		{"exponents of any size", Asked{Sum: x, Distinct: x}, []string{"1e999999999999999999999"}, `{}`},
	} {
		want(t, c.what, first(t, feed(one("x", Options{Asked: c.asked}), c.values...)), c.want)
	}
}

func TestAskedOfManyValues(t *testing.T) {
	values := make([]string, 13)
	for i := range values {
		values[i] = fmt.Sprintf(`"v%02d"`, i)
	}
	table := feed(one("x", Options{Asked: Asked{CountBy: []Want{{ID: 1}}}}), values...)
	fields := table.Done(nil)
	if got := string(fields[0].Forms[0]); strings.Count(got, ":1") != 13 || !strings.HasPrefix(got, `{"counts":`) {
		t.Errorf("asked for: %s", got)
	}
	if len(fields[0].Forms) < 3 {
		t.Errorf("no shorter forms: %s", fields[0].Forms)
	}
}

// TestTextColumn checks cells of CSV: empty ones are missing, and numbers are added up if asked.
func TestTextColumn(t *testing.T) {
	name := func(id int32) Column { return Column{Name: "zip", Parent: int32(min(id, 1)) - 1, Text: true} }
	zips := []string{`"00501"`, `"02134"`, `"10001"`, `"02134"`, `""`}
	o := Options{Auto: true, Key: -1, Name: name}
	want(t, "unasked", first(t, feed(New(o), zips...)),
		`{"counts":{"02134":2,"00501":1,"10001":1},"missing":1}`)
	o.Asked.Sum = []Want{{ID: 1}}
	want(t, "sum", first(t, feed(New(o), zips...)),
		`{"distinct":3,"sum":10001,"min":10001,"max":10001,"missing":1,"other":3}`)
}

func TestValues(t *testing.T) {
	auto, long := Options{Auto: true}, strings.Repeat("9", 300)
	for _, c := range []struct {
		what   string
		values []string
		want   string
	}{
		{"as first written", []string{"1.10", "1.1", "2"},
			`{"counts":{"1.10":2,"2":1},"sum":4.2,"min":1.10,"max":2,"max_at":2}`},
		{"written in other ways", []string{"-0", "0", "1e2", "100", "1.00e2"},
			`{"counts":{"1e2":3,"-0":2},"sum":300,"min":-0,"max":1e2,"max_at":2}`},
		{"number and text", []string{"1", `"1"`, `"1"`}, `{"counts":{"\"1\"":2,"1":1}}`},
		{"ties by value", []string{"10", "9", "9", "10", "1"},
			`{"counts":{"9":2,"10":2,"1":1},"sum":39,"min":1,"max":10,"max_at":0}`},
		{"escapes", []string{`"\u0041"`, `"A"`, `"\""`}, `{"counts":{"A":2,"\"":1}}`},
		{"lone surrogates", []string{`"\ud800"`, `"\udc00"`}, `{"all":"` + "\uFFFD" + `"}`},
		{"invalid bytes", []string{"\"\xff\"", "\"\xff\"", `"a"`}, `{"counts":{"` + "\uFFFD" + `":2,"a":1}}`},
		{"invalid bytes that look alike", []string{"\"\xff\"", "\"\xff\"", "\"\xfe\""},
			`{"distinct":2,"most":{"` + "\uFFFD" + `":2}}`},
		{"a field that few rows have", []string{"", "", `"x"`}, `{"all":"x","missing":2}`},
		{"arrays and objects", []string{"[]", "{}", "true", "true"}, `{"all":true,"other":2}`},
		{"nulls", []string{"null", "null"}, `{"null":2}`},
		{"nothing but objects", []string{"{}", "{}"}, ``},
		{"long texts", []string{`"` + strings.Repeat("x", 300) + `"`, `"b"`, `"b"`}, `{"distinct":2,"most":{"b":2}}`},
		{"long text beside a short one as frequent",
			[]string{`"` + strings.Repeat("x", 300) + `"`, `"` + strings.Repeat("x", 300) + `"`, `"b"`, `"b"`},
			`{"distinct":2,"most":{"b":2}}`},
		{"long numbers", []string{long, long, "-" + long, "-" + long, "1", "1"},
			`{"distinct":3,"sum":2,"min":-` + long + `,"max":` + long + `,"max_at":0}`},
	} {
		want(t, c.what, first(t, feed(one("x", auto), c.values...)), c.want)
	}
}

// TestThroughArrays checks that a path through an array is counted by elements.
func TestThroughArrays(t *testing.T) {
	columns := []Column{{Name: ".", Parent: -1}, {Name: "labels", Parent: 0}, {Name: "labels[]", Parent: 1, Each: true},
		{Name: "labels[].name", Parent: 2}}
	table := New(Options{Auto: true, Key: -1, Name: func(id int32) Column { return columns[id] }})
	for n, row := range [][]string{{"bug", "p0"}, {}, {"bug", ""}} {
		table.Row(int64(n), nil)
		table.Cell(1, Array, nil, false)
		for _, name := range row {
			table.Cell(2, Object, nil, false)
			if name != "" {
				table.Cell(3, String, []byte(`"`+name+`"`), false)
			}
		}
	}
	fields := table.Done(nil)
	if len(fields) != 1 || fields[0].Name != "labels[].name" || !fields[0].Each {
		t.Fatalf("fields: %+v", fields)
	}
	want(t, "elements", string(fields[0].Forms[0]), `{"counts":{"bug":2,"p0":1},"missing":1}`)
}

// TestOrder checks that of equal maxima the one that is first in the order of the handle wins.
func TestOrder(t *testing.T) {
	table := New(Options{Auto: true, Key: 2, Name: flat("amount", "name"), Asked: Asked{Top: []TopWant{{Want{1, "amount"}, 2}}}})
	for n, order := range []string{"c", "b", "a", "b"} {
		table.Row(int64(n), []byte(order))
		table.Cell(1, Number, []byte([]string{"7", "9.0", "8", "9"}[n]), false)
		table.Cell(2, String, fmt.Appendf(nil, `"row%d"`, n), false)
	}
	rank := func(rows []int64) map[int64]int64 {
		if !slices.IsSorted(rows) || len(rows) != 2 {
			t.Errorf("asked for the places of %v", rows)
		}
		return map[int64]int64{2: 0, 1: 1, 3: 2, 0: 3}
	}
	want(t, "maximum", string(table.Done(rank)[0].Forms[0]), `{"counts":{"9.0":2,"7":1,"8":1},"sum":33,"min":7,`+
		`"max":9.0,"max_at":1,"max_key":"row1","top":[{"row":1,"amount":9.0},{"row":2,"amount":9}]}`)
}

func TestTop(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	asked := Asked{Top: []TopWant{{Want{1, "x"}, 5}}}
	table := one("x", Options{Asked: asked, Shown: func(n int64) []byte { return fmt.Appendf(nil, `[%d]`, n) }})
	var values []string
	for range 300 {
		values = append(values, hugeNumber(r))
	}
	var got struct{ Top [][1]int }
	if err := json.Unmarshal([]byte(first(t, feed(table, values...))), &got); err != nil {
		t.Fatal(err)
	}
	rows := make([]int, len(values))
	for i := range rows {
		rows[i] = i
	}
	o := observe(cells(values))
	slices.SortStableFunc(rows, func(a, b int) int { return o.numbers[int64(b)].Cmp(o.numbers[int64(a)]) })
	for i, row := range got.Top {
		if row[0] != rows[i] {
			t.Errorf("top %d is row %d, want %d", i, row[0], rows[i])
		}
	}
}

func cells(values []string) (out []cell) {
	for _, v := range values {
		out = append(out, cell(v))
	}
	return out
}

func TestDistinctBound(t *testing.T) {
	table := one("x", Options{Auto: true})
	for i := range MaxDistinct + 10 {
		table.Row(int64(i), nil)
		table.Cell(1, String, fmt.Appendf(nil, `"2024-02-01 10:11:12.%09d"`, i), false)
	}
	want(t, "past the bound", first(t, table), fmt.Sprintf(`{"distinct_at_least":%d,"oldest":"2024-02-01 10:11:12.000000000",`+
		`"newest":"2024-02-01 10:11:12.%09d"}`, MaxDistinct, MaxDistinct+9))
	if table.used != 0 {
		t.Errorf("%d bytes are still in use", table.used)
	}
}

// TestMemoryBound fills more columns than there is room for; what is said of them must be true.
func TestMemoryBound(t *testing.T) {
	const columns, rows = 10, 20_000
	names := make([]string, columns)
	for i := range names {
		names[i] = fmt.Sprintf("c%02d", i)
	}
	o := Options{Key: -1, Name: flat(names...)}
	for i := range names {
		o.Asked.Distinct = append(o.Asked.Distinct, Want{ID: int32(i + 1)})
	}
	table := New(o)
	for n := range rows {
		table.Row(int64(n), nil)
		for i := range columns {
			table.Cell(int32(i+1), String, fmt.Appendf(nil, `"%0200d"`, n*columns+i), false)
		}
		if table.used > MaxMemory {
			t.Fatalf("%d bytes in use after %d rows", table.used, n)
		}
	}
	kept := 0
	for _, f := range table.Done(nil) {
		s := read(t, f.Forms[0])
		switch {
		case s.Distinct != nil && *s.Distinct == rows:
			kept++
		case s.AtLeast == nil || *s.AtLeast > rows:
			t.Errorf("%s: %s", f.Name, f.Forms[0])
		}
	}
	if kept < columns/4 || kept == columns {
		t.Errorf("%d of %d columns are counted", kept, columns)
	}
}

func TestColumnBound(t *testing.T) {
	names := make([]string, MaxColumns+9)
	for i := range names {
		names[i] = fmt.Sprintf("c%02d", i)
	}
	last := int32(len(names))
	table := New(Options{Auto: true, Key: -1, Name: flat(names...), Projected: []int32{last}})
	for n := range 2 {
		table.Row(int64(n), nil)
		for i := range names {
			table.Cell(int32(i+1), Bool, []byte("true"), false)
		}
	}
	fields := table.Done(nil)
	if len(fields) != MaxColumns || table.Left() != 9 || fields[0].Name != names[last-1] {
		t.Errorf("%d fields, %d left out, first %s", len(fields), table.Left(), fields[0].Name)
	}
}

// TestLost checks that no figure is made up where values were not to be had.
func TestLost(t *testing.T) {
	table := New(Options{Auto: true, Key: -1, Name: flat("a", "b"), Asked: Asked{Sum: []Want{{ID: 2}}, Distinct: []Want{{ID: 2}}}})
	feed(table, `"v"`, `"v"`)
	table.Cell(2, Number, []byte("1"), false)
	table.Lost(1)
	table.Lost(2)
	fields := table.Done(nil)
	if len(fields) != 1 || table.Left() != 1 {
		t.Fatalf("%d fields, %d left out", len(fields), table.Left())
	}
	want(t, "asked for", string(fields[0].Forms[0]), `{"distinct_at_least":1,"missing":1}`)
}

func TestEncode(t *testing.T) {
	fields := feed(one("x", Options{Auto: true}), `"a"`, `"b"`, `"a"`, "null").Done(nil)
	back, err := Decode(Encode(fields))
	if err != nil || fmt.Sprint(back) == "" || string(Encode(back)) != string(Encode(fields)) {
		t.Errorf("%v: %s", err, Encode(back))
	}
	if f := Rarest(back); f == nil || string(f.Rare.Value) != `"b"` || f.Rare.N != 1 {
		t.Errorf("rarest: %+v", f)
	}
	if _, err := Decode([]byte(`[{`)); err == nil {
		t.Error("Decode of damage gives no error")
	}
}

// TestNames checks that no two fields have one name, and that a projected object is no field.
func TestNames(t *testing.T) {
	columns := []Column{{Name: ".", Parent: -1}, {Name: "a", Parent: 0}, {Name: "a.b", Parent: 1}, {Name: "a.b", Parent: 0}}
	table := New(Options{Auto: true, Key: -1, Projected: []int32{1}, Name: func(id int32) Column { return columns[id] }})
	table.Row(0, nil)
	table.Cell(1, Object, nil, false)
	table.Cell(2, Bool, []byte("true"), false)
	table.Cell(3, Bool, []byte("false"), false)
	fields := table.Done(nil)
	if len(fields) != 1 || table.Left() != 1 {
		t.Fatalf("%d left out of %+v", table.Left(), fields)
	}
	want(t, "the first", string(fields[0].Forms[0]), `{"all":true}`)
}
