package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// tokens returns all tokens of an input and the error behind them.
func tokens(r io.Reader, head int) (got []string, err error) {
	l := NewLexer(r, head)
	for {
		t, err := l.Next()
		if err != nil {
			return got, err
		}
		text := fmt.Sprintf("%d %s @%d +%d", t, l.Bytes(), l.TokenOff(), l.Size())
		if l.Cut() {
			text += " cut"
		}
		got = append(got, text)
	}
}

func TestLexerTokens(t *testing.T) {
	in := ` {"a" : [1.50,-0e1,true,false,null],"\u00e9":"\ud83d\ude00é"} "next" 2`
	got, err := tokens(strings.NewReader(in), Head)
	want := []string{
		`1 { @1 +1`, `5 "a" @2 +1`, `3 [ @8 +1`, `7 1.50 @9 +4`, `7 -0e1 @14 +4`, `8 true @19 +4`,
		`9 false @24 +5`, `10 null @30 +4`, `4 ] @34 +1`, `5 "\u00e9" @36 +2`,
		`6 "\ud83d\ude00é" @45 +6`, `2 } @61 +1`, `6 "next" @63 +4`, `7 2 @70 +1`,
	}
	if err != io.EOF || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%v\n%s", err, strings.Join(got, "\n"))
	}
}

func TestLexerCut(t *testing.T) {
	// A string of 18 bytes a time, 15 of them when decoded, and a number of 300,001 digits.
	text := strings.Repeat(`0123456\ud83d\ude00é`+"\u65e5", 100000)
	in := `{"k":"` + text + `","n":1` + strings.Repeat("0", 300000) + `}`
	for _, r := range []io.Reader{
		strings.NewReader(in), &chunks{[]byte(in), 5000, rand.New(rand.NewSource(1))},
	} {
		got, err := tokens(r, 30)
		if err != io.EOF || len(got) != 6 {
			t.Fatalf("%v, %d tokens", err, len(got))
		}
		size := len("0123456\U0001f600é\u65e5") * 100000
		if want := fmt.Sprintf(`6 "0123456\ud83d\ude00é日01234 @5 +%d cut`, size); got[2] != want {
			t.Errorf("%s", got[2])
		}
		if !strings.HasPrefix(got[4], "7 100000000000000000000000000000 @") ||
			!strings.HasSuffix(got[4], "+300001 cut") {
			t.Errorf("%s", got[4])
		}
	}
}

// documents are valid and invalid: the seeds of the fuzz test as well.
var documents = []string{
	"", " ", "null", "nul", "nulls", "true", "false", "0", "-", "-0", "01", "1.", "1.5", ".5",
	"1e", "1e+", "1E-2", "+1", "1.e1", "0x1", "1_0", "--1", "NaN", "Infinity", "-Infinity",
	`""`, `"`, `"\"`, `"\\"`, `"\x"`, `"\u12"`, `"\u12G4"`, `"\uD800"`, `"\ud83d\ude00"`, `"\ud83d\n"`,
	"\"a\nb\"", "\"\x00\"", "\"\x1f\"", "\"\x7f\"", "\"\xff\"", "\"\xe2\x82\"",
	"\xff", "\ufeff1", `'a'`,
	"[]", "[ ]", "[1]", "[1,]", "[,1]", "[1 2]", "[1,2", "[", "]", "[1]]", "[1}", "[[]",
	"[\f]", "[\u00a0]",
	"{}", `{"a":1}`, `{"a":1,}`, `{"a"}`, `{"a":}`, `{"a" 1}`, `{1:2}`, `{a:1}`, `{"a":1 "b":2}`,
	`{"a":1`,
	`{"a":{"b":[{"c":null}]},"d":"e"}`, `{"a":1,"a":2}`, "{\"a\":1}\n{\"b\":2}", "1 2", "12", `"a""b"`,
	"[1][2]", "{}[]", "1[", "/*c*/1", "1//", "[true,false,null]", `{"":""}`, "\t\r\n 1 \t\r\n",
	strings.Repeat("[", 300) + strings.Repeat("]", 300),
	`["` + strings.Repeat("x", 100) + `", "` + strings.Repeat(`\n`, 50) + `"]`,
}

