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
	out, err := json.Marshal(struct {
		Removed []string `json:"removed"`
		Bytes   int64    `json:"bytes"`
	}{removed, bytes})
	if err != nil {
		return errors.Join(errors.New("print removed"), err)
	}
	_, err = c.stdout.Write(append(out, '\n'))
	return err
}
