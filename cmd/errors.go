package cmd

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// A noRefError is a reference that no error of the scope has.
type noRefError struct{ ref string }

func (e *noRefError) Error() string {
	return "no error " + quote(e.ref) + " in the ledger of this scope"
}

// failed is one error as errors shows it: without its private cause. The same call fails with the
// same reference; it is listed once.
type failed struct {
	Time    string `json:"time"` // of the last one
	Command string `json:"command"`
	Tool    string `json:"tool,omitempty"`
	Code    string `json:"code"`
	Ref     string `json:"ref"`
	Detail  string `json:"detail"`
	Times   int    `json:"times"`

	line int // of the ledger, that of the last one
}

// errors shows the errors of this scope, the newest first, or the one with a reference.
func (c *call) errors(g *given) error {
	scope, err := c.scope()
	if err != nil {
		return err
	}
	only, words := "", []string{"errors"}
	if len(g.args) > 0 {
		only, words = g.args[0], append(words, shellQuote(g.args[0]))
	}
	byRef, line := map[string]*failed{}, 0
	for e := range entries(scope) {
		if line++; e.Ref == "" || len(g.args) > 0 && e.Ref != only {
			continue
		}
		f := byRef[e.Ref]
		if f == nil {
			f = &failed{}
			byRef[e.Ref] = f
		}
		*f = failed{e.Time, e.Command, e.Tool, e.Code, e.Ref, e.Detail, f.Times + 1, line}
	}
	if len(g.args) > 0 && byRef[only] == nil {
		return &noRefError{only}
	}
	rows, err := newestFirst(byRef)
	if err != nil {
		return err
	}
	return c.listing(scope, listing{words: words, cursors: strings.Join(words, " "), rows: rows})
}

// newestFirst writes errors as NDJSON.
func newestFirst(byRef map[string]*failed) ([]byte, error) {
	var list []*failed
	for _, f := range byRef {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b *failed) int { return b.line - a.line })
	return ndjson(list)
}

// ndjson writes rows of our own, one a line.
func ndjson[T any](list []T) ([]byte, error) {
	var rows bytes.Buffer
	enc := json.NewEncoder(&rows)
	enc.SetEscapeHTML(false)
	for _, row := range list {
		if err := enc.Encode(row); err != nil {
			return nil, err
		}
	}
	return rows.Bytes(), nil
}
