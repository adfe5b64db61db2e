package input

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestCSV(t *testing.T) {
	runCases(t, []inputCase{
		{name: "types by column", in: "id,zip,n,note\n1,00501,1.50,\n2,10001,,x\n", format: "csv",
			rows: []string{`{"id":1,"zip":"00501","n":1.50,"note":""}`, `{"id":2,"zip":"10001","n":null,"note":"x"}`}},
		{name: "one cell decides", in: "a,b\n1,1\n2,2\n3,x\n", format: "csv",
			rows: []string{`{"a":1,"b":"1"}`, `{"a":2,"b":"2"}`, `{"a":3,"b":"x"}`}},
		{name: "numbers of JSON only", in: "a,b,c,d\n+1,.5,1.,0x1\n+2,.6,2.,0x2\n", format: "csv",
			rows: []string{`{"a":"+1","b":".5","c":"1.","d":"0x1"}`, `{"a":"+2","b":".6","c":"2.","d":"0x2"}`}},
		{name: "numbers as written", in: "a,b\n1e400,-0\n12345678901234567890,1E+2\n", format: "csv",
			rows: []string{`{"a":1e400,"b":-0}`, `{"a":12345678901234567890,"b":1E+2}`}},
		{name: "a column of nothing is text", in: "a,b\n1,\n2,\n", format: "csv",
			rows: []string{`{"a":1,"b":""}`, `{"a":2,"b":""}`}},
		{name: "quotes", in: "a,b\n\"x \"\"y\"\"\",\"1,2\"\n\"two\nlines\",\"\"\n", format: "csv",
			rows: []string{`{"a":"x \"y\"","b":"1,2"}`, `{"a":"two\nlines","b":""}`}},
		{name: "mark before a quoted header", in: "\xef\xbb\xbf\"a\",\"b\"\r\n\"1\",\"x\"\r\n", format: "csv",
			rows: []string{`{"a":1,"b":"x"}`}},
		{name: "bare CR", in: "a,b\r1,x\r2,\"y\rz\"\r", format: "csv",
			rows: []string{`{"a":1,"b":"x"}`, `{"a":2,"b":"y\rz"}`}},
		{name: "CR in a cell", in: "a,b\n1,x\ry\n2,z\n", format: "csv",
			rows: []string{`{"a":1,"b":"x\ry"}`, `{"a":2,"b":"z"}`}},
		{name: "semicolons", in: "a;b\n1,5;x\n2,5;y\n", format: "csv",
			rows: []string{`{"a":"1,5","b":"x"}`, `{"a":"2,5","b":"y"}`}},
		{name: "pipes", in: "a|b|c\n1|2|3\n4|5|6\n", format: "csv",
			rows: []string{`{"a":1,"b":2,"c":3}`, `{"a":4,"b":5,"c":6}`}},
		{name: "tabs", in: "a\tb c\n1\tx y\n2\tz\n", format: "text", rows: []string{`"a\tb c"`, `"1\tx y"`, `"2\tz"`}},
		{name: "tabs, three columns", in: "a\tb c\td\n1\tx y\t\n2\tz\t\n", format: "tsv",
			rows: []string{`{"a":1,"b c":"x y","d":""}`, `{"a":2,"b c":"z","d":""}`}},
		{name: "quoted tabs", in: "\"a\"\t\"b\"\n\"1\"\t\"2\"\n", format: "tsv", rows: []string{`{"a":1,"b":2}`}},
		{name: "spaces after the delimiter", in: "\"a\", \"b\",  \"c\"\n1, 2,   x y\n3,  4, \"p, q\"\n", format: "csv",
			rows: []string{`{"a":1,"b":2,"c":"x y"}`, `{"a":3,"b":4,"c":"p, q"}`}},
		{name: "ragged", in: "a,b,c\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n4,5\n6,7,8,9,10\n",
			format: "csv", warn: "2 ragged rows: the header has 3 cells",
			rows: rowsOf(17, `{"a":1,"b":2,"c":3}`, `{"a":4,"b":5}`, `{"a":6,"b":7,"c":8,"_4":9,"_5":10}`)},
		{name: "too ragged", in: "a,b,c\n1,2\n1,2,3\n1,2,3,4\n", format: "text",
			rows: []string{`"a,b,c"`, `"1,2"`, `"1,2,3"`, `"1,2,3,4"`}},
		{name: "forced", from: "csv", in: "a,a,\n1,2,3\n", format: "csv", rows: []string{`{"a":1,"a_2":2,"_3":3}`}},
		{name: "forced, one column", from: "csv", in: "a\nx\n\ny\n", format: "csv", rows: []string{`{"a":"x"}`, `{"a":"y"}`}},
		{name: "forced, semicolons", from: "csv", in: "1;2\n3;4\n", format: "csv", rows: []string{`{"1":3,"2":4}`}},
		{name: "forced tabs", from: "tsv", in: "a\tb\n1\t2\n", format: "tsv", rows: []string{`{"a":1,"b":2}`}},
		{name: "a header alone, forced", from: "csv", in: "a,b\n", format: "csv", warn: "a header with 2 cells, and no rows"},
		{name: "a quote that is never closed", in: "a,b,c\n1,2,3\n4,5,\"6\n7,8,9\n", format: "csv",
			rows: []string{`{"a":1,"b":2,"c":"3"}`, `{"a":4,"b":5,"c":"6\n7,8,9\n"}`}, warn: "never closed"},
		{name: "two CR at the end", from: "csv", in: "a,b\n1,x\r\r", format: "csv", rows: []string{`{"a":1,"b":"x\r"}`}},
		{name: "prose", in: "Dear Ann, dear Bob,\nit rains, I write, you read.\nYours, C\n", format: "text",
			rows: []string{`"Dear Ann, dear Bob,"`, `"it rains, I write, you read."`, `"Yours, C"`}},
		{name: "one line", in: "hello,world\n", format: "text", rows: []string{`"hello,world"`}},
		{name: "two columns with spaces", in: "10 Jan, fine\n11 Jan, rain\n", format: "text",
			rows: []string{`"10 Jan, fine"`, `"11 Jan, rain"`}},
		{name: "a number in the header", in: "a,1\nb,2\nc,3\n", format: "text", rows: []string{`"a,1"`, `"b,2"`, `"c,3"`}},
		{name: "a name twice", in: "a,b,a\n1,2,3\n", format: "text", rows: []string{`"a,b,a"`, `"1,2,3"`}},
		{name: "an empty name", in: "a,,c\n1,2,3\n", format: "text", rows: []string{`"a,,c"`, `"1,2,3"`}},
		{name: "comments of a log format", in: "#separator \\x09\n#fields\ta\tb\n1\t2\n3\t4\n", format: "text",
			rows: []string{`"#separator \\x09"`, `"#fields\ta\tb"`, `"1\t2"`, `"3\t4"`}},
		{name: "bad bytes", in: "a,b\n\xff,1\n", format: "csv", rows: []string{"{\"a\":\"\uFFFD\",\"b\":1}"}},
	})
}

