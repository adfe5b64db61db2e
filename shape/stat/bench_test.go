package stat

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// benchCells measures one column: values are taken in turn.
func benchCells(b *testing.B, kind Kind, values [][]byte) {
	o := Options{Auto: true, Key: -1, Name: flat("x")}
	t := New(o)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if n%400_000 == 0 {
			t = New(o)
		}
		t.Row(int64(n), nil)
		t.Cell(1, kind, values[n%len(values)], false)
		n++
	}
}

// flat names ids from 1 on as members of the row.
func flat(names ...string) func(int32) Column {
	return func(id int32) Column {
		if id == 0 {
			return Column{Name: ".", Parent: -1}
		}
		return Column{Name: names[id-1], Parent: 0}
	}
}

func BenchmarkCell(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	column := func(n int, value func(i int) string) [][]byte {
		out := make([][]byte, n)
		for i := range out {
			out[i] = []byte(value(i))
		}
		return out
	}
	state := []string{`"shipped"`, `"paid"`, `"cancelled"`}
	for _, c := range []struct {
		name   string
		kind   Kind
		values [][]byte
	}{
		{"null", Null, column(1, func(int) string { return "null" })},
		{"bool", Bool, column(2, func(i int) string { return []string{"true", "false"}[i] })},
		{"state", String, column(1000, func(int) string { return state[r.IntN(3)] })},
		{"quantity", Number, column(1000, func(int) string { return fmt.Sprint(r.IntN(40)) })},
		{"amount", Number, column(400_000, func(int) string { return fmt.Sprintf("%.2f", float64(r.IntN(50000))/100) })},
		{"id", Number, column(400_000, func(i int) string { return fmt.Sprint(100000000 + 7*i) })},
		{"time", String, column(400_000, func(int) string {
			m := r.IntN(500_000)
			return fmt.Sprintf(`"2026-%02d-%02dT%02d:%02d:00Z"`, m/43200%12+1, m/1440%28+1, m/60%24, m%60)
		})},
		{"email", String, column(400_000, func(int) string { return fmt.Sprintf(`"c%d@example.com"`, r.IntN(10000)) })},
		{"note", String, column(400_000, func(i int) string { return fmt.Sprintf(`"a note of some length, no two alike: %d"`, i) })},
	} {
		b.Run(c.name, func(b *testing.B) { benchCells(b, c.kind, c.values) })
	}
}

// BenchmarkRow measures rows of an order book: 12 scalars, three in each of two elements.
func BenchmarkRow(b *testing.B) {
	names := []string{"id", "date", "status", "amount", "name", "note", "items", "items[]"}
	columns := []Column{{Name: ".", Parent: -1}}
	for _, name := range names {
		columns = append(columns, Column{Name: name, Parent: 0, Each: name == "items[]"})
	}
	for _, name := range []string{"sku", "qty", "price"} {
		columns = append(columns, Column{Name: "items[]." + name, Parent: 8})
	}
	o := Options{Auto: true, Key: 1, Name: func(id int32) Column { return columns[id] }}
	r := rand.New(rand.NewPCG(1, 2))
	rows := make([][][]byte, 50_000)
	for i := range rows {
		rows[i] = orderCells(r, i)
	}
	ids := []int32{1, 2, 3, 4, 5, 6, 9, 10, 11, 9, 10, 11}
	var t *Table
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		if n%len(rows) == 0 {
			t = New(o)
		}
		t.Row(int64(n), nil)
		t.Cell(7, Array, nil, false)
		for i, raw := range rows[n%len(rows)] {
			if i%3 == 0 && i >= 6 {
				t.Cell(8, Object, nil, false)
			}
			kind := Number
			if raw[0] == '"' {
				kind = String
			}
			t.Cell(ids[i], kind, raw, false)
		}
		n++
	}
}

func orderCells(r *rand.Rand, i int) (cells [][]byte) {
	add := func(format string, args ...any) { cells = append(cells, fmt.Appendf(nil, format, args...)) }
	add("%d", 100000000+7*i)
	add(`"2026-%02d-%02dT%02d:%02d:00Z"`, r.IntN(12)+1, r.IntN(28)+1, r.IntN(24), r.IntN(60))
	add(`"%s"`, pick(r, "shipped", "shipped", "paid", "cancelled"))
	add("%d.%02d", r.IntN(500), r.IntN(100))
	add(`"Name%d Surname%d"`, r.IntN(10), r.IntN(10))
	add(`"a note of some length that isn't like another: %d"`, i)
	for range 2 {
		add(`"SKU-%05d"`, r.IntN(100000))
		add("%d", r.IntN(9)+1)
		add("%d.%02d", r.IntN(90), r.IntN(100))
	}
	return cells
}

func BenchmarkLine(b *testing.B) {
	t := New(Options{Auto: true, Text: true, Key: -1, Name: flat()})
	line := []byte("2026-01-01T00:33:37Z INFO [search-svc] req=0123456789 the parcel was left by a neighbour")
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		t.Row(0, nil)
		t.Line(line)
	}
}
