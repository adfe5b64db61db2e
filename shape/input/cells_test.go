package input

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// A known is what encoding/json says about one value of a document.
type known struct {
	path string
	kind Kind
	text string // compact
	key  string // decoded
	size int    // elements, members
}

// walk lists the values of the next document of dec, in order.
func walk(dec *json.Decoder, doc []byte, path, key string, out *[]known) {
	at := len(*out)
	*out = append(*out, known{path: path, key: key})
	tok, err := dec.Token()
	if err != nil {
		panic(err)
	}
	end := dec.InputOffset()
	from := end
	switch v := tok.(type) {
	case json.Delim:
		from = end - 1
		for (*out)[at].kind = Array; dec.More(); (*out)[at].size++ {
			next, name := path+"[]", ""
			if v == '{' {
				t, _ := dec.Token()
				name = t.(string)
				next = strings.TrimPrefix(path+"."+name, ".")
			}
			walk(dec, doc, next, name, out)
		}
		if v == '{' {
			(*out)[at].kind = Object
		}
		_, _ = dec.Token()
		end = dec.InputOffset()
	case string:
		(*out)[at].kind = String
		from = int64(bytes.LastIndexByte(doc[:end-1], '"'))
		for from > 0 && escapedAt(doc, int(from)) {
			from = int64(bytes.LastIndexByte(doc[:from], '"'))
		}
	case json.Number:
		(*out)[at].kind = Number
		from = end - int64(len(v))
	case bool:
		(*out)[at].kind = Bool
		from = end - int64(len(fmt.Sprint(v)))
	case nil:
		from = end - 4
	}
	var text bytes.Buffer
	if err := json.Compact(&text, doc[from:end]); err != nil {
		panic(err)
	}
	(*out)[at].text = text.String()
}

// escapedAt reports whether an odd number of backslashes stands before i.
func escapedAt(b []byte, i int) bool {
	n := i
	for n > 0 && b[n-1] == '\\' {
		n--
	}
	return (i-n)%2 == 1
}

func knownOf(doc []byte) (out []known) {
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.UseNumber()
	walk(dec, doc, "", "", &out)
	return out
}

func checkCells(t *testing.T, doc []byte, p *Paths, row *Row) {
	t.Helper()
	want := knownOf(doc)
	if len(row.Cells) != len(want) {
		t.Fatalf("%q: %d cells instead of %d", doc, len(row.Cells), len(want))
	}
	for i, w := range want {
		c := &row.Cells[i]
		path, key := "", ""
		if path = p.Name(c.Path); path == "." {
			path = ""
		}
		if c.Path < 0 && p.Len() < maxPaths-topPaths {
			t.Fatalf("%q: cell %d has no path", doc, i)
		}
		if c.Key >= 0 {
			end, _ := textEnd(row.Bytes, int(c.Key))
			key = string(Unquote(nil, row.Bytes[c.Key:end]))
		}
		text := string(Compact(nil, row.Value(c)))
		if path != w.path && c.Path >= 0 || key != w.key || c.Kind != w.kind ||
			text != string(Compact(nil, []byte(w.text))) {
			t.Fatalf("%q: cell %d is %q %v %q key %q instead of %+v", doc, i, path, c.Kind, text, key, w)
		}
		checkSubtree(t, row, i, w.size)
	}
}

// checkSubtree checks that following Next visits exactly the children of a cell.
func checkSubtree(t *testing.T, row *Row, i, size int) {
	t.Helper()
	c := &row.Cells[i]
	n := 0
	for j := int32(i) + 1; j < c.Next; j = row.Cells[j].Next {
		if in := &row.Cells[j]; in.Start < c.Start || in.End > c.End {
			t.Fatalf("cell %d is not inside cell %d", j, i)
		}
		n++
	}
	if n != size {
		t.Fatalf("%s: cell %d has %d children, not %d", row.Bytes, i, n, size)
	}
}

func TestCellsLikeStd(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	var row Row
	for range 300 {
		p := NewPaths()
		doc := appendRandom(nil, rng, 5)
		if err := Scan(doc, p, &row); err != nil {
			t.Fatalf("%q: %v", doc, err)
		}
		checkCells(t, doc, p, &row)
		checkDup(t, &row)
	}
}

