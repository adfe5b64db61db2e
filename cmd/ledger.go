package cmd

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/store"
)

// An entry is what the ledger keeps of a call: figures and, of an error, its private cause; nothing
// of what came in or went out.
type entry struct {
	Time     string `json:"time"`
	Command  string `json:"command"`
	Handle   string `json:"handle,omitempty"`
	Input    int64  `json:"input_bytes,omitempty"`
	Envelope int    `json:"envelope_bytes,omitempty"`
	Total    int64  `json:"total,omitempty"`
	Code     string `json:"code,omitempty"`
	Ref      string `json:"ref,omitempty"`
	Cause    string `json:"cause,omitempty"`
}

// maxCause is how much of an error's cause is kept, in bytes.
const maxCause = 500

// log appends the call to the ledger of its scope. That it can't be is no error: nothing depends
// on the ledger.
func (c *call) log() {
	scope, err := c.scope()
	if err != nil || c.entry.Command == "" {
		return
	}
	c.entry.Time = c.now().UTC().Format(time.RFC3339)
	line, err := json.Marshal(c.entry)
	if err == nil {
		_ = scope.Log(line)
	}
}

// note keeps an error for the ledger.
func (c *call) note(f *shape.Failure, err error) {
	c.entry.Code, c.entry.Ref = f.Code, f.Ref
	c.entry.Cause = clip(err.Error(), maxCause)
	var private *store.Error
	if errors.As(err, &private) && private.Cause != nil {
		c.entry.Cause = clip(private.Cause.Error(), maxCause)
	}
}
