package input

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A fileBody is a Body in a file, so that what is kept doesn't count as memory.
type fileBody struct {
	f *os.File
	n int64
}

func newFileBody(t *testing.T) *fileBody {
	f, err := os.Create(filepath.Join(t.TempDir(), "body"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return &fileBody{f: f}
}

func (b *fileBody) Write(p []byte) (int, error) {
	n, err := b.f.Write(p)
	b.n += int64(n)
	return n, err
}
func (b *fileBody) ReadAt(p []byte, off int64) (int, error) { return b.f.ReadAt(p, off) }
func (b *fileBody) Size() int64                             { return b.n }

// A stream gives head, then n times what piece writes, then tail; in memory there is one piece.
func stream(head string, n int, piece func(b []byte, i int) []byte, tail string) io.Reader {
	s := &streamReader{n: n, piece: piece}
	return io.MultiReader(strings.NewReader(head), s, strings.NewReader(tail))
}

type streamReader struct {
	i, n  int
	piece func([]byte, int) []byte
	buf   []byte
	rest  []byte
}

func (s *streamReader) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		if s.i == s.n {
			return 0, io.EOF
		}
		s.rest, s.buf = nil, s.buf[:0]
		for s.i < s.n && len(s.buf) < 32<<10 {
			s.buf = s.piece(s.buf, s.i)
			s.i++
		}
		s.rest = s.buf
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

func text(s string) func([]byte, int) []byte {
	return func(b []byte, _ int) []byte { return append(b, s...) }
}

// The heap that is allowed beyond what is there at the beginning: some windows of MaxRow, and what
// the collector has not seen yet; with a row of MaxRow or more, also its cells.
const (
	peak    = 24 << 20
	peakBig = 64 << 20
)

// drainRows reads all rows and returns their number, the last row and the error. It fails when
// the heap grows beyond limit.
func drainRows(t *testing.T, in io.Reader, o Options, limit uint64) (n int64, last Row, err error) {
	t.Helper()
	o.Kept, o.Decoded = newFileBody(t), func() Body { return newFileBody(t) }
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := Open(in, o)
	var row Row
	for {
		if err = r.Next(&row); err == ErrAgain {
			n = 0
			continue
		}
		if n%200000 == 0 || err != nil || row.Large {
			runtime.ReadMemStats(&now)
			if now.HeapAlloc > before.HeapAlloc+limit {
				t.Fatalf("%d MiB of heap after %d rows", (now.HeapAlloc-before.HeapAlloc)>>20, n)
			}
		}
		if err != nil {
			return n, last, err
		}
		n++
		last = Row{N: row.N, Span: row.Span, Large: row.Large, Whole: row.Whole, Bytes: bytes.Clone(row.Bytes[:min(len(row.Bytes), 64)])}
	}
}

// Whatever the size of an input, and of what is in it, memory is bounded.
func TestBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("tens of megabytes")
	}
	object := func(b []byte, i int) []byte { return fmt.Appendf(b, `{"id":%d,"name":"some name"},`, i) }
	member := func(b []byte, i int) []byte { return fmt.Appendf(b, `"k%d":{"id":%d,"n":"some name"},`, i, i) }
	const many = 1 << 19
	for _, c := range []struct {
		name string
		in   io.Reader
		o    Options
		rows int64
		err  string
	}{
		{"array", stream("[", many, object, `{"id":0}]`), Options{}, many + 1, ""},
		{"wrapped", stream(`{"items":[`, many, object, `{"id":0}],"total":5}`), Options{}, many + 1, ""},
		{"wrapped, asked", stream(`{"items":[`, many, object, `{"id":0}],"total":5}`), Options{Rows: Place{{name: "items"}}}, many + 1, ""},
		{"map", stream(`{`, many/4, member, `"z":{"id":0}}`), Options{}, many/4 + 1, ""},
		{"map below", stream(`{"m":{`, many/4, member, `"z":{"id":0}},"x":1}`), Options{}, many/4 + 1, ""},
		{"keys of one object", stream(`{`, many, func(b []byte, i int) []byte { return fmt.Appendf(b, `"k%d":%d,`, i, i) }, `"z":0}`), Options{}, 1, ""},
		{"lines", stream("", many, text("2026-01-02 a line\n"), "end"), Options{}, many + 1, ""},
		{"records", stream("id,name,n\n", many, func(b []byte, i int) []byte { return fmt.Appendf(b, "%d,some name,%d\n", i, i) }, ""), Options{}, many, ""},
		{"columns", stream("a,b\n", 1<<18, text("1,2,3,4,5,6,7,8,"), "\n"), Options{From: "csv"}, 1, ""},
		{"bad lines", stream("{\"a\":1}\n", many, text("{\"a\":1}\n{\"a\":2}\n{\n"), ""), Options{}, 3*many + 1, ""},
		{"empty rows", stream("[", 2*many, text("{},"), "{}]"), Options{}, 2*many + 1, ""},
		{"levels", stream("", 100000, text("["), strings.Repeat("]", 100000)), Options{}, 1, ""},
		{"levels of objects", stream("", 100000, text(`{"a":`), "1"+strings.Repeat("}", 100000)), Options{}, 1, ""},
		{"levels, cut", stream("", many, text(`{"a":`), ""), Options{}, 0, "cut"},
		{"one line", stream("", many, text("0123456789 0123456789 0123456789 "), "\nend"), Options{}, 2, ""},
		{"one string", stream(`[{"s":"`, many, text(`0123456789\n0123456789\u00e9`), `","z":1}]`), Options{}, 1, ""},
		{"one text", stream(`{"s":"`, many, text(`0123456789 0123456789\n`), `","z":1}`), Options{}, many, ""},
		{"a tool's text", stream(`{"content":[{"type":"text","text":"[`, many/2, text(`{\"id\":1,\"n\":\"x\"},`), `{}]"}]}`), Options{}, many/2 + 1, ""},
		{"a tool's image", stream(`{"content":[{"type":"image","data":"`, many, text(`QUJDQUJDQUJD`), `"}]}`), Options{}, 1, ""},
		{"NaN", stream("[NaN", many, text(",1,NaN"), "]"), Options{}, 2*many + 1, ""},
		{"UTF-16", stream("\xff\xfe", many, text("a\x00\n\x00"), ""), Options{}, many, ""},
		{"a table", stream(`{"columns":["a","b"],"rows":[[1,2]`, many/2, text(`,[1,"x"]`), "]}"), Options{}, many/2 + 1, ""},
		{"blank", stream("", many, text("            \n"), ""), Options{}, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			limit := uint64(peak)
			if c.rows <= 2 {
				limit = peakBig
			}
			n, _, err := drainRows(t, c.in, c.o, limit)
			if err == io.EOF {
				err = nil
			}
			if n != c.rows || damage(err) != c.err {
				t.Errorf("%d rows and %v, want %d and %q", n, err, c.rows, c.err)
			}
		})
	}
}

