package stat

// queue holds values on their way into the set of a column. A set of many values is larger than
// any cache, and what counting a value takes is the time to fetch the memory that it is counted
// in. So values wait until there are some, and the memory of all is fetched at once, which takes
// hardly longer than that of one.
type queue struct {
	texts   int
	hashes  [maxQueued]uint32
	ends    [maxQueued]int // of texts, in keys
	keys    []byte
	numbers int
	nums    [maxQueued]queuedNumber
}

// queuedNumber is a number as it was written with scale decimals.
type queuedNumber struct {
	numberKey
	first uint8
}

const (
	maxQueued = 32  // more than a core fetches at a time
	minQueued = 512 // values of sets that are queued for; smaller ones are at hand
)

// queueText counts a text of up to maxWhole bytes, now or later.
func (t *Table) queueText(c *column, key []byte) {
	q := c.queue
	if q == nil {
		q = new(queue)
		c.queue = q
	}
	q.keys = append(q.keys, key...)
	q.ends[q.texts] = len(q.keys)
	q.hashes[q.texts] = hash(String, key)
	if q.texts++; q.texts == maxQueued {
		t.flushTexts(c)
	}
}

// queueNumber counts a number that is fast and not odd, now or later.
func (t *Table) queueNumber(c *column, n *num) {
	q := c.queue
	if q == nil {
		q = new(queue)
		c.queue = q
	}
	q.nums[q.numbers] = queuedNumber{n.least(), n.scale}
	if q.numbers++; q.numbers == maxQueued {
		t.flushNumbers(c)
	}
}

// flush counts what is queued for a column.
func (t *Table) flush(c *column) {
	if c.queue != nil {
		t.flushTexts(c)
		t.flushNumbers(c)
	}
}

func (t *Table) flushTexts(c *column) {
	q := c.queue
	if c.set != nil && q.texts > 0 {
		c.set.fetch(q.hashes[:q.texts])
	}
	start := 0
	for i, end := range q.ends[:q.texts] {
		t.countText(c, q.keys[start:end], q.hashes[i])
		start = end
	}
	q.texts, q.keys = 0, q.keys[:0]
}

func (t *Table) flushNumbers(c *column) {
	q := c.queue
	if c.set != nil && q.numbers > 0 {
		c.set.nums.fetch(q.nums[:q.numbers])
	}
	for i := range q.nums[:q.numbers] {
		if c.set == nil {
			break
		}
		n := &q.nums[i]
		t.countNumber(c, n.numberKey, n.first, nil)
	}
	q.numbers = 0
}

// fetch reads what a search for texts will look at. Nothing depends on the result, but it makes
// sure that the reading is done.
//
//go:noinline
func (s *set) fetch(hashes []uint32) (sum uint64) {
	if len(s.slots) == 0 {
		return 0
	}
	mask := uint32(len(s.slots) - 1)
	for _, h := range hashes {
		sum += s.slots[h&mask]
	}
	for _, h := range hashes {
		if v := s.slots[h&mask]; uint32(v>>32) == h {
			sum += s.at(int(uint32(v)) - 1).head
		}
	}
	return sum
}

//go:noinline
func (s *numbers) fetch(keys []queuedNumber) (sum uint64) {
	if len(s.slots) == 0 {
		return 0
	}
	mask := uint64(len(s.slots) - 1)
	for i := range keys {
		sum += s.slots[keys[i].hash()&mask].meta
	}
	return sum
}
