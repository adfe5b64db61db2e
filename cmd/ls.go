package cmd

import (
	"bytes"
	"slices"
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
	var list []listed
	for _, e := range entries {
		l := listed{
			Handle: e.Handle, Tool: e.Tool, Rows: e.Rows, Bytes: e.Bytes,
			Expires: stamp(e.Expires), Damaged: e.Err != nil,
		}
		if e.Err == nil {
			l.Created = stamp(e.Created)
		}
		list = append(list, l)
	}
	rows, err := ndjson(list)
	if err != nil {
		return err
	}
	return c.listing(scope, listing{words: []string{"ls"}, cursors: "ls", rows: rows})
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// A listing is rows of our own, made by a command.
type listing struct {
	words    []string // the command without its flags, quoted
	cursors  string   // what its cursors are bound to
	rows     []byte   // NDJSON
	warnings []string
	sum      string // paths of what is added up over all rows
}

// listing prints rows of our own as an envelope. It has no handle: the cursor belongs to the command.
func (c *call) listing(scope *store.Scope, l listing) error {
	req, warnings, err := c.request()
	if err != nil {
		return err
	}
	if err := oneOf("to", c.given.flags, forms(onList)...); err != nil {
		return err
	}
	if cursor, ok := c.given.flags["cursor"]; ok {
		if _, ok := c.given.flags["offset"]; ok {
			return usagef("--cursor and --offset exclude each other")
		}
		if req.Offset, err = scope.ParseCursor(l.cursors, cursor); err != nil {
			return err
		}
	}
	// What is asked of the rows of a result is not meant for these.
	plan, err := shape.Compile(shape.Request{
		From: "ndjson", Summary: "none", Ask: shape.Ask{Sum: l.sum}, Offset: req.Offset, Limit: req.Limit,
		Columns: req.Columns, Budget: req.Budget, MaxBytes: req.MaxBytes, Counter: req.Counter,
	})
	if err != nil {
		return err
	}
	draft := scope.Draft()
	defer draft.Discard()
	result, err := plan.Filter(bytes.NewReader(l.rows), kept{draft})
	if err != nil {
		return err
	}
	result.Warnings = append(l.warnings, warnings...)
	handle := handleOf(scope, l.cursors)
	handle.Unnamed = true
	words := shape.Commands{Page: func(_, cursor string, limits shape.Limits) string {
		words := slices.Concat([]string{"toolfit"}, l.words, []string{"--cursor", cursor})
		return strings.Join(c.repeat(words, limits), " ")
	}}
	return c.printWith(result, handle, words, int64(len(l.rows)), nil)
}
