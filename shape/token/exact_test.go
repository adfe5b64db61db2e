package token

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

// long is set for the test over all of the corpus, which takes minutes: the oracle is slow.
var long = os.Getenv("TOOLFIT_LONG") != ""

// newInUnicode says whether c is classed by a version of Unicode that the oracle does not have.
func newInUnicode(c rune) bool {
	return vocab.Classes(classBytes).Of(uint32(c))&(letter|number|head|tail) != 0 &&
		!unicode.In(c, unicode.L, unicode.N, unicode.M)
}

func eachEncoding(t *testing.T, f func(t *testing.T, c *Counter)) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) { f(t, open(t, name)) })
	}
}

func TestSamples(t *testing.T) {
	eachEncoding(t, func(t *testing.T, c *Counter) {
		agree(t, c, "")
		for _, s := range append(prose, oddities...) {
			agree(t, c, s)
			agree(t, c, strings.ToUpper(s))
			agree(t, c, " "+s+"\n")
		}
		agree(t, c, strings.Join(prose, "\n"))
		agree(t, c, strings.Join(oddities, ""))
	})
}

// TestCorpus compares whole texts of every kind, some hundred KB each, and 52 MB in all when long.
func TestCorpus(t *testing.T) {
	size := 12 << 10
	if long {
		size = 1300 << 10
	}
	eachEncoding(t, func(t *testing.T, c *Counter) {
		for i, g := range generators {
			r := rand.New(rand.NewPCG(uint64(i), 2026))
			for done := 0; done < size && !t.Failed(); {
				text := textOf(r, g.line, 4<<10)
				agree(t, c, text)
				done += len(text)
			}
		}
	})
}

// textOf returns lines of a total of at least n bytes.
func textOf(r *rand.Rand, line func(*rand.Rand) string, n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(line(r))
	}
	return b.String()
}

// TestEveryRune takes all of Unicode one code point at a time, each by itself, where the version
// of Unicode makes no difference, and some among letters, marks and digits.
func TestEveryRune(t *testing.T) {
	step, context := rune(127), rune(32)
	if long {
		step, context = 1, 8
	}
	eachEncoding(t, func(t *testing.T, c *Counter) {
		for r := rune(0); r <= unicode.MaxRune && !t.Failed(); r++ {
			if !utf8.ValidRune(r) || r >= 0x1000 && r%step != 0 {
				continue
			}
			agree(t, c, string(r))
			if !newInUnicode(r) && r%context == 0 {
				s := string(r)
				agree(t, c, "Ab"+s+s+"'s "+s+"1"+s+"2345"+s+"\n"+s+" \n"+s+s+"/'LL"+s+"X")
			}
		}
	})
}

// TestLongS has the tokens that tiktoken itself takes, where the oracle takes others.
func TestLongS(t *testing.T) {
	got := open(t, "o200k_base").tokens([]byte(" I'ſve "))
	if want := []int{3413, 70067, 737, 220}; !slices.Equal(got, want) {
		t.Errorf("tokens are %d, want %d", got, want)
	}
	if got := splitCL100k([]byte("'ſve"), 0); got != 3 {
		t.Errorf("the first pre-token of 'ſve has %d bytes", got)
	}
	if got := splitR50k([]byte("'ſve"), 0); got != 1 {
		t.Errorf("in r50k_base, the first pre-token of 'ſve has %d bytes", got)
	}
}

func TestRandomPairs(t *testing.T) {
	n := 3000
	if long {
		n = 300_000
	}
	eachEncoding(t, func(t *testing.T, c *Counter) {
		r := rand.New(rand.NewPCG(7, 7))
		for i := 0; i < n && !t.Failed(); i++ {
			s := string([]rune{randomRune(r), randomRune(r), randomRune(r)}[:2+i%2])
			agree(t, c, s)
		}
	})
}

// FuzzTokens compares with the oracle in all encodings.
func FuzzTokens(f *testing.F) {
	for _, s := range append(prose, oddities...) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range s {
			if newInUnicode(r) {
				t.Skip("the oracle does not know this character")
			}
		}
		if strings.Contains(s, "'"+longS) {
			t.Skip("the oracle does not take this for a contraction")
		}
		for _, name := range Names() {
			agree(t, open(t, name), s)
		}
	})
}
