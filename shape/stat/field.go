package stat

import (
	"encoding/json"
	"slices"
)

// A Field is what the summary says of one column. Fields are made before a page is fitted, and
// stay the same whatever its budget.
type Field struct {
	Name      string `json:"name"`           // its key in the summary
	Path      string `json:"path,omitempty"` // the column's, in jq; "" for what lines of text say
	Each      bool   `json:"each,omitempty"`
	Asked     bool   `json:"asked,omitempty"`     // by name
	Projected bool   `json:"projected,omitempty"` // its column is shown
	Trivial   bool   `json:"trivial,omitempty"`   // says little: that texts are unique, or nulls

	// Forms are JSON objects that state the field, from the longest to the shortest; each is exact.
	// Normal is the index of the one to be used where there is room for all fields.
	Forms  []json.RawMessage `json:"forms"`
	Normal int               `json:"normal,omitempty"`

	// Rare is the least frequent of the values that are counted, nil if there are no counts.
	Rare *Rare `json:"rare,omitempty"`
}

// Rare is a value to filter by.
type Rare struct {
	Value json.RawMessage `json:"value"` // a JSON scalar
	N     int64           `json:"n"`     // how often it occurs
}

// Done ends the table and returns its fields, by priority: those asked for in the order of the
// flags, those projected in their order, then by the class of the column (see rule.go), the
// depth of its path and its id. rank gives the numbers that rows have in the order of the handle
// for their numbers of arrival; it is called at most once; nil: they are the same.
func (t *Table) Done(rank func(n []int64) map[int64]int64) []Field {
	t.settle()
	for _, c := range t.columns {
		t.flush(c)
	}
	place := t.places(rank)
	var made []ranked
	for _, c := range t.columns {
		if t.isLost(c) && c.asked == 0 {
			t.left++
			continue
		}
		if f, ok := t.field(c, place); ok {
			made = append(made, f)
		}
	}
	if t.lines != nil {
		made = append(made, t.lines.fields(t.rows, place)...)
	}
	slices.SortStableFunc(made, func(a, b ranked) int { return slices.Compare(a.rank[:], b.rank[:]) })
	return t.unique(made)
}

// unique leaves out fields whose name another one has: a member named "a.b" beside a member b of a.
func (t *Table) unique(made []ranked) []Field {
	fields := make([]Field, 0, len(made))
	taken := map[string]bool{}
	for i := range made {
		if taken[made[i].Name] {
			t.left++
			continue
		}
		taken[made[i].Name] = true
		fields = append(fields, made[i].Field)
	}
	return fields
}

// ranked is a field with what it is sorted by.
type ranked struct {
	Field
	rank [4]int
}

// places returns a function from numbers of arrival to numbers in the order of the handle.
func (t *Table) places(rank func(n []int64) map[int64]int64) func(int64) int64 {
	if rank == nil {
		return func(n int64) int64 { return n }
	}
	var need []int64
	for _, c := range t.columns {
		if c.max.raw != nil {
			need = append(need, c.max.n)
		}
		if c.top != nil {
			for _, r := range c.top.rows {
				need = append(need, r.n)
			}
		}
	}
	if t.lines != nil {
		need = t.lines.rows(need)
	}
	slices.Sort(need)
	m := rank(slices.Compact(need))
	return func(n int64) int64 { return m[n] }
}

// isLost tells whether values of a column were not to be had.
func (t *Table) isLost(c *column) bool {
	if t.slots[c.id].lost {
		return true
	}
	if c.asked != 0 || c.isShown {
		return false
	}
	for id := c.Parent; id >= 0; id = t.slot(id).at.Parent {
		if t.slots[id].lost {
			return true
		}
	}
	return t.lostAll
}

// missing returns how many rows, or elements for a path through an array, lack the column.
func (t *Table) missing(c *column) int64 {
	s := &t.slots[c.id]
	if c.elements < 0 {
		return t.rows - s.rows
	}
	return max(0, t.slots[c.elements].cells-s.cells)
}

// Encode returns fields as JSON, to be kept; Decode gives them back.
func Encode(fields []Field) []byte {
	b, err := json.Marshal(fields)
	if err != nil {
		panic("stat: a field is not JSON: " + err.Error())
	}
	return b
}

// Decode reads what Encode wrote.
func Decode(b []byte) ([]Field, error) {
	var fields []Field
	err := json.Unmarshal(b, &fields)
	return fields, err
}

// Rarest returns the field that has the least frequent value among the counts of all, which is in
// its Rare. Ties go to the first. It returns nil if no field has counts of two values or more.
func Rarest(fields []Field) *Field {
	var best *Field
	for i := range fields {
		if f := &fields[i]; f.Rare != nil && (best == nil || f.Rare.N < best.Rare.N) {
			best = f
		}
	}
	return best
}
