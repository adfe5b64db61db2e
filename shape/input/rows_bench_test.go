package input

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"testing"
)

// orders makes rows like those of a shop: short strings and numbers, one list, one longer text.
func orders(n int) []byte {
	rng := rand.New(rand.NewSource(1))
	states := []string{"paid", "shipped", "cancelled", "refund_pending"}
	b := []byte("[\n")
	for i := range n {
		if i > 0 {
			b = append(b, ",\n"...)
		}
		b = fmt.Appendf(b, `{"id":"A-%d","date":"2025-%02d-%02dT%02d:%02d:00Z","status":%q,`+
			`"amount":%d.%02d,"currency":"EUR","customer":{"id":%d,"name":"Ada Müller",`+
			`"email":"ada%d@example.org"},"items":[{"sku":"S-%d","qty":%d,"price":%d.5},`+
			`{"sku":"S-%d","qty":1,"price":%d}],"note":"leave the parcel with the neighbours, `+
			`please; ring twice","gift":%v,"coupon":null}`,
			i, 1+i%12, 1+i%28, i%24, i%60, states[rng.Intn(4)], rng.Intn(500), rng.Intn(100),
			rng.Intn(9999),
			i, rng.Intn(999), 1+rng.Intn(5), rng.Intn(90), rng.Intn(999), rng.Intn(90), i%7 == 0)
	}
	return append(b, "\n]\n"...)
}

func benchmarkSplit(b *testing.B, doc []byte, cells bool) {
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	var row Row
	for b.Loop() {
		s := NewSplitter(bytes.NewReader(doc), NewPaths())
		s.Cells = cells
		err := s.Next(&row)
		for ; err == nil; err = s.Next(&row) {
		}
		if err != io.EOF {
			b.Fatal(err)
		}
	}
}

func BenchmarkSplitOrders(b *testing.B)      { benchmarkSplit(b, orders(20000), false) }
func BenchmarkSplitOrdersCells(b *testing.B) { benchmarkSplit(b, orders(20000), true) }

func BenchmarkSplitIndentedCells(b *testing.B) {
	var doc bytes.Buffer
	if err := json.Indent(&doc, orders(20000), "", "    "); err != nil {
		b.Fatal(err)
	}
	benchmarkSplit(b, doc.Bytes(), true)
}

func BenchmarkSplitTextCells(b *testing.B) {
	text := bytes.Repeat([]byte(`a line of text that goes on for a while and has some \"quotes\" in it\n`), 40)
	row := fmt.Appendf(nil, `{"id":1,"body":"%s"},`, text)
	doc := append(bytes.Repeat(row, 3000), `{}]`...)
	benchmarkSplit(b, append([]byte("["), doc...), true)
}

func BenchmarkScanOrder(b *testing.B) {
	doc := orders(1)
	doc = doc[2 : len(doc)-3]
	p := NewPaths()
	var row Row
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		if err := Scan(doc, p, &row); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompactOrder(b *testing.B) {
	doc := orders(1)
	b.SetBytes(int64(len(doc)))
	var dst []byte
	for b.Loop() {
		dst = Compact(dst[:0], doc)
	}
}

func BenchmarkValidStd(b *testing.B) {
	doc := orders(20000)
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		if !json.Valid(doc) {
			b.Fatal("not valid")
		}
	}
}
