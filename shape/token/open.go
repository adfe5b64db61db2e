package token

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

//go:generate go run ./internal/gen

//go:embed o200k_base.bin
var o200kBytes string

//go:embed cl100k_base.bin
var cl100kBytes string

//go:embed p50k_base.bin
var p50kBytes string

// r50kTokens is how many tokens of the table of p50k_base are r50k_base.
const r50kTokens = 50256

// estimator begins the name of a tokenizer that takes so many bytes for a token.
const estimator = "bytes:"

// aliases are names for the tables of other encodings. They differ in special tokens only, and
// those are ordinary text here.
var aliases = [...]struct{ name, encoding string }{
	{"gpt2", "r50k_base"},
	{"o200k_harmony", "o200k_base"},
	{"p50k_edit", "p50k_base"},
}

// An UnknownError is returned for a name that is not known.
type UnknownError struct {
	Kind string   // tokenizer or model
	Name string   // as given
	Near []string // known names that look like it, the nearest first; up to three
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("find %s: no %.80q", e.Kind, e.Name)
}

// Names returns the names of the encodings, the default first.
func Names() []string {
	return []string{"o200k_base", "cl100k_base", "p50k_base", "r50k_base"}
}

// Open returns the counter of an encoding, of an alias of one (o200k_harmony, gpt2), or of an
// estimator: bytes:3.5 is the bytes divided by 3.5, rounded up. The error is an *UnknownError or,
// for an estimator, a *FactorError. Nothing is read or prepared: a counter refers to tables in the
// binary.
func Open(name string) (*Counter, error) {
	if divisor, ok := strings.CutPrefix(name, estimator); ok {
		r, ok := parseRatio(divisor)
		if !ok {
			return nil, &FactorError{name, divisor}
		}
		return &Counter{name: name, ratio: ratio{r.den, r.num}}, nil
	}
	encoding := name
	for _, a := range aliases {
		if a.name == name {
			encoding = a.encoding
		}
	}
	c := &Counter{name: name, ratio: one}
	switch encoding {
	case "o200k_base":
		c.table, c.split = vocab.Open(o200kBytes, vocab.None), splitO200k
	case "cl100k_base":
		c.table, c.split = vocab.Open(cl100kBytes, vocab.None), splitCL100k
	case "p50k_base":
		c.table, c.split = vocab.Open(p50kBytes, vocab.None), splitR50k
	case "r50k_base":
		c.table, c.split = vocab.Open(p50kBytes, r50kTokens), splitR50k
	default:
		return nil, &UnknownError{"tokenizer", name, near(name, tokenizerNames())}
	}
	return c, nil
}

func tokenizerNames() []string {
	names := Names()
	for _, a := range aliases {
		names = append(names, a.name)
	}
	return names
}

// Scale returns a counter of the given name for a tokenizer that is not public: base's units times
// factor, a decimal number such as 1.085, rounded up. The error is a *FactorError.
func Scale(base *Counter, name, factor string) (*Counter, error) {
	r, ok := parseRatio(factor)
	if ok {
		r, ok = base.ratio.times(r)
	}
	if !ok {
		return nil, &FactorError{name, factor}
	}
	c := *base
	c.name, c.ratio = name, r
	return &c, nil
}
