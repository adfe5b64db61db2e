package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"strings"
	"testing"
	"testing/iotest"
)

// split returns the rows that a Splitter finds, as "offset:bytes", and the error that ends them.
func split(s *Splitter) (rows []string, err error) {
	var row Row
	for {
		if err = s.Next(&row); err != nil {
			return rows, err
		}
		text := fmt.Sprintf("%d:%s", row.Off, row.Bytes)
		if s.Key() != nil {
			text = string(s.Key()) + text
		}
		rows = append(rows, text)
		if row.N != int64(len(rows)-1) {
			return rows, fmt.Errorf("row %d has number %d", len(rows)-1, row.N)
		}
	}
}

func TestSplitRoot(t *testing.T) {
	tests := []struct {
		in   string
		rows []string
		err  error
	}{
		{`[{"a":1}, [2] ,"x",3]`, []string{`1:{"a":1}`, `10:[2]`, `15:"x"`, `19:3`}, io.EOF},
		{` [ ] `, nil, io.EOF},
		{"", nil, io.EOF},
		{"{\"a\":1}\n{\"b\":[2]}\n", []string{`0:{"a":1}`, `8:{"b":[2]}`}, io.EOF},
		{"1 2\n\"x\"null", []string{"0:1", "2:2", `4:"x"`, "7:null"}, io.EOF},
		{`[{"a":1}][{"b":2}] []`, []string{`1:{"a":1}`, `10:{"b":2}`}, io.EOF},
		{`[{"a":1}] [2]`, []string{`1:{"a":1}`}, ErrValues},
		{`[1,2] [3]`, []string{`1:1`, `3:2`}, ErrValues},
		{`[{"a":1}] {}`, []string{`1:{"a":1}`}, ErrValues},
		{`{} [{}]`, []string{`0:{}`, `3:[{}]`}, io.EOF},
		{`[{"a":1},{"b":`, []string{`1:{"a":1}`}, ErrIncomplete},
		{`[{"a":1},`, []string{`1:{"a":1}`}, ErrIncomplete},
		{`[{"a":1}`, []string{`1:{"a":1}`}, ErrIncomplete},
	}
	for _, tt := range tests {
		rows, err := split(NewSplitter(strings.NewReader(tt.in), nil))
		if !errors.Is(err, tt.err) || fmt.Sprint(rows) != fmt.Sprint(tt.rows) {
			t.Errorf("%s: %q, %v", tt.in, rows, err)
		}
	}
}

func TestSplitAt(t *testing.T) {
	each := Step{Each: true}
	tests := []struct {
		in     string
		steps  []Step
		values bool
		rows   string
	}{
		{`{"x":[1],"a":{"b":[1,2]},"c":3}`, []Step{{Name: "a"}, {Name: "b"}}, false, "[19:1 21:2]"},
		{`{"a":{"b":[1,2]}}`, []Step{{Name: "a"}, {Name: "b"}}, true, "[10:[1,2]]"},
		{`{"a":{"k":1,"l":{}}}`, []Step{{Name: "a"}}, false, `["k"10:1 "l"16:{}]`},
		{`{"\u0061":[7]}`, []Step{{Name: "a"}}, false, "[11:7]"},
		{`{"a":[{"b":[1]},{"c":[2]},{"b":null},4,{"b":[3,5]}]}`,
			[]Step{{Name: "a"}, each, {Name: "b"}}, false, "[12:1 45:3 47:5]"},
		{`{"a":{"x":{"b":[1]},"y":{"b":{"z":2}}}}`,
			[]Step{{Name: "a"}, each, {Name: "b"}, each}, true, `[16:1 "z"34:2]`},
		{`[[1],[2,3]] [[4]]`, []Step{each, each}, true, "[2:1 6:2 8:3 14:4]"},
		{`[1] 2 {"a":3}`, []Step{}, true, "[0:[1] 4:2 6:{\"a\":3}]"},
		{`{"a":1} {"a":[2]} {"b":[3]}`, []Step{{Name: "a"}}, false, "[14:2]"},
	}
	for _, tt := range tests {
		s := NewSplitter(strings.NewReader(tt.in), nil)
		s.At(tt.steps, tt.values)
		rows, err := split(s)
		if err != io.EOF || fmt.Sprint(rows) != tt.rows {
			t.Errorf("%s: %q, %v", tt.in, rows, err)
		}
	}
}

// chunks gives its input in pieces of random sizes up to n.
type chunks struct {
	b   []byte
	n   int
	rng *rand.Rand
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), 1+c.rng.Intn(c.n))], c.b)
	c.b = c.b[n:]
	return n, nil
}

// dump returns everything about the rows of an input, so that two ways of reading can be compared.
func dump(r io.Reader, limit int, cells bool, want ...Step) string {
	p := NewPaths()
	if len(want) > 0 {
		p.ID(want...)
	}
	s := NewSplitter(r, p)
	s.Cells, s.MaxRow = cells, limit
	var b strings.Builder
	for {
		var row Row
		err := s.Next(&row)
		if err != nil {
			fmt.Fprintln(&b, err, s.Values())
			if err == io.EOF {
				fmt.Fprintln(&b, s.BadUTF8())
			}
			break
		}
		fmt.Fprintf(&b, "%d %v %s %v %v %v %v %v\n", row.N, row.Span, row.Bytes, row.Cells,
			row.Whole, row.Large, row.Dup, row.Dropped)
	}
	names, more := p.Top()
	fmt.Fprintln(&b, names, more)
	for id := range p.Len() {
		fmt.Fprintln(&b, p.Name(int32(id)), p.Quoted(int32(id)))
	}
	return b.String()
}

