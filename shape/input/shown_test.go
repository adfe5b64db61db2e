package input

import (
	"bytes"
	"testing"
)

func TestShownLine(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"plain", "plain"},
		{"\x1b[31mred\x1b[0m", "red"},
		{"\x1b[1;38;5;196mx\x1b[m", "x"},
		{"a\x1b]8;;https://example.com\x07link\x1b]8;;\x1b\\b", "alinkb"},
		{"a\x1b(Bb\x1b7c", "abc"},
		{"cut \x1b[3", "cut [3"},
		{"title \x1b]0;never ends", "title ]0;never ends"},
		{"end\x1b", "end"},
		{"\x1b\x1b[1mx", "x"},
		{"é\xff!", "é\uFFFD!"},
		{"a\xe2\x82b", "a\uFFFDb"},             // two bytes of three: one sign
		{"a\xf0\x9f\x98", "a\uFFFD"},           // three of four, at the end
		{"\xc0\xaf", "\uFFFD\uFFFD"},           // overlong: each byte for itself
		{"\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"}, // a surrogate
		{"\xe2\x28\xa1", "\uFFFD(\uFFFD"},
		{"\xe2\x1b[1m\x82x", "\uFFFD\uFFFDx"},
		{"tab\there\x00", "tab\there\x00"},
	} {
		if got := string(ShownLine(nil, []byte(c.line))); got != c.want {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
}

// What is shown of a line doesn't depend on the pieces in which it comes.
func FuzzShownPieces(f *testing.F) {
	f.Add([]byte("a\x1b[31mred\x1b[0m \xe2\x82\xac \xff"), uint8(3))
	f.Add([]byte("\x1b]8;;x\x1b\\y\x1b"), uint8(1))
	f.Fuzz(func(t *testing.T, line []byte, step uint8) {
		want := ShownLine(nil, line)
		var got, rest []byte
		for i := 0; i < len(line); i += int(step) + 1 {
			rest = append(rest, line[i:min(i+int(step)+1, len(line))]...)
			n := 0
			got, n = appendShown(got, rest, false)
			rest = append([]byte(nil), rest[n:]...)
		}
		got, _ = appendShown(got, rest, true)
		if len(line) < maxSequence && !bytes.Equal(got, want) {
			t.Errorf("%q in pieces of %d: %q, want %q", line, step, got, want)
		}
	})
}
