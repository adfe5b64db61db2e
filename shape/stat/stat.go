// Package stat works out the summary of a result: exact figures over all of its rows.
//
// A Table is fed row by row, cell by cell, with the bytes that stand in the input, and gives one
// Field for each column that has something to say. What is said of which column is decided by the
// rule in rule.go, by nothing but the data, the names and what was asked for; how much of it has
// room on a page is decided afterwards, by Fit. No figure goes through a float, none is sampled,
// and one that can't be kept exact in bounded memory is left out or says so.
package stat

// Kind is the JSON type of a value.
type Kind uint8

// The kinds, in jq's order of types.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Bounds of what a table keeps.
const (
	MaxColumns  = 64       // columns with figures; those asked for and projected come first
	MaxDistinct = 100_000  // distinct values of a column
	MaxMemory   = 32 << 20 // bytes of distinct values, all columns together
)

// A Table gathers the figures of all rows. It isn't safe for concurrent use.
type Table struct {
	o       Options
	slots   []slot // by id
	columns []*column
	left    int   // columns past MaxColumns
	rows    int64 // rows begun
	n       int64 // arrival number of the row at hand
	order   []byte
	key     []byte    // the row's identity as it stands there, or empty
	pending []*column // columns whose maximum is in the row at hand
	lostAll bool
	used    int64  // of MaxMemory
	scratch []byte // a text without escapes
	canon   []byte // a number in canonical form
	big     number // the last that isn't fast
	digits  [2][]byte
	lines   *lines
}

// slot is what is known of one id, with figures or not.
type slot struct {
	col   *column
	cells int64 // values, of any kind
	rows  int64 // rows that have at least one
	boxes int64 // arrays and objects among the values
	row   int64 // the last of those rows
	at    Column

	known  bool // at is set
	closed bool // no figures wanted, or no room for them
	lost   bool // a value of it, or below it, was not to be had
}

// New returns an empty table.
func New(o Options) *Table {
	t := &Table{o: o}
	for i, id := range o.Projected {
		if o.Auto && len(t.columns) < MaxColumns {
			t.want(Want{ID: id}).shown(i)
		}
	}
	t.ask(o.Asked)
	if o.Text && o.Auto {
		t.lines = new(lines)
	}
	return t
}

// ask opens the columns that were asked for, in the order of the flags.
func (t *Table) ask(a Asked) {
	place := 0
	mark := func(w Want, f figures) *column {
		c := t.want(w)
		if c.asked == 0 {
			c.place = place
			place++
		}
		c.asked |= f
		return c
	}
	for _, w := range a.CountBy {
		mark(w, hasCounts)
	}
	for _, w := range a.Sum {
		mark(w, hasSum|hasRange)
	}
	for _, w := range a.Range {
		mark(w, hasRange|hasTimes)
	}
	for _, w := range a.Distinct {
		mark(w, hasDistinct)
	}
	for _, w := range a.Top {
		mark(w.Want, hasTop).top = &top{limit: max(w.N, 0)}
	}
}

// want opens a column whatever its kind and number.
func (t *Table) want(w Want) *column {
	if t.slot(w.ID).col == nil {
		t.open(w.ID)
	}
	c := t.slots[w.ID].col
	if w.Name != "" {
		c.Name = w.Name
	}
	return c
}

// slot returns the slot of an id, with its name looked up. It is valid until the next call.
func (t *Table) slot(id int32) *slot {
	for int(id) >= len(t.slots) {
		t.slots = append(t.slots, slot{})
	}
	s := &t.slots[id]
	if !s.known {
		s.known = true
		s.at = t.o.Name(id)
	}
	return s
}

func (t *Table) open(id int32) {
	c := &column{Column: t.slot(id).at, id: id, elements: -1, set: new(set)}
	for up := id; up >= 0 && c.elements < 0; up = t.slot(up).at.Parent {
		if t.slot(up).at.Each {
			c.elements = up
		}
	}
	t.slots[id].col = c
	t.columns = append(t.columns, c)
}

// Row begins a row. n is its number in order of arrival; order, valid during the call, places it
// in the order of the handle, by bytes.Compare and then by n. If rows are in order of arrival,
// order is nil for all of them.
func (t *Table) Row(n int64, order []byte) {
	t.settle()
	t.rows++
	t.n = n
	t.order = append(t.order[:0], order...)
	t.key = t.key[:0]
}

// settle notes the identity of the row that ends in the columns that have their maximum there.
func (t *Table) settle() {
	for _, c := range t.pending {
		c.maxKey = append(c.maxKey[:0], t.key...)
		c.pending = false
	}
	t.pending = t.pending[:0]
}

// Cell adds a value of the row at hand: raw is its JSON, valid during the call, and escaped tells
// that a string has a backslash in it. Arrays and objects are to be told of too (raw may be nil),
// so that a row that has one there isn't taken to have nothing. Of members with the same name in
// one object, only the last may be passed.
func (t *Table) Cell(id int32, kind Kind, raw []byte, escaped bool) {
	if id < 0 {
		return
	}
	if int(id) >= len(t.slots) || !t.slots[id].known {
		t.slot(id)
	}
	s := &t.slots[id]
	if s.at.Text && kind == String && len(raw) == 2 {
		return
	}
	s.cells++
	if s.row != t.rows {
		s.row = t.rows
		s.rows++
	}
	if id == t.o.Key {
		t.key = append(t.key[:0], raw...)
	}
	switch {
	case kind >= Array:
		s.boxes++
	case s.col != nil:
		t.value(s.col, kind, raw, escaped)
	case !s.closed && t.admit(id):
		t.value(t.slots[id].col, kind, raw, escaped)
	}
}

// admit opens a column that was not asked for, if there is room.
func (t *Table) admit(id int32) bool {
	auto := t.o.Auto && !t.o.Text
	if auto && len(t.columns) < MaxColumns {
		t.open(id)
		return true
	}
	if auto {
		t.left++
	}
	t.slots[id].closed = true
	return false
}

func (t *Table) value(c *column, kind Kind, raw []byte, escaped bool) {
	switch kind {
	case Null:
		c.nulls++
	case Bool:
		if raw[0] == 't' {
			c.yes++
		} else {
			c.no++
		}
	case Number:
		t.number(c, raw)
	case String:
		key := raw[1 : len(raw)-1]
		if escaped {
			t.scratch = unescape(t.scratch[:0], key)
			key = t.scratch
		}
		t.text(c, key)
	}
}

// Line adds a row that is a line of text: valid during the call, without its ending, and without
// ANSI sequences. Columns named "." that were asked for have the line as a string.
func (t *Table) Line(line []byte) {
	if t.lines != nil {
		t.lines.add(t.n, line)
	}
	for _, c := range t.columns {
		if c.asked != 0 && c.Name == "." {
			s := &t.slots[c.id]
			s.cells++
			s.rows++
			t.text(c, line)
		}
	}
}

// Lost tells that a value of the row at hand could not be had whole: of the column id, and, unless
// they were asked for or projected, of the columns below it; -1 stands for the row. Their figures
// are left out.
func (t *Table) Lost(id int32) {
	if id < 0 {
		t.lostAll = true
		return
	}
	t.slot(id).lost = true
}

// Left returns, after Done, how many columns have no field because there are more than MaxColumns,
// because values were lost, or because another one has the same name.
func (t *Table) Left() int { return t.left }