// For what it can read, encoding/csv has the same records.
func TestCSVLikeStd(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "b c", "1", "0.5", "é", `"x"`, `"y,z"`, `"p ""q"""`, "\"two\nlines\"", "", "-", "w\"w"}
	for n := range 3000 {
		cols := 2 + rng.IntN(4)
		in := strings.TrimSuffix(strings.Repeat("h%d,", cols), ",") + "\n"
		names := make([]any, cols)
		for i := range names {
			names[i] = i
		}
		in = fmt.Sprintf(in, names...)
		for range rng.IntN(6) {
			cells := make([]string, cols+max(0, rng.IntN(9)-7))
			for i := range cells {
				cells[i] = pieces[rng.IntN(len(pieces))]
			}
			in += strings.Join(cells, ",") + []string{"\n", "\r\n"}[n%2]
		}
		std := csv.NewReader(strings.NewReader(in))
		std.FieldsPerRecord, std.LazyQuotes = -1, true
		want, err := std.ReadAll()
		if err != nil {
			t.Fatalf("%q: %v", in, err)
		}
		got := read(t, strings.NewReader(in), []byte(in), "csv", "")
		if len(got.rows) != len(want)-1 {
			t.Fatalf("%q: %d rows, want %d", in, len(got.rows), len(want)-1)
		}
		for i, row := range got.rows {
			sameCells(t, in, row, want[0], want[i+1])
		}
	}
}

// sameCells checks that a row has these cells, whatever their types.
func sameCells(t *testing.T, in, row string, header, cells []string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(row))
	d.UseNumber()
	var got map[string]any
	if err := d.Decode(&got); err != nil {
		t.Fatal(err)
	}
	for i, want := range cells {
		name := fmt.Sprintf("_%d", i+1)
		if i < len(header) {
			name = header[i]
		}
		text := ""
		if got[name] != nil {
			text = fmt.Sprint(got[name])
		}
		if text != want || len(got) != len(cells) {
			t.Fatalf("%q: %s is %q in %s, want %q", in, name, text, row, want)
		}
	}
}

// A record of any length is held in bounded memory: its long cells are cut, the others are not.
func TestLongRecord(t *testing.T) {
	long := strings.Repeat("long ", MaxRow/4)
	in := "a,b,c,d\n1,x," + long + ",y\n2,z,short,w\n"
	got := readText(t, in, "csv", "")
	if len(got.rows) != 2 || got.rows[1] != `{"a":2,"b":"z","c":"short","d":"w"}` {
		t.Fatalf("%d rows, the last %.200q", len(got.rows), got.rows[len(got.rows)-1])
	}
	first := got.rows[0]
	if len(first) > 2*MaxRow || !strings.HasPrefix(first, `{"a":1,"b":"x","c":"long long `) ||
		!strings.HasSuffix(first, `,"d":"y"}`) {
		t.Errorf("a row of %d bytes: %.40q … %q", len(first), first, first[len(first)-20:])
	}
	var row Row
	raw := in[len("a,b,c,d\n"):strings.Index(in, "\n2,")]
	if err := got.form.Row(0, got.spans[0], []byte(raw), NewPaths(), &row); err != nil {
		t.Fatal(err)
	}
	if !row.Large || row.Whole[3] != int64(len(long)) || row.Cells[3].Flags&Cut == 0 || len(row.Whole) != 1 {
		t.Errorf("large %t, true sizes %v, want %d of cell 3", row.Large, row.Whole, len(long))
	}
}
