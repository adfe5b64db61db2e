package token

import (
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

// oracles are tiktoken-go's encodings, loaded once as each takes half a second.
var oracles = map[string]func() *tiktoken.Tiktoken{}

func TestMain(m *testing.M) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	for _, name := range Names() {
		oracles[name] = sync.OnceValue(func() *tiktoken.Tiktoken {
			t, err := tiktoken.GetEncoding(name)
			if err != nil {
				panic(err)
			}
			return t
		})
	}
	os.Exit(m.Run())
}

func open(t testing.TB, name string) *Counter {
	t.Helper()
	c, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// tokens returns the tokens of b, which is valid UTF-8, by their ranks.
func (c *Counter) tokens(b []byte) []int {
	var s scratch
	var ends, out []int
	for i := 0; i < len(b); {
		end := c.split(b, i)
		ends = ends[:0]
		s.encode(&c.table, b, i, end, maxInt, &ends)
		for _, end := range ends {
			rank := c.table.Rank(b, i, end)
			if rank == vocab.None {
				panic(fmt.Sprintf("%q is no token", b[i:end]))
			}
			out = append(out, int(rank))
			i = end
		}
	}
	return out
}

// agree fails the test unless c and tiktoken-go take the same tokens for text, and the count is
// that of the tokens.
func agree(t testing.TB, c *Counter, text string) {
	t.Helper()
	want := oracles[c.Name()]().EncodeOrdinary(text)
	if got := c.Count([]byte(text)); got != len(want) {
		t.Errorf("%s: Count(%.200q) = %d, want %d", c.Name(), text, got, len(want))
	}
	valid := []byte(string([]rune(text))) // each invalid byte becomes U+FFFD
	if got := c.tokens(valid); !slices.Equal(got, want) {
		t.Errorf("%s: tokens of %.200q\n got %.400s\nwant %.400s", c.Name(), text,
			fmt.Sprint(got), fmt.Sprint(want))
	}
}
