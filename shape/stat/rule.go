package stat

// The rule: what is said of which column.
//
// It looks at the values, at the name, and at what was asked for, never at the budget. A scalar
// is a boolean, a number or a text; null is none. The first that applies:
//
//	constant    one value everywhere         all, or counts for a path through an array
//	label       half of the scalars or more  counts of up to 12 values, else like a category,
//	            are numbers and the name     else like a text
//	            is that of an identifier
//	instant     all numbers are integers in  as a label, with min and max
//	            a range of Unix times, and
//	            the name is that of a time
//	identifier  all scalars are integers, no distinct, min, max
//	            two alike, and the name isn't
//	            that of a quantity
//	measure     half or more are numbers     counts or distinct, sum, min, max, max_at, max_key
//	time        nine in ten are times        counts or distinct, oldest, newest
//	category    up to 12 values, not all     counts
//	            unique
//	categories  each value twice on average  distinct, most, least
//	prose       80 bytes or three spaces     nothing
//	            on average
//	text        the rest                     distinct
//
// null, missing and other are added where they aren't 0. "other" counts arrays and objects, and,
// beside figures of numbers or times without a list of values, all scalars that aren't such.
// A column with more than MaxDistinct values isn't a category, nor unique.

// maxCounts is the most values of which the counts are given unasked.
const maxCounts = 12

type class uint8

// In this order fields are ranked, after those asked for and those projected.
const (
	category class = iota
	measure
	moment // times
	categories
	identifier
	sparse   // a constant of some rows
	constant // of all rows
	text
	prose
)

// figures is a set of figures.
type figures uint16

const (
	hasCounts figures = 1 << iota
	hasMost           // most and least
	hasAll
	hasDistinct
	hasSum
	hasRange // min and max
	hasAt    // max_at and max_key
	hasTimes // oldest and newest
	hasTop

	hasValues = hasCounts | hasMost | hasAll // values of any kind are named
)

// form is one way to state a column: its figures, and how many values most and least name.
type form struct {
	figures
	most, least int
}

// shape is what the rule says of a column: forms from the longest to the shortest, and the one
// that is to be used where there is room for all fields.
type shape struct {
	class
	forms  []form
	normal int
}

// rule applies the rule. missing is the number of rows (or elements) that lack the column.
func (c *column) rule(missing int64) shape {
	d, known := c.distinct()
	scalars := c.scalars()
	few := known && d <= maxCounts && d < scalars
	often := known && d*2 <= scalars
	switch {
	case scalars == 0:
		return shape{class: prose, forms: []form{{}}}
	case known && d == 1:
		return c.constant(missing)
	case c.numbers*2 >= scalars:
		return c.numeric(few, often, known && d == scalars)
	case c.timeCount()*10 >= scalars*9:
		return listed(moment, few, hasTimes)
	case few:
		return listed(category, true, 0)
	case often:
		return named(c.set)
	case c.isProse():
		return shape{class: prose, forms: []form{{}}}
	}
	return shape{class: text, forms: []form{{figures: hasDistinct}}}
}

// numeric is the rule for columns of numbers.
func (c *column) numeric(few, often, unique bool) shape {
	switch name := lastWord(c.Name); {
	case isIdentifier(name) && few:
		return listed(category, true, 0)
	case isIdentifier(name) && often:
		return named(c.set)
	case isIdentifier(name):
		forms := []form{{figures: hasDistinct | hasRange}, {figures: hasDistinct}}
		return shape{class: text, forms: forms, normal: 1}
	case c.vast:
		return shape{class: prose, forms: []form{{}}}
	case c.fractions == 0 && c.areInstants(name):
		return listed(moment, few, hasRange)
	case unique && c.fractions == 0 && c.numbers == c.scalars() && !isQuantity(name):
		f := hasDistinct | hasRange
		return shape{class: identifier, forms: []form{{figures: f | hasAt}, {figures: f}}}
	}
	return listed(measure, few, hasSum|hasRange|hasAt)
}

// constant is the rule for one value everywhere.
func (c *column) constant(missing int64) shape {
	s := shape{class: constant, forms: []form{{figures: hasAll}, {figures: hasDistinct}}}
	if c.elements >= 0 {
		s.forms[0].figures = hasCounts
	}
	if missing+c.nulls > 0 {
		s.class = sparse
	}
	return s
}

// listed gives the counts of a few values, or their number, besides some other figures.
func listed(k class, few bool, f figures) shape {
	if !few {
		s := shape{class: k, forms: []form{{figures: hasDistinct | f}}}
		if f&hasAt != 0 {
			s.forms = append(s.forms, form{figures: f &^ hasAt})
		}
		return s
	}
	s := shape{class: k, forms: []form{{figures: hasCounts | f}}}
	if f == 0 {
		s.forms = append(s.forms, form{figures: hasDistinct | hasMost, most: 3, least: 3})
	}
	s.forms = append(s.forms, form{figures: hasDistinct | f})
	return s
}

// wide are the numbers of values that most and least name: more than normalWide where there is
// room, and where that names a good part of the values.
var wide = []form{
	{hasMost, 32, 32}, {hasMost, 20, 10}, {hasMost, 10, 5}, {hasMost, 5, 3}, {hasMost, 3, 2},
}

const (
	normalWide = 3
	maxWide    = 64 // values of a column of which more are named
)

// named gives the most and the least frequent of many values.
func named(s *set) shape {
	out := shape{class: categories}
	for i, w := range wide {
		if i < normalWide && s.size() > maxWide {
			continue
		}
		if i == normalWide {
			out.normal = len(out.forms)
		}
		w.figures |= hasDistinct
		out.forms = append(out.forms, w)
	}
	out.forms = append(out.forms, form{figures: hasDistinct})
	return out
}

// Bounds of texts that are prose: on average bytes, or spaces. Past MaxDistinct texts only the
// bytes are known.
const (
	proseBytes  = 80
	proseSpaces = 3
)

func (c *column) isProse() bool {
	if c.texts == 0 {
		return false
	}
	if c.bytes >= proseBytes*c.texts {
		return true
	}
	if c.set == nil {
		return c.bytes >= proseBytes/2*c.texts
	}
	spaces, texts := int64(0), int64(0)
	for i := range c.set.len {
		e := c.set.at(i)
		if !e.isText() || e.isLong() {
			continue
		}
		texts++
		for _, b := range c.set.key(e) {
			if b == ' ' {
				spaces++
			}
		}
	}
	return spaces >= proseSpaces*texts
}

func (c *column) timeCount() int64 {
	if c.set == nil {
		return c.times.n
	}
	return c.set.timed()
}