func TestAcceptsLikeStd(t *testing.T) {
	for _, doc := range documents {
		acceptsLikeStd(t, []byte(doc))
	}
	rng := rand.New(rand.NewSource(2))
	for range 300 {
		acceptsLikeStd(t, randomStream(rng))
	}
}

// acceptsLikeStd compares what is accepted, and where the values are, with encoding/json. The
// library does not ask for white space between a number and a letter, and we do.
func acceptsLikeStd(t *testing.T, doc []byte) {
	t.Helper()
	var row Row
	err := Scan(doc, NewPaths(), &row)
	if (err == nil) != json.Valid(doc) {
		t.Fatalf("%q: %v", doc, err)
	}
	var want []string
	dec := json.NewDecoder(bytes.NewReader(doc))
	var raw json.RawMessage
	for dec.Decode(&raw) == nil {
		end := dec.InputOffset()
		want = append(want, fmt.Sprintf("%d:%s", end-int64(len(raw)), raw))
		if c := raw[len(raw)-1]; c != '"' && c != '}' && c != ']' && int(end) < len(doc) &&
			!strings.ContainsRune(" \t\r\n{[\"", rune(doc[end])) {
			return
		}
	}
	for _, r := range []io.Reader{
		bytes.NewReader(doc), iotest.OneByteReader(bytes.NewReader(doc)),
	} {
		s := NewSplitter(r, nil)
		s.At(nil, true)
		rows, err := split(s)
		if fmt.Sprintf("%q", rows) != fmt.Sprintf("%q", want) {
			t.Fatalf("%q: %q instead of %q", doc, rows, want)
		}
		if err == io.EOF && (s.BadUTF8() < 0) != utf8.Valid(doc) {
			t.Fatalf("%q: bad UTF-8 in %d", doc, s.BadUTF8())
		}
	}
}

func TestErrorOffsets(t *testing.T) {
	tests := []struct {
		in  string
		off int64
		inc bool
	}{
		{`[1,x]`, 3, false}, {`{"a":1,}`, 7, false}, {`["a` + "\x01" + `"]`, 3, false},
		{`["\q"]`, 3, false}, {`["\u00x0"]`, 6, false}, {`[01]`, 2, false}, {`[1.x]`, 3, false},
		{`[tru]`, 4, false}, {`[1]x`, 3, false}, {`1x`, 1, false}, {`[1`, 2, true}, {`["ab`, 4, true},
		{`["\u00`, 6, true}, {`{"a":tr`, 7, true}, {`-`, 1, true}, {`{"a":1.`, 7, true},
	}
	for _, tt := range tests {
		for _, r := range []io.Reader{
			strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in)),
		} {
			_, err := tokens(r, Head)
			var syntax *SyntaxError
			var inc *IncompleteError
			switch {
			case errors.As(err, &syntax) && syntax.Off == tt.off && !tt.inc:
			case errors.As(err, &inc) && inc.Off == tt.off && errors.Is(err, ErrIncomplete) && tt.inc:
			default:
				t.Errorf("%q: %v", tt.in, err)
			}
		}
	}
}

func TestReaderError(t *testing.T) {
	broken := errors.New("pipe is broken")
	for _, in := range []string{`[1,2`, `["a`, `[tr`, `["\u`, `[`, `{"a"`} {
		_, err := tokens(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)), Head)
		if err != broken {
			t.Errorf("%s: %v", in, err)
		}
	}
	_, err := tokens(noProgress{}, Head)
	if err != io.ErrNoProgress {
		t.Error(err)
	}
}

type noProgress struct{}

func (noProgress) Read([]byte) (int, error) { return 0, nil }

func FuzzAcceptsLikeStd(f *testing.F) {
	for _, doc := range documents {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) { acceptsLikeStd(t, doc) })
}
