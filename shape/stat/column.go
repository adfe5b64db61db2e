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
	queue          *queue
	atLeast        int // distinct values seen until then
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
	n := t.parse(c, raw)
	if n.fraction {
		c.fractions++
	}
	t.measure(c, &n, raw)
	switch {
	case c.set == nil:
	case !n.fast:
		t.countBig(c, raw)
	case n.odd:
		t.flush(c) // the first way to write a value is kept
		if c.set != nil {
			t.countNumber(c, n.least(), isOdd, raw)
		}
	case c.set.nums.len < minQueued:
		t.countNumber(c, n.least(), n.scale, nil)
	default:
		t.queueNumber(c, &n)
	}
}

// parse reads a number. If it isn't fast, t.big holds it until the next call.
func (t *Table) parse(c *column, raw []byte) num {
	n := plain(raw)
	if n.fast {
		return n
	}
	t.big = parts(raw, t.big.digits[:0])
	c.vast = c.vast || t.big.vast
	return t.big.num()
}

// measure lets a number take part in sum, min, max and top.
func (t *Table) measure(c *column, n *num, raw []byte) {
	if n.fast {
		c.sum.add(n)
	} else {
		c.sum.addLarge(&t.big)
	}
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
		c.top.add(t.n, n, &t.big, raw)
	}
}

// text adds a string, unescaped.
func (t *Table) text(c *column, key []byte) {
	c.texts++
	c.bytes += int64(len(key))
	if c.Text && c.asked&(hasSum|hasRange|hasTop) != 0 && isNumber(key) {
		c.canonical++
		n := t.parse(c, key)
		t.measure(c, &n, key)
	}
	switch {
	case c.set == nil:
		c.times.see(key, 1)
	case c.set.len < minQueued || len(key) > maxWhole:
		t.countText(c, key, hash(String, key))
	default:
		t.queueText(c, key)
	}
}

// countText adds a text to the distinct values of a column, or to its times when these were more
// than a bound.
func (t *Table) countText(c *column, key []byte, hash uint32) {
	if c.set == nil {
		c.times.see(key, 1)
		return
	}
	before := c.set.used
	switch e := c.set.add(String, hash, key, nil); {
	case e.count() > 1:
	case !t.grown(c, before):
		c.times.see(key, 1)
	case c.times.see(key, 0):
		e.head |= timeBit
	}
}

// countBig adds a number that isn't fast, which t.big holds.
func (t *Table) countBig(c *column, raw []byte) {
	t.canon = t.big.canonical(t.canon[:0])
	before := c.set.used
	if e := c.set.add(Number, hash(Number, t.canon), t.canon, raw); e.count() == 1 {
		t.grown(c, before)
	}
}

func (t *Table) countNumber(c *column, k numberKey, first uint8, raw []byte) {
	before := c.set.used
	if c.set.addNumber(k, first, raw) {
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
