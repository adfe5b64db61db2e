package cmd

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"github.com/toolfit/toolfit/shape"
)

// form returns what an envelope is printed as: what --to names, else the environment. Whether
// there is a terminal plays no part in it.
func (c *call) form() string {
	if to, ok := c.given.flags["to"]; ok {
		return to
	}
	return c.env("TOOLFIT_TO")
}

// formKnown refuses an environment that asks for a form that there isn't.
func (c *call) formKnown() error {
	if to := c.env("TOOLFIT_TO"); to != "" {
		return mustBe("TOOLFIT_TO", to, forms(onFilter), "see toolfit --help")
	}
	return nil
}

// wrapped returns an envelope in the form that is asked for.
func (c *call) wrapped(envelope []byte, handle string, size int64, failed bool) []byte {
	switch c.form() {
	case "mcp":
		return callToolResult(envelope, handle, size, failed)
	case "table":
		return shape.Table(envelope, c.width(c.stdout))
	}
	return envelope
}

// width returns how many columns there are to write to: what COLUMNS says, else the terminal, else
// 80.
func (c *call) width(w io.Writer) int {
	if n, err := strconv.Atoi(c.env("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 80
}
