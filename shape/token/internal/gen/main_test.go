package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"unicode"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

// TestGenerated: go generate would leave no difference, and less than 12 MB is embedded.
func TestGenerated(t *testing.T) {
	if unicode.Version != goUnicode {
		t.Skipf("this Go has Unicode %s", unicode.Version)
	}
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what go generate writes", name)
		}
		total += len(got)
	}
	if total > 12e6 {
		t.Errorf("%d bytes are embedded", total)
	}
}

// TestTables looks every token up, and things that are none.
func TestTables(t *testing.T) {
	for _, name := range []string{"o200k_base", "cl100k_base", "p50k_base"} {
		ranks, err := load(name)
		if err != nil {
			t.Fatal(err)
		}
		built, err := vocab.Build(ranks)
		if err != nil {
			t.Fatal(err)
		}
		table := vocab.Open(string(built), vocab.None)
		for tok, want := range ranks {
			checkRank(t, &table, tok, want)
			others := []string{tok + "\x00", tok + "a", tok[:len(tok)-1], "\xff" + tok}
			for _, other := range others {
				rank, ok := ranks[other]
				if !ok {
					rank = vocab.None
				}
				checkRank(t, &table, other, rank)
			}
		}
	}
}

// checkRank looks up tok by itself and with other text around it.
func checkRank(t *testing.T, table *vocab.Table, tok string, want uint32) {
	t.Helper()
	in := []byte("before " + tok + " and what is behind")
	i, end := len("before "), len("before ")+len(tok)
	for _, got := range []uint32{
		table.Rank([]byte(tok), 0, len(tok)),
		table.Rank(in, i, end),
		table.RankIfAny(in, i, end),
	} {
		if got != want {
			t.Fatalf("rank of %q is %d, want %d", tok, got, want)
		}
	}
	if len(tok) == 2 && table.Pair(tok[0], tok[1]) != want {
		t.Fatalf("pair %q is not %d", tok, want)
	}
}

func TestBuildErrors(t *testing.T) {
	for _, tok := range []string{"", string(make([]byte, vocab.MaxLen+1))} {
		if _, err := vocab.Build(map[string]uint32{tok: 1}); err == nil {
			t.Errorf("a token of %d bytes was laid out", len(tok))
		}
	}
}

// TestClasses compares with package unicode, but for what newer versions added.
func TestClasses(t *testing.T) {
	built, err := classTable()
	if err != nil {
		t.Skip(err)
	}
	classes := vocab.Classes(built)
	different := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if classes.Of(uint32(r)) != class(r) {
			different++
			if class(r) != 0 {
				t.Errorf("%U is of class %#x, not %#x", r, classes.Of(uint32(r)), class(r))
			}
		}
	}
	if different == 0 || different > 10_000 {
		t.Errorf("%d code points were added", different)
	}
}
