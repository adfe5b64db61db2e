package stat

// column holds what is counted of one path.
type column struct {
	Column
	id       int32
	elements int32 // id of the nearest "each element of" that the path ends with or leads through; -1
	asked    figures
	place    int // among those asked for, or those projected
	isShown  bool

	nulls, yes, no int64
	numbers, texts int64
	fractions      int64 // numbers written with a point or an exponent
	bytes          int64 // of all texts
	set            *set  // distinct numbers and texts; nil when a bound was passed
	atLeast        int   // distinct values seen until then
	sum            sum
	min, max       extreme
	maxKey         []byte
	pending        bool
	times          times
	canonical      int64 // texts of a CSV column that are numbers
	vast           bool  // a number whose exponent has over 17 digits: no figures
	top            *top
}

func (c *column) shown(place int) {
	if !c.isShown {
		c.isShown, c.place = true, place
	}
}

// number adds a number as written.
func (t *Table) number(c *column, raw []byte) {
	c.numbers++
	n := plain(raw)
	if !n.fast {
		n = t.exact(c, raw)
	}
	if n.fraction {
		c.fractions++
	}
	t.measure(c, &n, raw)
	switch {
	case c.set == nil:
	case n.fast:
		t.countNumber(c, &n, raw)
	default:
		t.canon = n.big.canonical(t.canon[:0])
		t.count(c, Number, t.canon, raw)
	}
}

// exact takes a number apart that plain can't; it is good until the next call.
func (t *Table) exact(c *column, raw []byte) num {
	n := exact(raw, t.digits[0])
	t.digits[0] = n.big.digits
	c.vast = c.vast || n.big.vast
	return n
}

// measure lets a number take part in sum, min, max and top.
func (t *Table) measure(c *column, n *num, raw []byte) {
	c.sum.add(n)
	if c.max.raw == nil || t.beats(n, raw, &c.max, 1) {
		t.keep(&c.max, n, raw)
		if t.o.Key >= 0 && !c.pending {
			c.pending = true
			t.pending = append(t.pending, c)
		}
	}
	if c.min.raw == nil || t.beats(n, raw, &c.min, -1) {
		t.keep(&c.min, n, raw)
	}
	if c.top != nil {
		c.top.add(t.n, n, raw)
	}
}

// text adds a string, unescaped.
func (t *Table) text(c *column, key []byte) {
	c.texts++
	c.bytes += int64(len(key))
	if c.Text && c.asked&(hasSum|hasRange|hasTop) != 0 && isNumber(key) {
		c.canonical++
		n := plain(key)
		if !n.fast {
			n = t.exact(c, key)
		}
		t.measure(c, &n, key)
	}
	if c.set == nil {
		c.times.see(key, 1)
		return
	}
	if e := t.count(c, String, key, nil); e != nil && e.count() == 1 && c.times.see(key, 0) {
		e.head |= timeBit
	}
}

// count adds to the distinct values of a column. It returns nil when a bound was passed.
func (t *Table) count(c *column, kind Kind, key, raw []byte) *entry {
	before := c.set.used
	e := c.set.add(kind, key, raw)
	if e.count() > 1 || t.grown(c, before) {
		return e
	}
	if kind == String {
		c.times.see(key, 1) // as those that follow
	}
	return nil
}

func (t *Table) countNumber(c *column, n *num, raw []byte) {
	before := c.set.used
	if c.set.addNumber(n, raw) {
		t.grown(c, before)
	}
}

// grown checks the bounds when a column has a new value. It returns whether its values are kept.
func (t *Table) grown(c *column, before int64) bool {
	t.used += c.set.used - before
	if c.set.size() > MaxDistinct {
		t.drop(c, MaxDistinct)
		return false
	}
	if t.used > MaxMemory {
		t.shed()
	}
	return c.set != nil
}

// shed makes room by giving up the distinct values of the column that takes most of it.
func (t *Table) shed() {
	var most *column
	for _, c := range t.columns {
		if c.set != nil && (most == nil || c.set.used > most.set.used) {
			most = c
		}
	}
	t.drop(most, most.set.size())
}

func (t *Table) drop(c *column, atLeast int) {
	c.times.n += c.set.timed()
	c.atLeast = atLeast
	t.used -= c.set.used
	c.set = nil
}

// distinct returns how many different scalars there are, and whether that is all of them.
func (c *column) distinct() (int64, bool) {
	n := int64(0)
	for _, b := range []int64{c.yes, c.no} {
		if b > 0 {
			n++
		}
	}
	if c.set == nil {
		return n + int64(c.atLeast), false
	}
	return n + int64(c.set.size()), !c.vast
}

func (c *column) scalars() int64 { return c.yes + c.no + c.numbers + c.texts }
