package cmd

import (
	"fmt"
	"io"
	"strconv"

	"github.com/toolfit/toolfit/shape/token"
)

// count prints how many tokens stdin has, counted as it comes.
func (c *call) count(g *given) error {
	counter, err := c.counter()
	if err != nil {
		return err
	}
	s := counter.Stream()
	n, err := io.Copy(struct{ io.Writer }{s}, c.stdin)
	if err != nil {
		return fmt.Errorf("read input: %w", err)
	}
	if g.flags["json"] == "true" {
		_, err = fmt.Fprintf(c.stdout, "{\"tokens\":%d,\"bytes\":%d,\"tokenizer\":%s}\n",
			s.Count(), n, strconv.Quote(counter.Name()))
	} else {
		_, err = fmt.Fprintln(c.stdout, s.Count())
	}
	return err
}

// tokenizer opens an encoding, an estimator, or a tokenizer that calibrate has written down.
func (c *call) tokenizer(name string) (*token.Counter, error) {
	counter, err := token.Open(name)
	if err == nil || !kind[*token.UnknownError](err) {
		return counter, err
	}
	calibrated, known, e := c.calibrated(name)
	if e != nil {
		return nil, e
	}
	if !known {
		return nil, err
	}
	base, e := token.Open(calibrated.Base)
	if e != nil {
		return nil, e
	}
	return token.Scale(base, name, calibrated.Factor)
}
