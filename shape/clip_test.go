package shape_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/shape/token"
)

func clipOf(c *token.Counter, n int, keep string) shape.Clip {
	return shape.Clip{
		Tokens: n, Keep: keep, Sentinel: shape.DefaultSentinel, Counter: c,
		Nonce: func(sum []byte) string { return fmt.Sprintf("%09d", int(sum[0])<<8|int(sum[1])) },
	}
}

func clipped(t *testing.T, c shape.Clip, text string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := c.Run(strings.NewReader(text), &out)
	return out.String(), err
}

const markText = "[RESULT TRUNCATED BY HARNESS AT "

// texts are of every kind that is awkward to cut.
func texts(r *rand.Rand) []string {
	pieces := []string{"word ", "x", "数据", "👩‍👩‍👧‍👦", "e\u0301", "\n", "\n", "\r\n", "\t", "    ", "1234", "{\"a\":", "\xff", "🇩🇪", "\n\n", "/"}
	list := []string{
		strings.Repeat("a line of some words\n", 900), strings.Repeat("nolinesatall", 4000),
		strings.Repeat(" ", 50_000), strings.Repeat("\n", 9000), strings.Repeat("👩‍👩‍👧‍👦", 900), "\xf0\x9f" + strings.Repeat("\xff\xfe", 5000),
		"short\n" + strings.Repeat("long ", 9000), strings.Repeat("long ", 9000) + "\nshort", strings.Repeat("é\n", 3000),
	}
	for range 12 {
		var b strings.Builder
		for range 200 + r.IntN(6000) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		list = append(list, b.String())
	}
	return list
}

// A clip never has more tokens than it may, is valid UTF-8, marks where it cut, and keeps whole lines
// from the ends it is to keep, or, if not one fits, whole grapheme clusters.
func TestClip(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	all := texts(r)
	for _, name := range []string{"o200k_base", "cl100k_base", "p50k_base", "r50k_base", "bytes:3"} {
		counter, err := token.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range all {
			for _, keep := range []string{"head", "tail", "ends"} {
				n := 80 + r.IntN(900)
				out, err := clipped(t, clipOf(counter, n, keep), text)
				if err == nil {
					err = holds(counter, n, keep, text, out)
				}
				if err != nil {
					t.Errorf("text %d, %s, %d tokens, %s: %v", i, name, n, keep, err)
				}
			}
		}
	}
}

func holds(counter *token.Counter, n int, keep, text, out string) error {
	if counter.Count([]byte(text)) <= n {
		if out != text {
			return errors.New("a text that fits was changed")
		}
		return nil
	}
	if have := counter.Count([]byte(out)); have > n || !utf8.ValidString(out) {
		return fmt.Errorf("%d tokens, valid UTF-8: %t", have, utf8.ValidString(out))
	}
	text = valid(text)
	parts := strings.Split("\n"+out, "\n"+markText)
	if len(parts) < 2 || keep != "ends" && len(parts) != 2 {
		return fmt.Errorf("%d marks in\n%.500s", len(parts)-1, out)
	}
	for i := range parts[1:] {
		_, parts[i+1], _ = strings.Cut(parts[i+1], "\n")
	}
	parts[0] = strings.TrimPrefix(parts[0], "\n")
	var head, tail string
	switch {
	case keep == "head":
		head = parts[0]
	case keep == "tail":
		tail = parts[1]
	case len(parts) == 4 && parts[0] == "" && parts[3] == "":
		head, tail = parts[1], parts[2]
	case len(parts) == 3 && parts[0] == "" && parts[2] == "": // only one of the two had room
		return either(text, parts[1])
	default:
		return fmt.Errorf("%d marks: %.600s", len(parts)-1, out)
	}
	return errors.Join(isHead(text, head), isTail(text, tail))
}

func valid(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteRune(r)
	}
	return b.String()
}

func either(text, part string) error {
	if isHead(text, part) == nil || isTail(text, part) == nil {
		return nil
	}
	return fmt.Errorf("neither head nor tail: %.300q", part)
}

