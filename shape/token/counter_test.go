package token

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// sampleTexts are texts of all kinds, invalid UTF-8 among them.
func sampleTexts(n int) []string {
	texts := append(append([]string{"", "a"}, prose...), oddities...)
	for i, g := range generators {
		r := rand.New(rand.NewPCG(uint64(i), 99))
		for range 3 {
			texts = append(texts, textOf(r, g.line, n))
		}
	}
	return texts
}

// counters are of every kind: exact, an estimator, scaled.
func counters(t testing.TB) []*Counter {
	all := []*Counter{open(t, "bytes:3.5")}
	for _, name := range Names() {
		all = append(all, open(t, name))
	}
	for _, factor := range []string{"1.085", "0.7", "2"} {
		c, err := Scale(all[1], "scaled-"+factor, factor)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

func TestFits(t *testing.T) {
	for _, c := range counters(t) {
		for _, s := range sampleTexts(300) {
			b := []byte(s)
			n := c.Count(b)
			for _, limit := range []int{n, n + 1, n - 1, n / 2, 3 * n, 0, -1, maxInt} {
				if got, want := c.Fits(b, limit), n <= limit; got != want {
					t.Errorf("%s: Fits(%.80q, %d) = %t, Count is %d", c.Name(), s, limit, got, n)
				}
			}
		}
	}
}

func TestPrefix(t *testing.T) {
	for _, c := range counters(t) {
		for _, s := range sampleTexts(400) {
			n := c.Count([]byte(s))
			for _, limit := range []int{0, 1, 2, 3, n / 3, n / 2, n - 1, n, n + 1, maxInt, -1} {
				checkPrefix(t, c, []byte(s), limit)
			}
		}
	}
}

// checkPrefix checks what Prefix promises: it fits, ends between characters, and is not shorter
// than it must be.
func checkPrefix(t *testing.T, c *Counter, b []byte, limit int) {
	t.Helper()
	got := c.Prefix(b, limit)
	if n := c.Count(b[:got]); n > max(limit, 0) {
		t.Errorf("%s: Prefix(%.80q, %d) = %d of %d tokens", c.Name(), b, limit, got, n)
	}
	if got == len(b) {
		return
	}
	if utf8.Valid(b) && !utf8.RuneStart(b[got]) {
		t.Errorf("%s: Prefix(%.80q, %d) = %d, inside a character", c.Name(), b, limit, got)
	}
	_, size := utf8.DecodeRune(b[got:])
	if n := c.Count(b[:got+size]); n <= limit {
		t.Errorf("%s: Prefix(%.80q, %d) = %d, but %d bytes are %d tokens", c.Name(), b, limit, got,
			got+size, n)
	}
	if limit >= c.Count(b) {
		t.Errorf("%s: Prefix(%.80q, %d) = %d, but all of it fits", c.Name(), b, limit, got)
	}
}

// TestPrefixOfLong makes sure that a prefix of a value of any length costs what the prefix does:
// the allocations are bounded, and the rest isn't looked at.
func TestPrefixOfLong(t *testing.T) {
	c := open(t, "o200k_base")
	for _, unit := range []string{"a", " ", "中", "\xff", "ab\n", "x1 "} {
		short, long := strings.Repeat(unit, 1<<12), strings.Repeat(unit, 1<<21)
		for _, n := range []int{1, 7, 24} {
			got, want := c.Prefix([]byte(long), n), c.Prefix([]byte(short), n)
			if got != want {
				t.Errorf("Prefix(%q repeated, %d) = %d of a long text, %d of a short one", unit, n,
					got, want)
			}
		}
		b := []byte(long)
		if n := testing.AllocsPerRun(3, func() { c.Prefix(b, 24) }); n > 20 {
			t.Errorf("Prefix(%q repeated) allocates %v times", unit, n)
		}
	}
}

// TestStream writes texts in pieces of many sizes, with cuts inside characters.
func TestStream(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, c := range counters(t) {
		for _, s := range sampleTexts(500) {
			checkStream(t, c, r, s, 1)
			checkStream(t, c, r, s, 7)
			checkStream(t, c, r, s, 1<<10)
		}
	}
	for _, name := range []string{"o200k_base", "r50k_base"} {
		for i, s := range bigTexts() {
			checkStream(t, open(t, name), r, s, 1<<(10*(1+i%2)))
		}
	}
}

func checkStream(t *testing.T, c *Counter, r *rand.Rand, s string, most int) {
	t.Helper()
	want := c.Count([]byte(s))
	if got := streamed(t, c.Stream(), r, s, most); got != want {
		t.Errorf("%s: stream of %.80q by %d = %d, want %d", c.Name(), s, most, got, want)
	}
}

// bigTexts are longer than the block of a stream.
func bigTexts() []string {
	r := rand.New(rand.NewPCG(4, 4))
	var texts []string
	for _, g := range generators {
		texts = append(texts, textOf(r, g.line, 2*streamBlock))
	}
	for _, unit := range []string{"a", " ", "中", "1", "\xff", "!", "\n", "A\u0301", "/\n", "4f", "a1'"} {
		texts = append(texts, strings.Repeat(unit, 2*streamBlock))
	}
	return texts
}

func streamed(t *testing.T, s *Stream, r *rand.Rand, text string, most int) int {
	t.Helper()
	for b := []byte(text); len(b) > 0; {
		n := min(1+r.IntN(most), len(b))
		if got, err := s.Write(b[:n]); got != n || err != nil {
			t.Fatalf("Write of %d bytes = %d, %v", n, got, err)
		}
		b = b[n:]
	}
	if first, second := s.Count(), s.Count(); first != second {
		t.Errorf("Count is %d and then %d", first, second)
	}
	return s.Count()
}

// TestCuts: wherever a stream may cut a text, the counts of the two sides add up.
func TestCuts(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	cuts := 0
	eachEncoding(t, func(t *testing.T, c *Counter) {
		for range 2000 {
			b := []byte(randomMixed(r) + randomRunes(r) + randomMixed(r))
			whole := c.Count(b)
			for end := len(b); end > 0; cuts++ {
				i := lastCut(b[:end])
				if got := c.Count(b[:i]) + c.Count(b[i:]); got != whole {
					t.Fatalf("%q cut at %d: %d tokens, not %d", b, i, got, whole)
				}
				end = i
			}
		}
	})
	if cuts == 0 {
		t.Error("no text was cut")
	}
}

// TestStreamGoesOn counts in the middle of a text, and of a character.
func TestStreamGoesOn(t *testing.T) {
	for _, c := range counters(t) {
		s := c.Stream()
		text := []byte("naïve 中文\xff \xe4\xb8 end")
		for i, b := range text {
			s.Write([]byte{b})
			if got, want := s.Count(), c.Count(text[:i+1]); got != want {
				t.Errorf("%s: Count after %q = %d, want %d", c.Name(), text[:i+1], got, want)
			}
		}
	}
}

// TestStreamIsBounded: of ordinary text, a stream keeps no more than a few blocks.
func TestStreamIsBounded(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, g := range generators {
		if g.name == "runes" || g.name == "bytes" || g.name == "oddity" {
			continue
		}
		s := open(t, "o200k_base").Stream()
		text := []byte(textOf(r, g.line, 1<<18))
		for range 4 {
			s.Write(text)
		}
		if cap(s.text) > 4*streamBlock {
			t.Errorf("stream of %s holds %d bytes", g.name, cap(s.text))
		}
	}
}

// TestLinesAddUp: the counts of the lines of an envelope add up to the count of the whole.
func TestLinesAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	begins := []string{"{", "[", "]", "\"", "}", "3", "-", "n", "t", "中", "ü", "😀", "'s", "\u0301"}
	for _, name := range Names() {
		c := open(t, name)
		for range 300 {
			var whole []byte
			sum := 0
			for range 1 + r.IntN(12) {
				g := generators[r.IntN(len(generators))]
				text := strings.NewReplacer("\n", " ", "\r", "\r ").Replace(g.line(r))
				ends := []string{"\n", ",\n", "},\n", "/\n", " \n", "\t\n", "x\n"}
				line := begins[r.IntN(len(begins))] + text + ends[r.IntN(len(ends))]
				sum += c.Count([]byte(line))
				whole = append(whole, line...)
			}
			if got := c.Count(whole); got != sum {
				t.Fatalf("%s: lines of %q add up to %d, not %d", name, whole, sum, got)
			}
		}
	}
}

// TestInvalidIsPrinted: what is counted is the text with U+FFFD for each invalid byte.
func TestInvalidIsPrinted(t *testing.T) {
	for _, c := range counters(t) {
		for _, s := range []string{
			"\xff", "a\xffb", "\xe4\xb8", "\xed\xa0\x80", "\xf0\x9f\x98 ", "x\xc0\xafy",
		} {
			var printed bytes.Buffer
			for _, r := range s {
				printed.WriteRune(r)
			}
			if got, want := c.Count([]byte(s)), c.Count(printed.Bytes()); got != want {
				t.Errorf("%s: Count(%q) = %d, printed it is %d", c.Name(), s, got, want)
			}
		}
	}
}

// TestCountAllocates nothing, once it is warm, whatever the length of runs.
func TestCountAllocates(t *testing.T) {
	c := open(t, "o200k_base")
	for _, s := range []string{prose[0], strings.Repeat("a", 1<<17), strings.Repeat("中文", 1<<14)} {
		b := []byte(s)
		if n := testing.AllocsPerRun(20, func() { c.Count(b) }); n > 0.5 {
			t.Errorf("Count(%.20q, %d bytes) allocates %v times", s, len(b), n)
		}
	}
}

// No text of n tokens has more bytes than MaxBytes says.
func TestMaxBytes(t *testing.T) {
	spaces := strings.Repeat(" ", 5000)
	for _, name := range append(Names(), "bytes:3.5", "bytes:0.01") {
		c, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{spaces, "words of a text", "\xff\xfe", strings.Repeat("=", 700)} {
			if n := c.Count([]byte(text)); c.MaxBytes(n) < len(text) {
				t.Errorf("%s: %d tokens in %d bytes, and %d are said to be the most", name, n, len(text), c.MaxBytes(n))
			}
		}
		if c.MaxBytes(maxInt) < c.MaxBytes(1000) {
			t.Errorf("%s: no bound for any number of tokens", name)
		}
	}
}
