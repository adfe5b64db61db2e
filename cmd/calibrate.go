package cmd

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"

	"github.com/toolfit/toolfit/shape/token"
)

// sample is a text and how many tokens a provider's own counter says that it has.
type sample struct {
	Text   *string `json:"text"`
	Tokens *int    `json:"tokens"`
}

// measured is a sample under one base encoding.
type measured struct{ base, tokens int }

// fit is how well a factor on a base encoding meets the samples.
type fit struct {
	base    string
	counter *token.Counter
	factor  *big.Rat
	total   int                            // calibrated tokens of all samples
	under   int                            // samples that are undercounted
	worst   struct{ under, over *big.Rat } // calibrated count over true count
}

// factorDigits is how many decimals a factor has.
const factorDigits = 4

// coveredPercent is how many of the samples a calibrated tokenizer must not undercount.
const coveredPercent = 99

// tokenizerName is compiled where it is needed: other calls don't wait for it.
const tokenizerName = `^[A-Za-z][A-Za-z0-9_-]{0,63}$`

// calibrate reads samples {"text":…,"tokens":N} and writes down the encoding and factor that fit
// them best.
func (c *call) calibrate(g *given) error {
	name, err := newName(g.args)
	if err != nil {
		return err
	}
	samples, err := readSamples(c.stdin)
	if err != nil {
		return err
	}
	best, err := bestFit(samples)
	if err != nil {
		return err
	}
	t := tokenizerConfig{best.base, best.factor.FloatString(factorDigits), len(samples)}
	if err := c.saveTokenizer(name, t); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s: %s × %s, %d samples, %d undercounted, worst undercount %s, worst overcount %s\n",
		name, t.Base, t.Factor, t.Samples, best.under, percent(best.worst.under), percent(best.worst.over))
	return err
}

// newName checks the name for a calibrated tokenizer.
func newName(args []string) (string, error) {
	if len(args) != 1 {
		return "", usagef("calibrate takes a name for the tokenizer")
	}
	name := args[0]
	if !regexp.MustCompile(tokenizerName).MatchString(name) {
		return "", usagef("a tokenizer's name has letters, digits, - and _, not %s", quote(name))
	}
	if _, err := token.Open(name); err == nil {
		return "", usagef("%s is an encoding already", name)
	}
	return name, nil
}

// readSamples reads JSON values back to back.
func readSamples(in io.Reader) ([]sample, error) {
	dec := json.NewDecoder(bufio.NewReader(in))
	var list []sample
	for {
		var s sample
		err := dec.Decode(&s)
		if err == io.EOF {
			break
		}
		if err != nil || s.Text == nil || s.Tokens == nil || *s.Tokens < 0 {
			return nil, &badInputError{fmt.Sprintf(`sample %d is not {"text":…,"tokens":N}`, len(list)+1)}
		}
		list = append(list, s)
	}
	if len(list) == 0 {
		return nil, &badInputError{"no samples on stdin"}
	}
	return list, nil
}

// bestFit tries every encoding and takes the one that counts least in all while undercounting no
// more samples than allowed.
func bestFit(samples []sample) (*fit, error) {
	var best *fit
	for _, name := range token.Names() {
		counter, err := token.Open(name)
		if err != nil {
			return nil, err
		}
		f, err := fitTo(name, counter, samples)
		if err != nil {
			return nil, err
		}
		if best == nil || f.total < best.total {
			best = f
		}
	}
	return best, nil
}

// fitTo finds the least factor under which enough samples are not undercounted.
func fitTo(name string, counter *token.Counter, samples []sample) (*fit, error) {
	list := make([]measured, 0, len(samples))
	ratios := make([]*big.Rat, 0, len(samples))
	for i, s := range samples {
		m := measured{counter.Count([]byte(*s.Text)), *s.Tokens}
		if m.base == 0 && m.tokens > 0 {
			return nil, &badInputError{fmt.Sprintf("sample %d has tokens but no text", i+1)}
		}
		list = append(list, m)
		if m.base > 0 {
			ratios = append(ratios, big.NewRat(int64(m.tokens), int64(m.base)))
		}
	}
	if len(ratios) == 0 {
		return nil, &badInputError{"no sample has any text"}
	}
	slices.SortFunc(ratios, func(a, b *big.Rat) int { return a.Cmp(b) })
	at := (len(ratios)*coveredPercent + 99) / 100
	f := &fit{base: name, counter: counter, factor: roundUp(ratios[at-1])}
	return f, f.judge(list)
}

// roundUp returns the least number of factorDigits decimals that is not below r and over 0.
func roundUp(r *big.Rat) *big.Rat {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(factorDigits), nil)
	n := new(big.Int).Mul(r.Num(), scale)
	n.Add(n, new(big.Int).Sub(r.Denom(), big.NewInt(1)))
	n.Quo(n, r.Denom())
	if n.Sign() == 0 {
		n.SetInt64(1)
	}
	return new(big.Rat).SetFrac(n, scale)
}

// judge holds the calibrated counts against the true ones.
func (f *fit) judge(list []measured) error {
	c, err := token.Scale(f.counter, "fit", f.factor.FloatString(factorDigits))
	if err != nil {
		return errors.Join(errors.New("scale tokenizer"), err)
	}
	f.worst.under, f.worst.over = big.NewRat(1, 1), big.NewRat(1, 1)
	for _, m := range list {
		n := c.Tokens(m.base)
		f.total += n
		if n < m.tokens {
			f.under++
		}
		if m.tokens == 0 {
			continue
		}
		r := big.NewRat(int64(n), int64(m.tokens))
		if r.Cmp(f.worst.under) < 0 {
			f.worst.under = r
		}
		if r.Cmp(f.worst.over) > 0 {
			f.worst.over = r
		}
	}
	return nil
}

// percent prints by how much a ratio is off 1.
func percent(r *big.Rat) string {
	off := new(big.Rat).Sub(r, big.NewRat(1, 1))
	return off.Mul(off, big.NewRat(100, 1)).FloatString(1) + " %"
}
