package shape

import (
	"bytes"
	"slices"
)

// codes are all codes that an error can have (section 6 of the contract).
var codes = []string{
	"internal", "usage", "bad_query", "budget_too_small", "bad_input", "input_incomplete",
	"query_failed", "upstream_error", "unknown_handle", "handle_expired", "invalid_cursor",
	"cursor_expired", "no_such_row", "store_unavailable", "store_corrupt", "command_failed",
	"command_timeout", "rate_limited",
}

// MaxBare is how many o200k_base tokens an error envelope without items has at most, whatever the
// budget.
const MaxBare = 160

var refForm = expression(`^"err-[0-9]+"$`)

// failure checks the error, if there is one.
func (c *checker) failure() {
	value := c.at("error")
	if value == nil {
		return
	}
	parts, _ := partsOf(value, 0)
	code := valueIn(value, parts, "code")
	if !slices.Contains(codes, unquoted(code)) {
		c.breaks("error", "%.40s is no code of the contract", code)
	}
	if ref := valueIn(value, parts, "ref"); !refForm().Match(ref) {
		c.breaks("error", "ref is %.40s, not err- and digits", ref)
	}
}

// bareError checks an error envelope without items.
func (c *checker) bareError() {
	c.failure()
	c.lines()
	value, end := c.at("error"), c.at("end")
	parts, _ := partsOf(value, 0)
	ends, _ := partsOf(end, 0)
	code := valueIn(value, parts, "code")
	if have := valueIn(end, ends, "error"); !bytes.Equal(have, code) {
		c.breaks("footer", "end.error is %.40s, and the code %.40s", have, code)
	}
	if n := openBase().Count(c.text); n > MaxBare {
		c.breaks("budget", "an error without items has %d tokens, more than %d", n, MaxBare)
	}
}
