package shape

import (
	"io"
	"strconv"
	"strings"

	"github.com/toolfit/toolfit/shape/token"
)

// DefaultSentinel marks where a text was cut. {tokens} is how many were allowed.
const DefaultSentinel = "[RESULT TRUNCATED BY HARNESS AT {tokens} TOKENS — REQUEST WITH NARROWER PARAMETERS]"

// A Clip cuts any text to a number of tokens, as the last resort of a harness.
type Clip struct {
	Tokens   int
	Keep     string // what is kept: "head", "tail", or "ends"
	Sentinel string // words of the mark, with {tokens} in them or not
	Counter  *token.Counter

	// Nonce makes the digits behind the sentinel, by which a mark is told from one in the text, out
	// of a hash of the text.
	Nonce func(sum []byte) string

	// Refit lets an envelope lose items rather than be cut as text; nil: none does.
	Refit *Refit
}

// Run reads a text to its end and writes at most Tokens of it. A text that fits passes untouched,
// whatever its bytes; of another one what is kept is whole lines, or, if not one fits, a part of one
// that ends between grapheme clusters, and it is valid UTF-8. Memory is bounded by the tokens, not by
// the text. The error is a *TooSmallError if not even the mark fits.
func (c *Clip) Run(in io.Reader, out io.Writer) error {
	text, err := c.read(in)
	if err != nil {
		return err
	}
	whole := text.whole()
	if whole != nil && c.Counter.Fits(whole, c.Tokens) {
		_, err = out.Write(whole)
		return err
	}
	cut := c.refitted(whole)
	if cut == nil {
		if cut, err = c.cut(text); err != nil {
			return err
		}
	}
	_, err = out.Write(cut)
	return err
}

// mark returns the line that stands where the cut is.
func (c *Clip) mark(tokens int, nonce string) []byte {
	words := strings.ReplaceAll(c.Sentinel, "{tokens}", strconv.Itoa(tokens))
	return []byte(strings.ToValidUTF8(words, "\uFFFD") + " #" + nonce + "\n")
}

// cut cuts a text that doesn't fit.
func (c *Clip) cut(text *clipText) ([]byte, error) {
	nonce := c.Nonce(text.sum.Sum(nil))
	p := clipper{count: c.Counter, limit: c.Tokens, keep: c.Keep, mark: c.mark(c.Tokens, nonce)}
	if !p.fits(nil, nil) {
		least := c.Tokens
		for range 4 { // it is named in the mark
			least = c.Counter.Count(c.mark(least, nonce))
		}
		return nil, &TooSmallError{Least: least, Mark: true}
	}
	head, tail := text.printed(newDisarmer(c.Sentinel))
	h, t := p.choose(head, tail)
	return p.assemble(h, t), nil
}
