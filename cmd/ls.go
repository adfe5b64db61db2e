package cmd

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/store"
)

// listed is one artifact as ls shows it.
type listed struct {
	Handle  string `json:"handle"`
	Tool    string `json:"tool,omitempty"`
	Created string `json:"created,omitempty"`
	Rows    int64  `json:"rows"`
	Bytes   int64  `json:"bytes"`
	Expires string `json:"expires"`
	Damaged bool   `json:"damaged,omitempty"`
}

// list shows the artifacts of this scope, the newest first.
func (c *call) list(g *given) error {
	scope, err := c.scope()
	if err != nil {
		return err
	}
	entries, err := scope.List()
	if err != nil {
		return err
	}
	var rows bytes.Buffer
	enc := json.NewEncoder(&rows)
	for _, e := range entries {
		l := listed{
			Handle: e.Handle, Tool: e.Tool, Rows: e.Rows, Bytes: e.Bytes,
			Expires: stamp(e.Expires), Damaged: e.Err != nil,
		}
		if e.Err == nil {
			l.Created = stamp(e.Created)
		}
		if err := enc.Encode(l); err != nil {
			return err
		}
	}
	return c.listing(scope, "ls", rows.Bytes())
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// listing prints rows of our own, as NDJSON, as an envelope. It has no handle: the cursor belongs
// to the command.
func (c *call) listing(scope *store.Scope, command string, rows []byte) error {
	req, warnings, err := c.request()
	if err != nil {
		return err
	}
	if err := oneOf("to", c.given.flags, forms(onList)...); err != nil {
		return err
	}
	if cursor, ok := c.given.flags["cursor"]; ok {
		if req.Offset, err = scope.ParseCursor(command, cursor); err != nil {
			return err
		}
	}
	req.From, req.Summary = "ndjson", "none"
	plan, err := shape.Compile(req)
	if err != nil {
		return err
	}
	draft := scope.Draft()
	defer draft.Discard()
	result, err := plan.Filter(bytes.NewReader(rows), kept{draft})
	if err != nil {
		return err
	}
	result.Warnings = warnings
	handle := handleOf(scope, command)
	handle.Unnamed = true
	words := shape.Commands{Page: func(_, cursor string, l shape.Limits) string {
		return strings.Join(c.repeat([]string{"toolfit", command, "--cursor", cursor}, l), " ")
	}}
	return c.printWith(result, handle, words, int64(len(rows)), nil)
}
