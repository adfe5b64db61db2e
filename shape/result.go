package shape

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/query"
	"github.com/toolfit/toolfit/shape/stat"
)

// A Result is a selection of rows, read to its end: what there is to print, and what an artifact
// has to know of it.
type Result struct {
	Total    int64 // rows of the result
	Scanned  int64 // rows looked at; -1 if none were left out
	Warnings []string

	plan    *Plan
	page    *page
	form    input.Form
	found   input.Found
	names   []string // top-level names of all rows, in order of appearance
	columns []string // nil in the records layout
	omitted []string
	partial bool // less is shown than came in, whatever there is room for
	fields  []stat.Field
	scalars bool
	picks   bool
	text    bool                         // the first row is a line of text
	lines   func(i int64) ([]byte, bool) // line i, if rows are lines

	live live
	sort string // the order that the rows are in; "": that of arrival
	key  string

	bare bool // all rows, if they fit, need no artifact

	record bool // it is one row in detail, and base is its number
	base   int64

	shown Shown
}

// Shown is what an envelope shows of a result.
type Shown struct {
	Rows      int // items
	Tokens    int // that their lines have
	Truncated bool
}

// Shown returns what the last envelope that was printed shows.
func (r *Result) Shown() Shown { return r.shown }

// Count returns the tokens of a text as the result's budget counts them.
func (r *Result) Count(text []byte) int { return r.page.count.Count(text) }

// Names returns the top-level names of the rows as they came in, in order of appearance: those of
// all rows, shown or not. Rows that are no objects have none.
func (r *Result) Names() []string { return r.names }

// Meta is what a stored result has to know to be read again. It is kept as JSON.
type Meta struct {
	Form     input.Form
	Found    input.Found
	Names    []string // top-level names of the input's rows
	Scalars  bool     // the first row is no object
	Text     bool     // it is a line of text
	Fields   string
	Sort     string // the order that the rows are in; "": that of arrival
	Key      string
	Warnings []string
	Summary  json.RawMessage // what a call finds that asks for nothing else, as stat encodes it
}

// result puts together what the loop found in a fresh input.
func (l *loop) result(form input.Form, found input.Found) (*Result, error) {
	names, more := l.paths.Top()
	r := l.common(form, found, names, more)
	r.Warnings = slices.Concat(found.Warnings, l.warnings(), l.nowhere(names))
	r.partial = l.matched < l.scanned || l.narrows(names)
	if l.fields != nil && l.Offset == 0 {
		r.omitted = l.leftOut(names, more)
	}
	var err error
	if r.fields, err = l.sums.done(l); err != nil {
		return nil, err
	}
	return r, l.inRange()
}

// common fills in what fresh and stored results share.
func (l *loop) common(form input.Form, found input.Found, names []string, more int) *Result {
	r := &Result{
		Total: l.matched, Scanned: -1, plan: l.Plan, page: l.page, form: form, found: found,
		names: names, scalars: l.project.scalars, picks: l.picks, live: l.live,
		text: l.project.text, lines: l.textLines(l.number),
	}
	if l.order != nil {
		r.sort, r.key = l.Sort, l.Key
	}
	if l.Selects() {
		r.Scanned = l.scanned
	}
	if l.Columns {
		r.columns = l.project.columnNames(names)
		l.page.pad(len(r.columns))
	}
	return r
}

// stored puts together what the loop found in a stored result.
func (l *loop) stored(m *Meta) (*Result, error) {
	r := l.common(m.Form, m.Found, m.Names, 0)
	r.partial = true
	if l.order == nil {
		r.sort, r.key = m.Sort, m.Key
	}
	r.Warnings = l.warnings()
	if l.Offset == 0 {
		r.Warnings = append(slices.Clone(m.Warnings), r.Warnings...)
		if l.fields != nil {
			r.omitted = l.leftOut(m.Names, 0)
		}
	}
	var err error
	switch {
	case l.sums != nil:
		r.fields, err = l.sums.done(l)
	case l.summarises(true):
		r.fields, err = stat.Decode(m.Summary)
	}
	if err != nil {
		return nil, err
	}
	return r, l.inRange()
}

// inRange refuses an offset behind the end.
func (l *loop) inRange() error {
	if l.Offset > l.matched {
		return &NoRowError{Row: l.Offset, Total: l.matched}
	}
	return nil
}

// Meta returns what an artifact of the result keeps.
func (r *Result) Meta() Meta {
	m := Meta{
		Form: r.form, Found: r.found, Names: r.names, Scalars: r.scalars, Text: r.text,
		Fields: r.plan.Fields, Sort: r.sort, Key: r.key, Warnings: r.found.Warnings,
	}
	if r.plan.Ask == (Ask{}) && r.plan.Summary != "none" && len(r.fields) > 0 {
		m.Summary = stat.Encode(r.fields)
	}
	return m
}

// Headline returns as much of the summary as takes at most room tokens, as a JSON object; nil if
// there is nothing to say.
func (r *Result) Headline(room int) []byte {
	object, _ := stat.Fit(r.fields, room, r.plan.Counter.Count)
	return object
}

// Picked tells whether the rows of the result aren't simply those of the input, in its order.
func (r *Result) Picked() bool { return r.picks }

// KeepPicks says that the rows of the result are those picked.
func (r *Result) KeepPicks() { r.picks = true }

// Slices tells whether each row is JSON as it stands in the input, or in the decoded rows.
func (r *Result) Slices() (inInput, inDecoded bool) {
	json := r.form.Columns == nil && r.form.Format != "text"
	return json && r.form.Body == 0, json && r.form.Body != 0
}

// Identity returns what, beside the input itself, tells this result from others: how its rows were
// found, selected, ordered and projected, and the handle that they were read from, if any.
func (r *Result) Identity(handle string) []byte { return r.plan.Identity(handle) }

// Identity is that of the plan's result.
func (p *Plan) Identity(handle string) []byte {
	id, err := json.Marshal([]string{
		handle, p.From, p.Rows, p.Where, p.Grep, p.Sort, p.Key, p.Fields,
	})
	if err != nil {
		panic("shape: strings are not JSON: " + err.Error())
	}
	return id
}

// only tells whether nothing but the summary is wanted.
func (r *Result) only() bool { return r.plan.Summary == "only" }

// asked tells whether a summary was asked for.
func (r *Result) asked() bool {
	return r.plan.Summary != "" && r.plan.Summary != "none" || r.plan.Ask != Ask{}
}

// leftOut returns the top-level names that the projection doesn't show anything of: up to
// maxOmitted, and then how many more.
func (p *Plan) leftOut(names []string, more int) []string {
	var list []string
	for _, name := range names {
		if !slices.ContainsFunc(p.fields, func(f query.Field) bool { return touches(f, name) }) {
			list = append(list, name)
		}
	}
	if more += len(list) - maxOmitted; more > 0 {
		list = append(list[:min(len(list), maxOmitted)], fmt.Sprintf("%d more", more))
	}
	return list
}

// touches tells whether a field shows something of a top-level member.
func touches(f query.Field, name string) bool {
	if f.Path != nil {
		return len(f.Path.Steps) == 0 || f.Path.Steps[0].Each || f.Path.Steps[0].Name == name
	}
	return strings.Contains(f.Code.Text, name)
}

// narrows tells whether the projection shows less than the rows have.
func (p *Plan) narrows(names []string) bool {
	if p.fields == nil {
		return false
	}
	return slices.ContainsFunc(names, func(name string) bool {
		return !slices.ContainsFunc(p.fields, func(f query.Field) bool {
			return f.Path != nil && len(f.Path.Steps) == 1 && f.Path.Steps[0].Name == name
		})
	})
}
