// Package shape fits rows into a token budget: it reads the rows of an input or of an artifact,
// selects, orders and projects them, sums all of them up, and prints as many as there is room for
// as one envelope that says what is missing and how to get it.
//
// It knows neither the command line nor SQLite: what keeps the rows is a Kept or a Stored.
package shape

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/query"
	"github.com/toolfit/toolfit/shape/stat"
	"github.com/toolfit/toolfit/shape/token"
)

// ErrUpstream says that the source marked its own result as an error.
var ErrUpstream = errors.New("the source reports an error")

// A UsageError says that a request can't be meant.
type UsageError struct{ Detail string }

func (e *UsageError) Error() string { return e.Detail }

// A QueryError says that an expression failed on all rows, or could not be run to its end.
type QueryError struct {
	Rows  int64 // rows that it failed on
	Cause error
}

func (e *QueryError) Error() string {
	return fmt.Sprintf("%s: %v", e.Metadata(), e.Cause)
}

// Metadata is the error without its cause, which may hold values of a row.
func (e *QueryError) Metadata() string {
	return fmt.Sprintf("expression failed on all %d rows", e.Rows)
}

// A NoRowError says that a result has no row of that number.
type NoRowError struct {
	Row, Total int64
	Bytes      bool // it is a place in a string, in bytes
}

func (e *NoRowError) Error() string {
	if e.Bytes {
		return fmt.Sprintf("no byte %d: the string has %d bytes", e.Row, e.Total)
	}
	return fmt.Sprintf("no row %d: the result has %d rows", e.Row, e.Total)
}

// Ask holds what is asked of the summary by name: comma-separated paths, and N:PATH for Top.
type Ask struct{ CountBy, Sum, Range, Distinct, Top string }

// A Request says what is wanted of the rows. The zero value of a field asks for nothing.
type Request struct {
	From string // format; "" finds out
	Rows string // jq path of the rows; "" finds them

	Fields, Where, Grep, Sort, Key string

	Offset  int64 // number of the first row shown
	Limit   int64 // most rows shown; below 0: no limit
	Columns bool  // names once, rows as arrays
	Whole   bool  // cut no value but in an item that is too big

	Summary string // "auto", "none", "only"; "" is auto for an input, and none when stored
	Ask     Ask

	Budget   int // tokens
	MaxBytes int
	Counter  *token.Counter
	Keep     bool // an artifact is wanted whatever is shown
}

// A Plan is a request that has been checked: nothing of it can be refused any more.
type Plan struct {
	Request
	paths  *input.Paths
	fields []query.Field
	where  *query.Where
	grep   *query.Grep
	order  *ordering
	within *ordering // of the stored rows, where a live cursor needs it
	after  []byte    // position that the page begins behind; nil: it begins at Offset
	place  input.Place
	asked  stat.Asked
	named  []int32 // ids of the paths in the request

	slots  []int32               // ids of the paths that are located in every row
	slotOf map[int32]int         // the other way round
	parts  struct{ where []int } // slots that it wants, in its order
}

func (p *Plan) limits() Limits { return Limits{p.Budget, p.MaxBytes} }

// Compile checks a request. The error is a *query.SyntaxError or a *UsageError.
func Compile(r Request) (*Plan, error) {
	p := &Plan{Request: r, paths: input.NewPaths(), slotOf: map[int32]int{}}
	for _, part := range []func() error{p.compileRows, p.compileRowQuery, p.compileFields, p.compileAsk} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *Plan) compileRows() error {
	known := p.From == "" || p.From == input.Auto
	for _, f := range input.Formats() {
		known = known || f.Name == p.From
	}
	if !known {
		return &UsageError{fmt.Sprintf("unknown format %.40q", p.From)}
	}
	if p.Rows == "" {
		return nil
	}
	var err error
	if p.place, err = input.ParsePlace(p.Rows); err != nil {
		return &UsageError{err.Error()}
	}
	return nil
}

func (p *Plan) compileRowQuery() (err error) {
	if p.Where != "" {
		if p.where, err = query.ParseWhere(p.Where); err != nil {
			return err
		}
		p.parts.where = p.locate(p.where.Wants())
	}
	if p.Grep != "" {
		if p.grep, err = query.ParseGrep(p.Grep); err != nil {
			return err
		}
	}
	if p.Sort == "" {
		return nil
	}
	p.order, err = p.orderBy(p.Sort, p.Key)
	return err
}

func (p *Plan) compileFields() (err error) {
	if p.Fields == "" {
		return nil
	}
	p.fields, err = query.ParseFields(p.Fields)
	for i := range p.fields {
		if path := p.fields[i].Path; path != nil {
			p.name(*path)
		}
	}
	return err
}

// locate gives each path a slot, and returns the slots.
func (p *Plan) locate(paths []query.Path) []int {
	var list []int
	for _, path := range paths {
		id := p.name(path)
		slot, ok := p.slotOf[id]
		if !ok {
			slot = len(p.slots)
			p.slotOf[id] = slot
			p.slots = append(p.slots, id)
		}
		list = append(list, slot)
	}
	return list
}

// name gives a path of the request its id, and notes that it should lead somewhere.
func (p *Plan) name(path query.Path) int32 {
	id := p.paths.ID(steps(path)...)
	if !slices.Contains(p.named, id) {
		p.named = append(p.named, id)
	}
	return id
}

// steps is a path as the scanner wants it.
func steps(p query.Path) []input.Step {
	list := make([]input.Step, len(p.Steps))
	for i, s := range p.Steps {
		list[i] = input.Step{Name: s.Name, Each: s.Each}
	}
	return list
}

// Selects tells whether the request leaves rows out.
func (p *Plan) Selects() bool { return p.where != nil || p.grep != nil }
