package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// largeRow returns the only row of an input.
func largeRow(t *testing.T, r io.Reader, limit int, p *Paths) *Row {
	t.Helper()
	s := NewSplitter(r, p)
	s.Cells, s.MaxRow = true, limit
	row := new(Row)
	if err := s.Next(row); err != nil {
		t.Fatal(err)
	}
	kept := *row
	kept.Bytes = append([]byte(nil), row.Bytes...)
	kept.Cells = append([]Cell(nil), row.Cells...)
	if err := s.Next(row); err != io.EOF {
		t.Fatal(err)
	}
	return &kept
}

// member returns the cell of a top-level member.
func member(row *Row, p *Paths, name string) *Cell {
	for j := int32(1); j < row.Cells[0].Next; j = row.Cells[j].Next {
		if p.Name(row.Cells[j].Path) == name {
			return &row.Cells[j]
		}
	}
	return nil
}

func TestAbridgedRow(t *testing.T) {
	var b strings.Builder
	b.WriteString(`[ {"id": 19, "body":"` + strings.Repeat(`é\n`, 5000) + `", ` +
		`"tags":[1,2],"comments":[`)
	for i := range 2000 {
		fmt.Fprintf(&b, `{"n":%d,"text":"comment"},`, i)
	}
	b.WriteString(`{}], "digits":` + strings.Repeat("12", 5000))
	for i := range 2000 {
		fmt.Fprintf(&b, `, "m%d": [%d]`, i, i)
	}
	b.WriteString(`, "last":{"deep":["kept"],"not":0}, "date":"2026-01-01"} ]`)
	p := NewPaths()
	p.ID(Step{Name: "last"}, Step{Name: "deep"})
	p.ID(Step{Name: "date"})
	const limit = 8192
	row := largeRow(t, strings.NewReader(b.String()), limit, p)

	if !row.Large || !row.Dropped || row.Off != 2 || int(row.Len) != b.Len()-4 {
		t.Errorf("large %v, dropped %v, %v", row.Large, row.Dropped, row.Span)
	}
	if !json.Valid(row.Bytes) || len(row.Bytes) > limit*3/2 {
		t.Errorf("%d bytes: %.100s", len(row.Bytes), row.Bytes)
	}
	checkCells(t, row.Bytes, p, row)
	sizes := map[string]int64{"body": 15000, "comments": 2001, "digits": 10000}
	for name, size := range sizes {
		c := member(row, p, name)
		if c == nil || c.Flags&Cut == 0 || row.Whole[int32(indexOf(row, c))] != size {
			t.Errorf("%s: %+v, %v", name, c, row.Whole)
		}
	}
	if row.Whole[0] != 2007 {
		t.Errorf("%d members", row.Whole[0])
	}
	for name, text := range map[string]string{
		"id": "19", "tags": "[1,2]", "last": `{"deep":["kept"]}`, "date": `"2026-01-01"`, "m0": "[0]",
	} {
		if c := member(row, p, name); c == nil || string(row.Value(c)) != text {
			t.Errorf("%s is lost: %v", name, c)
		}
	}
}

func indexOf(row *Row, c *Cell) int {
	for i := range row.Cells {
		if &row.Cells[i] == c {
			return i
		}
	}
	return -1
}

// Whatever is abridged: the result is valid, bounded, and a part of the whole.
func TestAbridgedAtRandom(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	for range 200 {
		doc := []byte("[")
		for len(doc) < 5000 {
			doc = append(appendRandom(doc, rng, 5), ',')
		}
		doc = append(doc, "0]"...)
		limit := 100 + rng.Intn(5000)
		p := NewPaths()
		p.ID(Step{Each: true}, Step{Name: "a"})
		row := largeRow(t, strings.NewReader("["+string(doc)+"]"), limit, p)
		if !json.Valid(row.Bytes) || len(row.Bytes) > 2*limit+200 {
			t.Fatalf("%d bytes, limit %d: %s", len(row.Bytes), limit, row.Bytes)
		}
		checkCells(t, row.Bytes, p, row)
		var whole, part any
		if json.Unmarshal(doc, &whole) != nil || json.Unmarshal(row.Bytes, &part) != nil {
			t.Fatal("not JSON")
		}
		checkPart(t, row, 0, whole)
	}
}