// A line is abridged at MaxRow, and what it is in truth is counted: as shown, without colours.
func TestLongLine(t *testing.T) {
	piece := "\x1b[31mred\x1b[0m \xff é "
	shown := int64(len("red \uFFFD é "))
	for _, end := range []string{"", "\n", "\r\n", "\r\nnext\n"} {
		n := MaxRow/len(piece) + 100
		in := strings.Repeat(piece, n) + end
		got := read(t, strings.NewReader(in), []byte(in), "text", "")
		_, last, _ := drainRows(t, strings.NewReader(strings.TrimSuffix(in, "next\n")), Options{From: "text"}, peakBig)
		if len(got.raw[0]) > MaxRow || len(got.raw[0]) < MaxRow-4 || got.spans[0].Len != int64(n*len(piece)) {
			t.Errorf("%q: a line of %d bytes, in a span of %d", end, len(got.raw[0]), got.spans[0].Len)
		}
		if !last.Large || last.Whole[0] != int64(n)*shown {
			t.Errorf("%q: true size %v, want %d", end, last.Whole, int64(n)*shown)
		}
		if len(got.rows) != 1+strings.Count(end, "next") {
			t.Errorf("%q: %d rows", end, len(got.rows))
		}
	}
	for _, size := range []int{MaxRow - 1, MaxRow, MaxRow + 1, MaxRow + 2, MaxRow + 64<<10, MaxRow + 65<<10} {
		in := strings.Repeat("x", size) + "\nend"
		_, _, err := drainRows(t, strings.NewReader(in), Options{From: "text"}, peakBig)
		got := read(t, strings.NewReader(in), []byte(in), "text", "")
		if err != io.EOF || len(got.raw) != 2 || len(got.raw[0]) != min(size, MaxRow) {
			t.Errorf("a line of %d bytes: %d rows, %d bytes", size, len(got.raw), len(got.raw[0]))
		}
	}
}

// A read that fails, or a body that can't be written, ends the rows with that error.
func TestIOErrors(t *testing.T) {
	broken := fmt.Errorf("broken pipe")
	for _, in := range []string{"", "[1,2", `{"items":[{"a":1},`, "a,b\n1,2\n", "text\n", "{\"a\":1}\n{\n", "\xff\xfea\x00", `{"s":"` + strings.Repeat("x", 9000)} {
		for _, from := range []string{"", "json", "ndjson", "csv", "tsv", "text", "mcp"} {
			r := Open(io.MultiReader(strings.NewReader(in), &failing{broken}), Options{From: from,
				Kept: new(memBody), Decoded: func() Body { return new(memBody) }})
			var row Row
			err := r.Next(&row)
			for n := 0; err == nil || err == ErrAgain; n++ {
				if err = r.Next(&row); n > 100 {
					t.Fatalf("%q from %q never ends", in, from)
				}
			}
			if !strings.Contains(err.Error(), "broken pipe") {
				t.Errorf("%q from %q: %v", in, from, err)
			}
		}
	}
	r := Open(strings.NewReader("[1,2]"), Options{From: "nonsense", Kept: new(memBody)})
	if err := r.Next(new(Row)); err == nil || !strings.Contains(err.Error(), "nonsense") {
		t.Errorf("a format that is none: %v", err)
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }
