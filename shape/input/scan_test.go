package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestScan(t *testing.T) {
	row := Row{N: 7, Span: Span{Off: 3, Len: 4}}
	if err := Scan([]byte(" {\"a\": 1}\n"), NewPaths(), &row); err != nil {
		t.Fatal(err)
	}
	if string(row.Bytes) != `{"a": 1}` || row.N != 7 || row.Off != 3 ||
		string(row.Value(&row.Cells[1])) != "1" {
		t.Errorf("%+v", row)
	}
	for _, in := range []string{"", " ", "1 2", "{} x", `{"a"`, "[1}"} {
		err := Scan([]byte(in), NewPaths(), &row)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) && !errors.Is(err, ErrIncomplete) {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestCompactLikeStd(t *testing.T) {
	rng := rand.New(rand.NewSource(4))
	for range 2000 {
		doc := appendRandom(nil, rng, 4)
		var want bytes.Buffer
		if err := json.Compact(&want, bytes.ToValidUTF8(doc, []byte("\ufffd"))); err != nil {
			t.Fatal(err)
		}
		got := Compact(nil, doc)
		if !utf8.Valid(got) {
			t.Fatalf("%q is not valid UTF-8", got)
		}
		// ToValidUTF8 makes one replacement for a run of bad bytes, Compact one for each.
		same := strings.ReplaceAll(string(got), "\ufffd\ufffd", "\ufffd")
		if same != want.String() {
			t.Fatalf("%q: %q instead of %q", doc, got, want.String())
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range append(atoms, "", "\x00\x7f\u2028<&>", `\ud83d\ud83d\ude00`, "\xc3(\xe2\x82") {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		quoted := AppendString(nil, text)
		var back string
		if err := json.Unmarshal(quoted, &back); err != nil {
			t.Fatalf("%q: %v", quoted, err)
		}
		if back != string(appendUTF8(nil, text, true)) || string(Unquote(nil, quoted)) != back {
			t.Fatalf("%q: %q, %q", text, back, Unquote(nil, quoted))
		}
		raw := append(append([]byte{'"'}, text...), '"')
		if json.Unmarshal(raw, &back) != nil {
			return
		}
		checkText(t, raw, back)
	})
}

// checkText compares what is known of a JSON string with what encoding/json makes of it.
func checkText(t *testing.T, raw []byte, want string) {
	if got := string(Unquote(nil, raw)); got != want {
		t.Fatalf("%q: %q instead of %q", raw, got, want)
	}
	if TextSize(raw) != len(want) {
		t.Fatalf("%q: size %d instead of %d", raw, TextSize(raw), len(want))
	}
	for limit := 1; limit < min(len(raw), 50); limit++ {
		var head string
		part := append(append([]byte(nil), cutText(raw[:len(raw)-1], limit)...), '"')
		if err := json.Unmarshal(part, &head); err != nil || !strings.HasPrefix(want, head) ||
			len(part) > limit+1 || len(part) < limit-12 {
			t.Fatalf("%q: %q with limit %d: %v", raw, part, limit, err)
		}
	}
}

func TestTextLikeStd(t *testing.T) {
	for _, raw := range append(atoms, names...) {
		var want string
		if json.Unmarshal([]byte(raw), &want) == nil && raw[0] == '"' {
			checkText(t, []byte(raw), want)
		}
	}
}

func TestDeep(t *testing.T) {
	const depth = 100000
	doc := strings.Repeat(`[{"a":`, depth) + "1" + strings.Repeat("}]", depth)
	s := NewSplitter(strings.NewReader("["+doc+","+doc+"]"), NewPaths())
	s.Cells = true
	var row Row
	for range 2 {
		if err := s.Next(&row); err != nil || len(row.Cells) != 2*depth+1 || string(row.Bytes) != doc {
			t.Fatal(err, len(row.Cells))
		}
	}
	if err := s.Next(&row); err != io.EOF {
		t.Error(err)
	}
}