// checkPart checks cell i of an abridged row, and all in it, against the whole value. Objects with
// a name twice are passed over.
func checkPart(t *testing.T, row *Row, i int32, whole any) {
	t.Helper()
	c := &row.Cells[i]
	var children []int32
	for j := i + 1; j < c.Next; j = row.Cells[j].Next {
		children = append(children, j)
	}
	size, cut := row.Whole[i]
	if cut != (c.Flags&Cut != 0) {
		t.Fatalf("cell %d: cut without size or size without cut", i)
	}
	switch v := whole.(type) {
	case []any:
		checkSize(t, i, len(children), len(v), size, cut)
	case map[string]any:
		for _, j := range children {
			end, _ := textEnd(row.Bytes, int(row.Cells[j].Key))
			if _, ok := v[string(Unquote(nil, row.Bytes[row.Cells[j].Key:end]))]; !ok {
				t.Fatalf("cell %d isn't in the whole", j)
			}
		}
	case string:
		head := string(Unquote(nil, row.Value(c)))
		checkSize(t, i, len(head), len(v), size, cut)
		if !strings.HasPrefix(v, head) {
			t.Fatalf("cell %d is %q, not a beginning of %q", i, head, v)
		}
	}
}

func checkSize(t *testing.T, i int32, kept, all int, size int64, cut bool) {
	t.Helper()
	if cut && int(size) != all || !cut && kept != all {
		t.Fatalf("cell %d: %d of %d kept, said to be %d", i, kept, all, size)
	}
}

func TestScanLikeSplitter(t *testing.T) {
	body := `{"a":"` + strings.Repeat("x", MaxRow) + `","b":[` + strings.Repeat("1,", MaxRow/8) + `2]}`
	for _, doc := range []string{body, `[` + strings.Repeat("1,", MaxRow/8) + `2]`, `{"a":1}`} {
		p, q := NewPaths(), NewPaths()
		row := largeRow(t, strings.NewReader("["+doc+"]"), MaxRow, p)
		var got Row
		if err := Scan([]byte(doc), q, &got); err != nil {
			t.Fatal(err)
		}
		if got.Large != row.Large || !bytes.Equal(got.Bytes, row.Bytes) ||
			!slices.Equal(got.Cells, row.Cells) || !maps.Equal(got.Whole, row.Whole) {
			t.Errorf("%.20s…: %d bytes, %d bytes", doc, len(got.Bytes), len(row.Bytes))
		}
	}
}

// repeated gives a piece of text again and again.
type repeated struct {
	piece string
	left  int
	off   int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for n < len(p) && r.left > 0 {
		c := copy(p[n:], r.piece[r.off:])
		n += c
		if r.off += c; r.off == len(r.piece) {
			r.off, r.left = 0, r.left-1
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Long rows, of one kind or another, are given in a few times the memory of MaxRow.
func TestMemory(t *testing.T) {
	tests := []struct {
		front, piece, back string
		size               int
		deep               bool
	}{
		{front: `{"id":1,"x":"`, piece: "text, ", back: `","end":2}`, size: 100 << 20},
		{front: `{"id":1,"x":"`, piece: `\u00e9`, back: `","end":2}`},
		{front: `{"id":1,"x":[`, piece: `{"a":"b"},`, back: `0],"end":2}`},
		{front: `{"id":1,"x":{`, piece: `"k":0,`, back: `"l":0},"end":2}`},
		{front: `{"id":1,"x":[`, piece: "1", back: `0],"end":2}`},
		{front: `{"id":1,"x":[`, piece: " ", back: `0],"end":2}`},
		{front: `{"id":1,"x":`, piece: "[", deep: true},
		{front: `{"id":1,"x":`, piece: `{"a":`, deep: true},
	}
	for _, tt := range tests {
		size, piece := max(tt.size, 24<<20), strings.Repeat(tt.piece, 1000)
		var most uint64
		runtime.GC()
		p := NewPaths()
		s := NewSplitter(&watched{most: &most, r: io.MultiReader(strings.NewReader(tt.front),
			&repeated{piece: piece, left: size/len(piece) + 1}, strings.NewReader(tt.back))}, p)
		s.Cells = true
		var row Row
		switch err := s.Next(&row); {
		case tt.deep && errors.Is(err, ErrIncomplete):
		case tt.deep || err != nil || !row.Large || row.Len < int64(size) ||
			member(&row, p, "id") == nil || member(&row, p, "end") == nil:
			t.Errorf("%s: %v, %d bytes", tt.piece, err, row.Len)
		}
		if most == 0 || most > 40<<20 {
			t.Errorf("%s: %d MiB in use", tt.piece, most>>20)
		}
	}
}

// watched notes now and then how much of the heap is in use.
type watched struct {
	r    io.Reader
	most *uint64
	n    int
}

func (w *watched) Read(p []byte) (int, error) {
	if w.n++; w.n%4 == 0 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		*w.most = max(*w.most, m.HeapAlloc)
	}
	return w.r.Read(p)
}