// checkDup finds superseded members the slow way.
func checkDup(t *testing.T, row *Row) {
	t.Helper()
	some := false
	for i := range row.Cells {
		c := &row.Cells[i]
		if c.Kind != Object {
			continue
		}
		later := map[string]bool{}
		var children []int32
		for j := int32(i) + 1; j < c.Next; j = row.Cells[j].Next {
			children = append(children, j)
		}
		for k := len(children) - 1; k >= 0; k-- {
			in := &row.Cells[children[k]]
			end, _ := textEnd(row.Bytes, int(in.Key))
			key := string(Unquote(nil, row.Bytes[in.Key:end]))
			if later[key] != (in.Flags&Dup != 0) {
				t.Fatalf("%s: member %s superseded: %v", row.Bytes, key, later[key])
			}
			some = some || later[key]
			later[key] = true
		}
	}
	if row.Dup != some {
		t.Fatalf("%s: has duplicates: %v", row.Bytes, some)
	}
}

func TestDupWithoutIDs(t *testing.T) {
	p := NewPaths()
	fill := []byte("{")
	for i := range 3000 {
		fill = fmt.Appendf(fill, `"k%d":{"x%d":1},`, i, i)
	}
	var row Row
	if err := Scan(append(fill, `"end":0}`...), p, &row); err != nil || row.Dup {
		t.Fatal(err, row.Dup)
	}
	if p.Len() > maxPaths+2 {
		t.Errorf("%d paths", p.Len())
	}
	names, more := p.Top()
	if len(names) < 84 || len(names)+more != 3001 || names[0] != "k0" || names[83] != "k83" {
		t.Errorf("%d names and %d more, the first %q", len(names), more, names[:84])
	}
	doc := append([]byte(nil), fill...)
	for i := range 3000 {
		doc = fmt.Appendf(doc, `"n%d":[{"q":%d,"q":2}],`, i%2000, i)
	}
	if err := Scan(append(doc, `"n\u0030":0}`...), p, &row); err != nil {
		t.Fatal(err)
	}
	checkDup(t, &row)
}

func TestWantedPaths(t *testing.T) {
	p := NewPaths()
	wants := []string{}
	for i := range 2000 {
		p.ID(Step{Name: fmt.Sprint("w", i)}, Step{Each: true}, Step{Name: "v"})
		wants = append(wants, fmt.Sprintf("w%d[].v", i))
	}
	var row Row
	doc := []byte(`{"w1999":[{"v":1}],"other":2}`)
	if err := Scan(doc, p, &row); err != nil {
		t.Fatal(err)
	}
	checkCells(t, doc, p, &row)
	id := p.ID(Step{Name: "w7"}, Step{Each: true}, Step{Name: "v"})
	if p.Name(id) != wants[7] || p.Key(id) != "v" || !p.IsEach(p.Parent(id)) || p.Parent(0) != -1 {
		t.Error(p.Name(id), p.Key(id))
	}
	if names, more := p.Top(); fmt.Sprint(names, more) != "[w1999 other] 0" {
		t.Error(names, more)
	}
}

func TestQuoted(t *testing.T) {
	p := NewPaths()
	tests := []struct {
		steps        []Step
		name, quoted string
	}{
		{nil, ".", "."},
		{[]Step{{Name: "user"}, {Name: "login"}}, "user.login", ".user.login"},
		{[]Step{{Name: "labels"}, {Each: true}, {Name: "name"}}, "labels[].name", ".labels[].name"},
		{[]Step{{Name: "a b"}, {Each: true}}, "a b[]", `."a b"[]`},
		{[]Step{{Name: "1a"}, {Name: `q"\`}}, `1a.q"\`, `."1a"."q\"\\"`},
		{[]Step{{Each: true}, {Name: "a"}}, "[].a", ".[].a"},
		{[]Step{{Name: ""}}, "", `.""`},
	}
	for _, tt := range tests {
		id := p.ID(tt.steps...)
		if p.Name(id) != tt.name || p.Quoted(id) != tt.quoted {
			t.Errorf("%v: %s %s", tt.steps, p.Name(id), p.Quoted(id))
		}
		if p.ID(tt.steps...) != id {
			t.Errorf("%v: another id", tt.steps)
		}
	}
}
