package input

import (
	"slices"
	"strings"
)

// How the rows are to be made of what is at a place.
const (
	asList  = iota // the elements of the arrays there
	asMap          // the members of the objects there, with their names
	asValue        // each value there is a row
	asLines        // the lines of the strings there
	asTable        // the arrays there, with the names of their columns from beside them
	asMCP          // the content blocks of a tool result
)

// A finding is where the rows of a document are, and how they are made.
type finding struct {
	how     uint8
	place   Place
	record  bool  // one row, in detail form
	columns Place // of asTable, from the object around place
}

// The rule, by which rows are found in a document that is an object. It starts at the root. At
// each object, the first of these that holds decides:
//
//  1. A well-known shape (shapes.go) fits: the rows are where the shape says.
//  2. The object is a map of three or more alike objects, or, below the root, a map of twenty or
//     more scalars: its members are the rows. Objects are alike if, on average, half of the names
//     in a member are also in the first one.
//  3. It has the names of columns beside an array of arrays: each of these is a row, an object.
//  4. A member with a conventional name (conventional) is an array of objects: its elements are
//     the rows; of several, those of the largest. Or it is an empty array, and the only array.
//  5. The object has a scalar member called id, _id, uuid, key, number or sha, or more than eight
//     scalar members: it is one row, a record.
//  6. Of its arrays of objects and its maps of three or more alike objects, the largest, in bytes,
//     has a tenth of the object's bytes: its elements are the rows.
//  7. One member is an object, or one that is an object has half of the bytes: the rule starts
//     again at that.
//  8. Its only member that isn't a scalar is an array, not empty, with a tenth of the bytes: its
//     elements are the rows.
//  9. It has no members but scalars, and one is a string of many lines with half of the bytes: its
//     lines are the rows.
//
// Else the root is one row. In a document that ends in the middle, what has no end is no record, so
// that the rows in it are found. An array is one of objects if nine in ten of its elements are.

// conventional are the names that lists of rows usually have, in lower case.
var conventional = []string{
	"items", "data", "results", "result", "records", "rows", "value", "values", "entries",
	"hits", "nodes", "list", "objects", "elements", "documents", "docs", "matches",
}

// identifying are the names of members that only a record has.
var identifying = []string{"id", "_id", "uuid", "key", "number", "sha"}

const (
	mapMembers    = 3  // least members of a map of objects
	scalarMembers = 20 // least members of a map of scalars
	recordMembers = 8  // more scalars than that make a record
	manyLines     = 10 // line feeds of a string that is a text
	longText      = 1 << 10
)

// find applies the rule to the document whose outline root is.
func find(root *part) finding {
	for p := root; p != nil; p = p.inner() {
		if f, ok := findAt(p, root); ok {
			return f
		}
	}
	return finding{how: asValue, place: root.place(), record: root.is(Object)}
}

// findAt applies all of the rule to p but for the step into a member.
func findAt(p, root *part) (finding, bool) {
	if p.is(Array) {
		return finding{how: asList, place: p.place()}, true
	}
	if !p.is(Object) {
		return finding{}, false
	}
	if f, ok := wellKnown(p); ok {
		return f, true
	}
	if p.isMap() || p != root && p.isScalarMap() {
		return finding{how: asMap, place: p.place()}, true
	}
	if f, ok := p.table(); ok {
		return f, true
	}
	if m := p.conventional(); m != nil {
		return finding{how: asList, place: m.place()}, true
	}
	if p.isRecord() && !p.cut {
		return finding{how: asValue, place: p.place(), record: true}, true
	}
	if m := p.largest((*part).rowsLike); m != nil && m.bytes*10 >= p.bytes {
		how := uint8(asList)
		if m.is(Object) {
			how = asMap
		}
		return finding{how: how, place: m.place()}, true
	}
	return p.lastResort()
}

// isMap reports whether p is a map of alike objects.
func (p *part) isMap() bool {
	n := p.size()
	return p.is(Object) && p.count() == 1 && n >= mapMembers && p.inside[Object] == n &&
		p.liked > 0 && 2*p.like >= float64(p.liked)
}

// isScalarMap reports whether p is a map of many scalars.
func (p *part) isScalarMap() bool {
	return p.is(Object) && p.scalars() == p.size() && p.size() >= scalarMembers
}

