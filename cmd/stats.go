package cmd

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/toolfit/toolfit/store"
)

// A tally is what the ledger has of one tool, or of a command that was called without one. All of it
// was measured; how many tokens the input would have had wasn't, and is nowhere.
type tally struct {
	Tool       string   `json:"tool,omitempty"`
	Command    string   `json:"command,omitempty"`
	Calls      int      `json:"calls"`
	Errors     int      `json:"errors"`
	Input      int64    `json:"input_bytes"`
	Envelopes  int64    `json:"envelope_bytes"`
	Saved      int64    `json:"saved_bytes"` // negative where more went out than came in
	Tokens     int64    `json:"tokens"`      // of all envelopes
	Truncated  float64  `json:"truncated_share"`
	Envelope   *spread  `json:"envelope_tokens,omitempty"`
	Row        *spread  `json:"row_tokens,omitempty"`
	Changed    string   `json:"columns_changed,omitempty"` // when, for the last time
	Changes    int      `json:"columns_changes,omitempty"`
	Growth     *growth  `json:"growth,omitempty"`
	FailGrowth *float64 `json:"fail_growth,omitempty"` // it has grown by more than this

	envelopes, rows []float64
	truncated       int
	fresh           []size // of results that came in, not of what was read again
	columns         string
	since           int // the first of fresh that has them
}

// take adds a call.
func (t *tally) take(e *entry) {
	t.Calls++
	t.Input += e.Input
	t.Envelopes += int64(e.Envelope)
	t.Tokens += int64(e.Tokens)
	if e.Code != "" {
		t.Errors++
	}
	if e.Envelope == 0 || e.Code != "" && e.Returned == 0 { // a stream, or a bare error
		return
	}
	t.envelopes = append(t.envelopes, float64(e.Tokens))
	if e.RowTokens > 0 {
		t.rows = append(t.rows, e.RowTokens)
	}
	if e.Truncated {
		t.truncated++
	}
	if e.Command != "filter" && e.Command != "run" {
		return
	}
	if e.Columns != "" {
		if t.columns != "" && t.columns != e.Columns {
			t.Changed, t.Changes, t.since = e.Time, t.Changes+1, len(t.fresh)
		}
		t.columns = e.Columns
	}
	t.fresh = append(t.fresh, size{float64(e.Tokens), e.RowTokens})
}

// done works out what needs all calls, and tells whether sizes have grown by more than limit.
func (t *tally) done(limit float64, over int) bool {
	t.Saved = t.Input - t.Envelopes
	t.Envelope, t.Row = spreadOf(t.envelopes), spreadOf(t.rows)
	if n := len(t.envelopes); n > 0 {
		t.Truncated = round(float64(t.truncated)/float64(n), 3)
	}
	g := grown(t.fresh, t.since, over)
	fails := g.over(limit)
	if g != (growth{}) {
		t.Growth = &growth{round(g.Envelope, 2), round(g.Row, 2)}
	}
	if fails {
		t.FailGrowth = &limit
	}
	return fails
}

// name is what the tally is of.
func (t *tally) name() string { return cmp.Or(t.Tool, t.Command) }

// stats shows what the ledger of this scope has, by tool: the one with the most tokens first.
func (c *call) stats(g *given) error {
	limit, over, err := growthAsked(g.flags)
	if err != nil {
		return err
	}
	scope, err := c.scope()
	if err != nil {
		return err
	}
	list := tallies(scope, g.flags["tool"])
	var names []string
	for _, t := range list {
		if t.done(limit, over) {
			names = append(names, clip(t.name(), 40))
		}
	}
	l := listing{words: []string{"stats"}, cursors: "stats " + g.flags["tool"]}
	if len(list) > 0 {
		l.sum = totals
	}
	if l.rows, err = ndjson(list); err != nil {
		return err
	}
	if len(names) > 0 {
		l.warnings = []string{fmt.Sprintf("%d grown by more than %v: %s", len(names), limit,
			strings.Join(names[:min(len(names), maxGrown)], ", "))}
	}
	if err := c.listing(scope, l); err != nil {
		return err
	}
	if len(names) > 0 {
		return &printedError{1}
	}
	return nil
}

// totals are the figures of the whole run that stats gives, over all tools.
const totals = "calls,errors,input_bytes,envelope_bytes,saved_bytes,tokens"

// maxGrown is how many names the warning of --fail-growth has.
const maxGrown = 5

// tallies reads the ledger: of one tool, or of all calls if tool is "".
func tallies(scope *store.Scope, tool string) []*tally {
	type key struct{ tool, command string }
	found := map[key]*tally{}
	for e := range entries(scope) {
		if tool != "" && e.Tool != tool {
			continue
		}
		k := key{tool: e.Tool}
		if e.Tool == "" {
			k.command = e.Command
		}
		if found[k] == nil {
			found[k] = &tally{Tool: k.tool, Command: k.command}
		}
		found[k].take(e)
	}
	var list []*tally
	for _, t := range found {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b *tally) int {
		return cmp.Or(cmp.Compare(b.Tokens, a.Tokens), cmp.Compare(a.name(), b.name()), cmp.Compare(a.Tool, b.Tool))
	})
	return list
}

// defaultOver is how many calls growth is looked for in.
const defaultOver = 20

// growthAsked returns the growth that fails, which is infinite if none does, and over how many calls.
func growthAsked(flags map[string]string) (limit float64, over int, err error) {
	limit, over = math.Inf(1), defaultOver
	if text, ok := flags["fail-growth"]; ok {
		limit, err = strconv.ParseFloat(text, 64)
		if err != nil || !(limit > 0) || math.IsInf(limit, 1) {
			return 0, 0, usagef("--fail-growth takes a number over 0, not %s", quote(text))
		}
	}
	if text, ok := flags["over"]; ok {
		if over, err = positive("--over", text); err != nil {
			return 0, 0, err
		}
	}
	return limit, over, nil
}
