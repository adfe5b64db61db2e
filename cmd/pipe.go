package cmd

import (
	"cmp"
	"fmt"
	"io"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/shape/token"
	"github.com/toolfit/toolfit/store"
)

// raw prints the input, byte for byte, once all of it has been found to be what was stored.
func (c *call) raw(a *store.Artifact, counter *token.Counter) error {
	if limit := c.env("TOOLFIT_MAX_BYTES"); limit != "" {
		n, err := positive("TOOLFIT_MAX_BYTES", limit)
		if err != nil || a.Size() > int64(n) {
			return usagef("--to raw would print %d bytes, more than TOOLFIT_MAX_BYTES allows", a.Size())
		}
	}
	tokens := counter.Stream()
	look, ceiling := io.Discard, c.env("TOOLFIT_MAX_BUDGET")
	if ceiling != "" {
		look = tokens
	}
	n, err := io.Copy(look, a.Input())
	switch {
	case err != nil && n < a.Size():
		return fmt.Errorf("%w: %d of %d bytes of the input can be read", err, n, a.Size())
	case err != nil:
		return fmt.Errorf("%w: the input has other bytes than it had", err)
	}
	if ceiling != "" {
		n, err := positive("TOOLFIT_MAX_BUDGET", ceiling)
		if err != nil || tokens.Count() > n {
			return usagef("--to raw would print %d tokens, more than TOOLFIT_MAX_BUDGET allows", tokens.Count())
		}
	}
	_, err = io.Copy(c.stdout, a.Input())
	return err
}

// stream prints rows as NDJSON, for a pipe: those of the handle or of a selection, one of them, or
// rows found elsewhere.
func (r *reading) stream() error {
	for _, ceiling := range []string{"TOOLFIT_MAX_BUDGET", "TOOLFIT_MAX_BYTES"} {
		if r.env(ceiling) != "" {
			return usagef("--to ndjson is not bounded, and %s is set", ceiling)
		}
	}
	n, err := r.rowNumber()
	if err != nil {
		return err
	}
	draft := r.artifact.Derive()
	defer draft.Discard()
	_, rows := r.given.flags["rows"]
	switch from := (stored{r.artifact}); {
	case rows:
		draft.ResetSpans()
		return r.plan.StreamElements(from, r.meta, n, kept{draft}, r.stdout)
	case n < 0:
		return r.plan.Stream(from, r.meta, kept{draft}, r.stdout)
	case n >= r.artifact.Len():
		return &shape.NoRowError{Row: n, Total: r.artifact.Len()}
	}
	plan, err := shape.Compile(shape.Request{
		Fields: cmp.Or(r.plan.Fields, "."), Offset: n, Limit: 1, Columns: r.plan.Columns, Counter: r.plan.Counter,
	})
	if err != nil {
		return err
	}
	return plan.Stream(stored{r.artifact}, r.meta, kept{draft}, r.stdout)
}
