package cmd

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// defaultShare is how much of what is left of the model's window a result may take.
const defaultShare = "0.05"

// moreContext is what to do where the window has no room for a result.
const moreContext = "make room in the context, or raise --context-share"

// A contextError says that a share of what is left of the window is not even one token.
type contextError struct{ used, window int64 }

func (e *contextError) Error() string {
	return fmt.Sprintf("nothing is left for a result: %d of the window's %d tokens are used", e.used, e.window)
}

// contextFlags are the flags that say how full the model's window is.
var contextFlags = []string{"context-window", "context-used", "context-share"}

// withinContext lowers a budget to the share of what is left of the model's window, if it is known
// how large that is.
func (c *call) withinContext(budget int, warnings *[]string) (int, error) {
	share, err := c.contextShare()
	if err != nil {
		return 0, err
	}
	window, known, err := c.number("context-window", "TOOLFIT_CONTEXT_WINDOW")
	if err != nil {
		return 0, err
	}
	used, err := c.contextUsed()
	switch {
	case err != nil:
		return 0, err
	case !known && c.given.explicit("context-used"):
		return 0, &usageError{"--context-used without the size of the window", "add --context-window N"}
	case !known:
		return budget, nil
	}
	left := new(big.Rat).SetInt64(max(int64(window)-used, 0))
	left.Mul(left, share)
	most := int(new(big.Int).Quo(left.Num(), left.Denom()).Int64()) // no more than window
	if most < 1 {
		return 0, &contextError{used, int64(window)}
	}
	if most >= budget {
		return budget, nil
	}
	c.shared = true
	c.lower("budget", "context-share")
	if c.given.explicit("budget") {
		*warnings = append(*warnings, fmt.Sprintf("--budget %d lowered to %d, the share of the context", budget, most))
	}
	return most, nil
}

// contextUsed returns how many tokens of the window are used.
func (c *call) contextUsed() (int64, error) {
	text, from := c.setting("context-used", "")
	if from == "default" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 0 {
		return 0, usagef("%s takes a whole number, not %s", from, quote(text))
	}
	return n, nil
}

// contextShare returns the share. It is a decimal number, and kept as one: 0.29 of 100 tokens are 29.
func (c *call) contextShare() (*big.Rat, error) {
	text, from := c.setting("context-share", defaultShare)
	if len(text) <= maxDecimal && strings.Trim(text, "0123456789.") == "" {
		if r, ok := new(big.Rat).SetString(text); ok && r.Sign() > 0 && r.Cmp(big.NewRat(1, 1)) <= 0 {
			return r, nil
		}
	}
	return nil, usagef("%s takes a number over 0 and up to 1, not %s", from, quote(text))
}

// maxDecimal is how many characters a decimal number may have.
const maxDecimal = 20

// setting returns the text that a flag, else the environment, else the default gives, and which of
// them it was: the flag's name, the variable's, or "default".
func (c *call) setting(flag, otherwise string) (text, from string) {
	if text, ok := c.given.flags[flag]; ok {
		return text, "--" + flag
	}
	if env := envOf[flag]; c.env(env) != "" {
		return c.env(env), env
	}
	return otherwise, "default"
}

// sharedByFlag tells whether it is by flags, which no other call has, that the budget is lower.
func (c *call) sharedByFlag() bool {
	for _, flag := range contextFlags {
		if c.shared && c.given.explicit(flag) {
			return true
		}
	}
	return false
}
