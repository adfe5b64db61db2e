package cmd

import (
	"encoding/json"
	"errors"
)

// remove removes artifacts of this scope.
func (c *call) remove(g *given) error {
	if len(g.args) == 0 {
		return &usageError{"rm takes handles", "toolfit ls lists the handles of this scope"}
	}
	scope, err := c.scope()
	if err != nil {
		return err
	}
	removed, bytes, err := scope.Remove(g.args...)
	if err != nil {
		return err
	}
	return c.printRemoved(&removal{Removed: removed, Bytes: bytes})
}

// A removal is what rm and gc print.
type removal struct {
	Error   json.RawMessage `json:"error,omitempty"`
	Removed []string        `json:"removed"`
	Bytes   int64           `json:"bytes"`
	Damaged []string        `json:"damaged,omitempty"`
	End     *ending         `json:"end,omitempty"`
}

type ending struct {
	Error string `json:"error"`
}

func (c *call) printRemoved(r *removal) error {
	out, err := json.Marshal(r)
	if err != nil {
		return errors.Join(errors.New("print removed"), err)
	}
	_, err = c.stdout.Write(append(out, '\n'))
	return err
}
