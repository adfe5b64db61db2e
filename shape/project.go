package shape

import (
	"errors"
	"slices"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/query"
)

// projector turns rows into items: whole rows, or the fields asked for; as objects, or as arrays
// of columns.
type projector struct {
	paths   *input.Paths
	fields  []projected
	columns bool
	fixed   []string // names of the columns, when they are known beforehand
	scalars bool     // the first row is no object: there is one column, the row itself
	text    bool     // the first row is a line of text

	failed int64 // rows on which an expression failed
	cause  error
}

// projected is a field and, if it is a simple path, the ids of the path's beginnings.
type projected struct {
	query.Field
	ids []int32
}

// maxColumns is how many top-level names the columns layout shows without a projection.
const maxColumns = 64

func newProjector(paths *input.Paths, fields []query.Field, columns bool) *projector {
	p := &projector{paths: paths, columns: columns}
	for _, f := range fields {
		pf := projected{Field: f}
		if f.Path != nil {
			all := steps(*f.Path)
			for i := range all {
				pf.ids = append(pf.ids, paths.ID(all[:i+1]...))
			}
		}
		p.fields = append(p.fields, pf)
	}
	return p
}

// item returns what is shown of a row. It shares no memory with the row.
func (p *projector) item(r *input.Row) (rawItem, error) {
	b := builder{row: r}
	switch {
	case p.fields != nil:
		if err := p.project(&b); err != nil {
			return rawItem{}, err
		}
	case p.columns:
		b.lost = p.spread(&b)
	case r.Text:
		b.dst = appendLine(nil, r.Bytes)
	default:
		b.value(0)
	}
	return rawItem{json: b.dst, whole: b.whole, lost: b.lost}, nil
}

// project builds the item of a projection.
func (p *projector) project(b *builder) error {
	open, end := byte('{'), byte('}')
	if p.columns {
		open, end = '[', ']'
	}
	b.dst = append(b.dst, open)
	for i := range p.fields {
		if err := p.field(b, &p.fields[i]); err != nil {
			return err
		}
	}
	b.dst = append(b.dst, end)
	return nil
}

func (p *projector) field(b *builder, f *projected) error {
	if f.Path == nil {
		return p.computed(b, f)
	}
	p.name(b, f.Name)
	if !f.Path.Each() || b.row.Text {
		b.at(f.ids, f.Path.Steps)
		return nil
	}
	b.dst = append(b.dst, '[')
	mark := len(b.dst)
	if len(b.row.Cells) > 0 {
		b.gather(0, f.ids, f.Path.Steps, mark)
	}
	b.dst = append(b.dst, ']')
	return nil
}

// name begins a member.
func (p *projector) name(b *builder, name string) {
	b.comma(1)
	if !p.columns {
		b.dst = append(quoted(b.dst, name), ':')
	}
}

// computed adds what a jq expression gives. It is null where the expression fails on a row.
func (p *projector) computed(b *builder, f *projected) error {
	raw := b.row.Bytes
	if b.row.Text {
		raw = appendLine(nil, raw)
	}
	v, err := f.Code.Value(raw)
	if err != nil && !errors.Is(err, query.ErrRow) {
		return &QueryError{Rows: 1, Cause: err}
	}
	if err != nil {
		p.failed++
		p.cause = err
	}
	p.name(b, f.Name)
	if v == nil {
		v = []byte("null")
	}
	b.dst = append(b.dst, v...)
	return nil
}

// scalarColumn is the name of the one column of rows that aren't objects.
const scalarColumn = "."

// columnNames returns the columns of the layout, once all rows have been seen.
func (p *projector) columnNames(names []string) []string {
	list := []string{}
	for _, f := range p.fields {
		list = append(list, f.Name)
	}
	switch {
	case p.fields != nil:
	case p.scalars:
		list = append(list, scalarColumn)
	default:
		list = append(list, names[:min(len(names), maxColumns)]...)
	}
	return list
}

