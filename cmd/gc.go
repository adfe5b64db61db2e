package cmd

import (
	"fmt"
	"strings"

	"github.com/toolfit/toolfit/store"
)

// A damagedError names stored results that can't be read in full.
type damagedError struct{ handles []string }

func (e *damagedError) Error() string {
	return fmt.Sprintf("%d stored results are damaged: %s", len(e.handles), strings.Join(e.handles, ", "))
}

func (e *damagedError) Unwrap() error { return store.ErrCorrupt }

// collect removes what has expired, or tells what would go, and can verify what is there.
func (c *call) collect(g *given) error {
	scope, err := c.scope()
	if err != nil {
		return err
	}
	found, err := scope.Collect(g.flags["dry-run"] == "true", c.now())
	if err != nil {
		return err
	}
	r := &removal{Removed: found.Removed, Bytes: found.Bytes}
	if r.Removed == nil {
		r.Removed = []string{}
	}
	if g.flags["verify"] == "true" {
		if r.Damaged, err = scope.Verify(); err != nil {
			return err
		}
	}
	if len(r.Damaged) == 0 {
		return c.printRemoved(r)
	}
	fail := c.failure(&damagedError{r.Damaged})
	r.Error, r.End = fail.JSON(), &ending{fail.Code}
	if err := c.printRemoved(r); err != nil {
		return err
	}
	return &printedError{ruleOf(store.ErrCorrupt).exit}
}
