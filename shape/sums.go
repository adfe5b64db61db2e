package shape

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/query"
	"github.com/toolfit/toolfit/shape/stat"
)

// sums feeds the rows of a result to the statistics. Nil stands for no summary.
//
// They take as long as all else that is done with a row. So rows are gathered into batches, and
// one batch is summed up while the next one fills: on a second core, if there is one.
type sums struct {
	options stat.Options
	isText  func(name string) bool // whether a top-level name is a text column of CSV
	shown   func(n int64) []byte
	paths   *input.Paths
	columns []stat.Column // by id
	direct  int           // bytes of rows that were not copied
	fills   *batch
	other   *batch
	busy    chan struct{} // closed when other has been summed up; nil: it is

	// Theirs who sums up.
	table *stat.Table   // from the first row on
	known []stat.Column // columns so far
	line  []byte
}

// compileAsk resolves the paths that figures are asked for.
func (p *Plan) compileAsk() error {
	lists := []struct {
		text string
		to   *[]stat.Want
	}{
		{p.Ask.CountBy, &p.asked.CountBy}, {p.Ask.Sum, &p.asked.Sum},
		{p.Ask.Range, &p.asked.Range}, {p.Ask.Distinct, &p.asked.Distinct},
	}
	for _, list := range lists {
		if list.text == "" {
			continue
		}
		items, err := query.SplitList(list.text)
		if err != nil {
			return err
		}
		for _, item := range items {
			w, err := p.want(item)
			if err != nil {
				return err
			}
			*list.to = append(*list.to, w)
		}
	}
	return p.compileTop()
}

// compileTop resolves N:PATH.
func (p *Plan) compileTop() error {
	if p.Ask.Top == "" {
		return nil
	}
	items, err := query.SplitList(p.Ask.Top)
	if err != nil {
		return err
	}
	for _, item := range items {
		count, path, ok := strings.Cut(item, ":")
		n, e := strconv.Atoi(count)
		if !ok || e != nil || n < 1 || n > maxTop {
			return &UsageError{fmt.Sprintf("--top takes N:PATH with N from 1 to %d, not %.40q", maxTop, item)}
		}
		w, err := p.want(path)
		if err != nil {
			return err
		}
		p.asked.Top = append(p.asked.Top, stat.TopWant{Want: w, N: n})
	}
	return nil
}

// maxTop is how many rows --top may ask for.
const maxTop = 1000

// want resolves one path that a figure is asked for. The figure is of the elements where the path
// leads to a list by "[]".
func (p *Plan) want(text string) (stat.Want, error) {
	path, err := query.ParsePath(text)
	if err != nil {
		return stat.Want{}, err
	}
	id := p.name(path)
	return stat.Want{ID: id, Name: p.paths.Name(id)}, nil
}

// summarises tells whether the rows have to be looked at for a summary. stored tells that there is
// none unless it is asked for or the rows are selected.
func (p *Plan) summarises(stored bool) bool {
	switch {
	case p.Ask != Ask{}:
		return true
	case p.Summary == "":
		return !stored || p.Selects()
	}
	return p.Summary != "none"
}

func (p *Plan) newSums(stored bool) *sums {
	if !p.summarises(stored) {
		return nil
	}
	s := &sums{
		isText: func(string) bool { return false }, paths: p.paths,
		fills: new(batch), other: new(batch),
	}
	s.options = stat.Options{
		Auto: p.Summary != "none" && (!stored || p.Summary != "" || p.Selects()), Asked: p.asked,
		Key: -1, Name: func(id int32) stat.Column { return s.known[id] },
	}
	for _, f := range p.fields {
		if f.Path != nil {
			s.options.Projected = append(s.options.Projected, p.paths.ID(steps(*f.Path)...))
		}
	}
	if p.Key != "" {
		if path, err := query.ParsePath(p.Key); err == nil {
			s.options.Key = p.paths.ID(steps(path)...)
		}
	}
	if p.fields != nil {
		s.options.Shown = func(n int64) []byte { return s.shown(n) }
	}
	return s
}

// begin makes ready for rows of a form, of which r is the first, if there is one.
func (s *sums) begin(form input.Form, r *input.Row) {
	if s == nil || s.table != nil {
		return
	}
	text := map[string]bool{}
	for _, c := range form.Columns {
		text[c.Name] = !c.Numeric
	}
	s.isText = func(name string) bool { return text[name] }
	s.options.Text = r != nil && r.Text
	s.name()
	s.known = s.columns
	s.table = stat.New(s.options)
}

// name looks up the columns that are new.
func (s *sums) name() {
	for id := len(s.columns); id < s.paths.Len(); id++ {
		s.columns = append(s.columns, s.column(int32(id)))
	}
}

// column tells the statistics what a path id stands for.
func (s *sums) column(id int32) stat.Column {
	c := stat.Column{
		Name: s.paths.Name(id), Path: s.paths.Quoted(id), Parent: -1, Each: s.paths.IsEach(id),
	}
	if id != 0 {
		c.Parent = s.paths.Parent(id)
		c.Text = c.Parent == 0 && s.isText(s.paths.Key(id))
	}
	return c
}

// row adds a row. n is what places it in the result: its number there, or with order, by which the
// rows will be sorted, its number of arrival.
func (s *sums) row(r *input.Row, n int64, order []byte) {
	switch {
	case s == nil:
	case s.direct < minCopied || len(r.Bytes) > maxBatch:
		s.direct += len(r.Bytes)
		s.finish()
		s.sumUp(r, n, order)
	default:
		if s.fills.add(r, n, order); len(s.fills.bytes) >= maxBatch {
			s.handOn()
		}
	}
}

func (s *sums) sumUp(r *input.Row, n int64, order []byte) {
	s.table.Row(n, order)
	if r.Text {
		s.line = input.ShownLine(s.line[:0], r.Bytes)
		s.table.Line(s.line)
		return
	}
	if r.Dropped {
		s.table.Lost(-1)
	}
	for i := int32(0); i < int32(len(r.Cells)); i++ {
		c := &r.Cells[i]
		switch {
		case c.Flags&input.Dup != 0:
			i = c.Next - 1
		case c.Flags&input.Cut != 0:
			s.table.Lost(c.Path)
		default:
			s.table.Cell(c.Path, stat.Kind(c.Kind), r.Bytes[c.Start:c.End], c.Flags&input.Escaped != 0)
		}
	}
}

// done returns the fields of the summary, by priority.
func (s *sums) done(l *loop) (fields []stat.Field, err error) {
	if s == nil {
		return nil, nil
	}
	s.begin(input.Form{}, nil)
	s.finish()
	s.shown = l.shownRow
	if l.sorter == nil {
		return s.table.Done(nil), nil
	}
	return s.table.Done(func(rows []int64) (m map[int64]int64) {
		m, err = l.rank(rows)
		return m
	}), err
}

// rarest returns the jq expression that selects the rarest value among the counts, or "".
func rarest(fields []stat.Field) string {
	f := stat.Rarest(fields)
	switch {
	case f == nil || f.Path == "":
		return ""
	case strings.Contains(f.Path, "[]"):
		return "any(" + strings.ReplaceAll(f.Path, "[]", "[]?") + "; .==" + string(f.Rare.Value) + ")"
	}
	return f.Path + "==" + string(f.Rare.Value)
}