// spread builds the item of the columns layout without a projection: the top-level members under
// the names seen so far; what comes later is added as nulls when the page is printed. It returns
// how many members have no column.
func (p *projector) spread(b *builder) (lost int) {
	b.dst = append(b.dst, '[')
	defer func() { b.dst = append(b.dst, ']') }()
	if p.scalars {
		b.at(nil, nil)
		return 0
	}
	names := p.fixed
	if names == nil {
		names, _ = p.paths.Top()
		names = names[:min(len(names), maxColumns)]
	}
	shown := 0
	for _, name := range names {
		b.comma(1)
		step := query.Step{Name: name}
		if b.at([]int32{p.paths.ID(input.Step{Name: name})}, []query.Step{step}) {
			shown++
		}
	}
	return b.members() - shown
}

// builder appends values of a row to an item.
type builder struct {
	row   *input.Row
	dst   []byte
	whole map[int]int64
	lost  int
}

// value appends the value of cell i. Of an abridged row the bytes are kept as they are, so that
// the true sizes can be told by offset.
func (b *builder) value(i int32) {
	c := &b.row.Cells[i]
	if !b.row.Large {
		b.dst = input.Compact(b.dst, b.row.Value(c))
		return
	}
	shift := len(b.dst) - int(c.Start)
	b.dst = append(b.dst, b.row.Value(c)...)
	for j := i; j < c.Next; j++ {
		if n, ok := b.row.Whole[j]; ok {
			if b.whole == nil {
				b.whole = map[int]int64{}
			}
			b.whole[int(b.row.Cells[j].Start)+shift] = n
		}
	}
}

// at appends the value at a path without lists in it, or null, and tells which.
func (b *builder) at(ids []int32, path []query.Step) bool {
	i := int32(0)
	if b.row.Text {
		i = -1
		if len(path) == 0 {
			b.dst = appendLine(b.dst, b.row.Bytes)
			return true
		}
	}
	for d := 0; d < len(path) && i >= 0; d++ {
		i = b.member(i, ids[d])
	}
	if i < 0 {
		b.dst = append(b.dst, "null"...)
		return false
	}
	b.value(i)
	return true
}

// members returns how many top-level members the row has; a row that is no object counts as one.
func (b *builder) members() (n int) {
	if b.row.Text || b.row.Cells[0].Kind != input.Object {
		return 1
	}
	for j := int32(1); j < b.row.Cells[0].Next; j = b.row.Cells[j].Next {
		if b.row.Cells[j].Flags&input.Dup == 0 {
			n++
		}
	}
	return n
}

// member returns the cell of an object's member by the id of its path, the last if there are two,
// or -1.
func (b *builder) member(i, id int32) int32 {
	cells, found := b.row.Cells, int32(-1)
	if cells[i].Kind != input.Object {
		return -1
	}
	for j := i + 1; j < cells[i].Next; j = cells[j].Next {
		if cells[j].Path == id {
			found = j
		}
	}
	return found
}

// gather appends the values that a path with lists in it leads to, in their order, with commas.
func (b *builder) gather(i int32, ids []int32, path []query.Step, mark int) {
	switch {
	case len(path) == 0:
		b.comma(mark)
		b.value(i)
	case !path[0].Each:
		if j := b.member(i, ids[0]); j >= 0 {
			b.gather(j, ids[1:], path[1:], mark)
		} else if b.row.Cells[i].Kind == input.Object && !lists(path) {
			b.comma(mark)
			b.dst = append(b.dst, "null"...)
		}
	case b.row.Cells[i].Kind >= input.Array:
		for j := i + 1; j < b.row.Cells[i].Next; j = b.row.Cells[j].Next {
			b.gather(j, ids[1:], path[1:], mark)
		}
	}
}

// comma separates what follows from what stands behind mark.
func (b *builder) comma(mark int) {
	if len(b.dst) > mark {
		b.dst = append(b.dst, ',')
	}
}

// lists tells whether a path goes through a list.
func lists(path []query.Step) bool {
	return slices.ContainsFunc(path, func(s query.Step) bool { return s.Each })
}