func TestSplitChunks(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for i := range 80 {
		in := randomStream(rng)
		for _, limit := range []int{MaxRow, 64, 300} {
			sameInChunks(t, in, limit, int64(i))
		}
	}
}

// sameInChunks checks that nothing depends on the pieces in which the input comes.
func sameInChunks(t *testing.T, in []byte, limit int, seed int64) {
	t.Helper()
	whole := dump(bytes.NewReader(in), limit, true, Step{Name: "b"})
	rng := rand.New(rand.NewSource(seed))
	for _, r := range []io.Reader{
		iotest.OneByteReader(bytes.NewReader(in)),
		iotest.DataErrReader(bytes.NewReader(in)),
		&chunks{in, 7, rng}, &chunks{in, 200, rng},
	} {
		got := dump(r, limit, true, Step{Name: "b"})
		i := 0
		for i < min(len(got), len(whole)) && got[i] == whole[i] {
			i++
		}
		if got != whole {
			t.Fatalf("%.300q\nwith limit %d: %.200q instead of %.200q behind %.200q", in, limit,
				got[i:], whole[i:], got[max(0, i-200):i])
		}
	}
}

func FuzzSplitChunks(f *testing.F) {
	for i, doc := range documents {
		f.Add([]byte(doc), 16+i, int64(i))
	}
	f.Fuzz(func(t *testing.T, doc []byte, limit int, seed int64) {
		if limit < 16 || limit > MaxRow {
			return
		}
		sameInChunks(t, doc, limit, seed)
	})
}

// Rows, members and skipped values that lie across the ends of windows, with real sizes.
func TestSplitWindows(t *testing.T) {
	rng := rand.New(rand.NewSource(6))
	var doc bytes.Buffer
	var want []string
	doc.WriteString(`{"skipped":[{"data":"no"},` + strings.Repeat(`"é",`, windowSize) + `0],"data":[`)
	for i := range 400 {
		if i > 0 {
			doc.WriteString(", ")
		}
		row := fmt.Sprintf(`{"n":%d,"text":"%s"}`, i, strings.Repeat(`x\n`, rng.Intn(5000)))
		want = append(want, fmt.Sprintf("%d:%s", doc.Len(), row))
		doc.WriteString(row)
	}
	doc.WriteString("]}")
	s := NewSplitter(&chunks{doc.Bytes(), 1 << 17, rng}, NewPaths())
	s.Cells = true
	s.At([]Step{{Name: "data"}}, false)
	rows, err := split(s)
	if err != io.EOF || len(rows) != len(want) {
		t.Fatal(err, len(rows))
	}
	for i := range rows {
		if rows[i] != want[i] {
			t.Fatalf("row %d: %.60s instead of %.60s", i, rows[i], want[i])
		}
	}
}

// randomStream makes a few JSON documents, sometimes with damage.
func randomStream(rng *rand.Rand) []byte {
	var b []byte
	for range 1 + rng.Intn(4) {
		b = appendRandom(b, rng, 5)
		b = append(b, " \n"[rng.Intn(2)])
	}
	if rng.Intn(6) == 0 {
		b[rng.Intn(len(b))] = byte(rng.Intn(256))
	}
	if rng.Intn(6) == 0 {
		b = b[:rng.Intn(len(b))]
	}
	return b
}

var atoms = []string{
	"null", "true", "false", "0", "-0", "1.5e-7", "12345678901234567890", "-3.25E+2", `""`, `"a"`,
	`"plain text that is longer than a word"`, `"é\n\u00e9日本"`, `"\ud83d\ude00"`, `"\ud83d"`,
	"\"\xff\xc3\"", `"\\\"\/"`, `"` + strings.Repeat("long ", 30) + `"`,
	`"` + strings.Repeat(`\u0041\ud83d\ude00é`, 12) + `"`, strings.Repeat("7", 90),
}

var names = []string{
	`"a"`, `"b"`, `"c"`, `"\u0061"`, `"a longer name, with spaces"`, `"é"`, `"a\"b"`,
}

func appendRandom(b []byte, rng *rand.Rand, depth int) []byte {
	space := func() {
		if rng.Intn(8) == 0 {
			b = append(b, strings.Repeat(" ", rng.Intn(20))+"\n\t\r"[:1+rng.Intn(2)]...)
		}
	}
	kind := rng.Intn(4)
	if depth == 0 || kind < 2 && depth < 5 {
		return append(b, atoms[rng.Intn(len(atoms))]...)
	}
	closing := byte(']')
	if b = append(b, '['); kind%2 == 1 {
		b[len(b)-1], closing = '{', '}'
	}
	for i := range rng.Intn(9) {
		if space(); i > 0 {
			b = append(b, ',')
			space()
		}
		if closing == '}' {
			b = append(b, names[rng.Intn(len(names))]...)
			space()
			b = append(b, ':')
			space()
		}
		b = appendRandom(b, rng, depth-1)
	}
	space()
	return append(b, closing)
}
