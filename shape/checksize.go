package shape

import (
	"slices"

	"github.com/toolfit/toolfit/shape/token"
)

// openBase opens the encoding in which the contract states fixed sizes.
func openBase() *token.Counter {
	counter, err := token.Open("o200k_base")
	if err != nil {
		panic("shape: " + err.Error()) // it is built in
	}
	return counter
}

// maxFrame is how many o200k_base tokens all but the items takes at most where everything is shown
// and there is nothing to be said of it.
const maxFrame = 40

// frameSize checks the frame of an envelope that shows everything, and says nothing more.
func (c *checker) frameSize() {
	plain := []string{"truncated", "total", "returned", "items", "end"}
	for _, p := range c.parts {
		if !slices.Contains(plain, p.name) {
			return
		}
	}
	counter := openBase()
	n := counter.Count(c.text)
	for _, p := range c.items {
		n -= counter.Count(c.text[p.start:min(p.end+1, len(c.text))])
	}
	if !c.truncated && n > maxFrame {
		c.breaks("frame", "the frame has %d tokens, more than %d", n, maxFrame)
	}
}

// shares are the parts of the frame that have a share of the budget, in percent.
var shares = []struct {
	name    string
	percent int
}{{"warnings", 10}, {"upstream", 10}, {"tail", 25}, {"summary", 40}}

// shares checks these parts, if the budget was named. A summary that stands alone has no bound.
func (c *checker) shares() {
	if c.o.Budget == 0 {
		return
	}
	for _, s := range shares {
		value := c.at(s.name)
		if value == nil || s.name == "summary" && len(c.items) == 0 {
			continue
		}
		if n := c.o.Counter.Count(value); n > c.o.Budget*s.percent/100 {
			c.breaks("share", "%s has %d tokens, more than %d %% of the budget", s.name, n, s.percent)
		}
	}
}
