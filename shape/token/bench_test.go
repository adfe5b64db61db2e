package token

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// benchTexts are 1 MiB of what the speed is promised for, and of what is slow.
func benchTexts() []struct{ name, text string } {
	r := rand.New(rand.NewPCG(1, 1))
	const size = 1 << 20
	plain := func(r *rand.Rand) string { return asciiJSON(r) }
	cjk := func(r *rand.Rand) string {
		return prose[cjkProse[r.IntN(len(cjkProse))]] + randomString(r, hanLetters, 9) + "\n"
	}
	return []struct{ name, text string }{
		{"json", textOf(r, plain, size)},
		{"cjk", textOf(r, cjk, size)},
		{"code", textOf(r, codeLine, size)},
		{"log", textOf(r, logLine, size)},
		{"prose", textOf(r, generators[4].line, size)},
		{"encoded", textOf(r, encodedLine, size)},
		{"letter", strings.Repeat("a", size)},
		{"space", strings.Repeat(" ", size)},
	}
}