// scalars returns how many members of p are neither arrays nor objects.
func (p *part) scalars() int64 { return p.size() - p.inside[Array] - p.inside[Object] }

// ofObjects reports whether p is an array of objects.
func (p *part) ofObjects() bool {
	n := p.elements()
	return p.is(Array) && n > 0 && p.each.seen[Object]*10 >= n*9
}

// rowsLike reports whether p is an array of objects or a map of alike ones.
func (p *part) rowsLike() bool { return p.ofObjects() || p.isMap() }

// largest returns the largest member that is so; the first of several.
func (p *part) largest(so func(*part) bool) (best *part) {
	for _, m := range p.members {
		if so(m) && (best == nil || m.bytes > best.bytes) {
			best = m
		}
	}
	return best
}

// conventional returns the member that clause 4 of the rule takes; nil if there is none.
func (p *part) conventional() *part {
	named := func(m *part) bool { return slices.Contains(conventional, strings.ToLower(m.name)) }
	if m := p.largest(func(m *part) bool { return named(m) && m.ofObjects() }); m != nil {
		return m
	}
	if p.inside[Array] != 1 {
		return nil
	}
	return p.largest(func(m *part) bool { return named(m) && m.is(Array) && m.elements() == 0 })
}

// isRecord reports whether p is a record by its members.
func (p *part) isRecord() bool {
	for _, name := range identifying {
		if m := p.member(name); m != nil && m.scalar() && !m.is(Null) {
			return true
		}
	}
	return p.scalars() > recordMembers
}

// scalar reports whether no value at p is an array or an object.
func (p *part) scalar() bool { return p.seen[Array]+p.seen[Object] == 0 }

// inner returns the member that clause 7 goes on with; nil if there is none.
func (p *part) inner() *part {
	if !p.is(Object) {
		return nil
	}
	m := p.largest(func(m *part) bool { return m.is(Object) })
	if m == nil || p.inside[Object] > 1 && 2*m.bytes < p.bytes {
		return nil
	}
	return m
}

// lastResort is clauses 8 and 9.
func (p *part) lastResort() (finding, bool) {
	if p.inside[Object] > 0 || p.inside[Array] > 1 {
		return finding{}, false
	}
	if p.inside[Array] == 1 {
		m := p.largest(func(m *part) bool { return m.is(Array) && m.elements() > 0 })
		if m == nil || 10*m.bytes < p.bytes {
			return finding{}, false
		}
		return finding{how: asList, place: m.place()}, true
	}
	m := p.largest((*part).isText)
	if m == nil || 2*m.bytes < p.bytes {
		return finding{}, false
	}
	return finding{how: asLines, place: m.place()}, true
}

// isText reports whether p is a string of many lines, or a long one of some.
func (p *part) isText() bool {
	return p.is(String) && (p.lines >= manyLines || p.lines >= 2 && p.bytes >= longText)
}

// Names of members that hold the names of columns, of those that hold the rows beside them, and
// of the member that is the name where a column is an object.
var (
	columnsNames = []string{"columns", "fields", "headers", "header", "cols", "columnNames",
		"column_names", "columnLabels"}
	rowsNames   = []string{"rows", "data", "values", "records", "results", "result"}
	columnNames = []string{"name", "fieldName", "field", "id", "key", "title", "label"}
)

// table finds the names of columns beside an array of arrays in p.
func (p *part) table() (finding, bool) {
	for _, rows := range rowsNames {
		r := p.member(rows)
		if r == nil || !r.is(Array) || r.each == nil || !r.each.is(Array) {
			continue
		}
		for _, name := range columnsNames {
			if c := p.member(name); c.isColumns() {
				return finding{how: asTable, place: r.place(), columns: Place{{name: name}}}, true
			}
		}
	}
	return finding{}, false
}

// isColumns reports whether p is an array of names, or of objects that have one.
func (p *part) isColumns() bool {
	if p == nil || !p.is(Array) || p.each == nil {
		return false
	}
	if p.each.is(String) {
		return true
	}
	return p.each.is(Object) && p.each.columnName() != ""
}

// columnName returns which member of an object at p is the name of a column.
func (p *part) columnName() string {
	for _, name := range columnNames {
		if m := p.member(name); m != nil && m.is(String) && m.count() >= p.count() {
			return name
		}
	}
	return ""
}