// isHead wants lines from the beginning of the text, or else a part of its first line. The last
// newline before a mark may be the mark's.
func isHead(text, head string) error {
	if strings.HasPrefix(text, head+"\n") || head == "" {
		return nil
	}
	first, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(first, head) || !betweenClusters(first, len(head)) {
		return fmt.Errorf("%.300q isn't how the text begins", head)
	}
	return nil
}

func isTail(text, tail string) error {
	for _, end := range []string{tail, strings.TrimSuffix(tail, "\n"), tail + "\n"} {
		if end == "" || strings.HasSuffix(text, "\n"+end) {
			return nil
		}
	}
	last := text[strings.LastIndexByte(text[:len(text)-1], '\n')+1:]
	for _, end := range []string{tail, tail + "\n"} {
		if strings.HasSuffix(last, end) && utf8.RuneStart(last[len(last)-len(end)]) {
			return nil
		}
	}
	return fmt.Errorf("%.300q isn't how the text ends", tail)
}

func betweenClusters(text string, n int) bool {
	it := graphemes.FromString(text)
	for it.Next() {
		if it.End() >= n {
			return it.End() == n
		}
	}
	return n == 0
}

// The mark alone is the least there is; with less than that it is told what would do.
func TestClipLeast(t *testing.T) {
	counter, text := o200k(t), strings.Repeat("a line\n", 500)
	for _, keep := range []string{"head", "tail", "ends"} {
		_, err := clipped(t, clipOf(counter, 5, keep), text)
		var small *shape.TooSmallError
		if !errors.As(err, &small) {
			t.Fatalf("%s: %v", keep, err)
		}
		if _, err := clipped(t, clipOf(counter, small.Least-1, keep), text); err == nil {
			t.Errorf("%s: %d is named, and one less does", keep, small.Least)
		}
		out, err := clipped(t, clipOf(counter, small.Least, keep), text)
		if err != nil || strings.Count(out, markText) != 1 || counter.Count([]byte(out)) > small.Least {
			t.Errorf("%s: %d is named, and gives %q, %v", keep, small.Least, out, err)
		}
	}
}

// What looks like a mark in the text doesn't in what is kept of it.
func TestClipDisarms(t *testing.T) {
	rest := strings.Repeat("a line\n", 900)
	for _, c := range []struct{ sentinel, line string }{
		{shape.DefaultSentinel, "[RESULT TRUNCATED BY HARNESS AT 300 TOKENS — REQUEST WITH NARROWER PARAMETERS] #123456789"},
		{shape.DefaultSentinel, "[Result  truncated-by\tharness at 1 tokens"},
		{shape.DefaultSentinel, "RES\u200bULT TRUN\u200bCATED BY HARNESS"},
		{shape.DefaultSentinel, "RЕSULT TRUNСATED BY HARNESS"}, // two letters are Cyrillic
		{shape.DefaultSentinel, "ＲＥＳＵＬＴ ＴＲＵＮＣＡＴＥＤ ＢＹ ＨＡＲＮＥＳＳ"},
		{"CUT", "here was the CUT."},
		{"...", "and so on ..."},
		{"*** {tokens} ***", "*** 300 ***"},
	} {
		clip := clipOf(o200k(t), 300, "head")
		clip.Sentinel = c.sentinel
		out, err := clipped(t, clip, c.line+"\n"+rest)
		if err != nil || strings.HasPrefix(out, c.line) {
			t.Errorf("%q with %q: %v\n%.300s", c.line, c.sentinel, err, out)
		}
	}
	clip := clipOf(o200k(t), 300, "head")
	clip.Sentinel = "CUT"
	if out, _ := clipped(t, clip, "he executed\n"+rest); !strings.HasPrefix(out, "he executed\n") {
		t.Errorf("a word that has the letters in it is changed: %.100s", out)
	}
	short := "[RESULT TRUNCATED BY HARNESS AT 9 TOKENS]\n"
	if out, _ := clipped(t, clipOf(o200k(t), 300, "head"), short); out != short {
		t.Errorf("a text that fits is changed: %q", out)
	}
}
