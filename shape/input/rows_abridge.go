package input

// An abridger makes the short form of a value that is too long to be kept: valid JSON without
// white space, in which strings keep a head and containers lose members and elements.
//
// What a value may take is measured in bytes, and bytesPerCell for each cell if that is more.
// The whole may take MaxRow; a container 7/8 of what is left to the one around it, and a string
// half of that, so that there is always room for what comes later. Members on wanted paths may
// take another quarter of MaxRow, divided in the same way. A string or number that is kept at all
// keeps a 1,024th of MaxRow (4 KiB).
type abridger struct {
	scan  *cellScanner
	out   []byte
	quota []quota // of the open containers
	key   []byte  // the name of the member that comes, as JSON
	flags uint8   // of key
	long  bool    // key is too long to be kept
	least int     // what may always be kept of a string

	whole   map[int32]int64
	dropped bool
}

type quota struct {
	soft, hard  int // how far out may grow: with anything, with wanted values
	count, kept int64
	wanted      bool // so is everything in it
}

// value takes the value that begins with t.
func (a *abridger) value(s *cellScanner, t Token, limit int) bool {
	a.scan, a.out, a.key = s, a.out[:0], a.key[:0]
	a.quota = append(a.quota[:0], quota{soft: limit, hard: limit + limit/4})
	a.least = max(16, limit/1024)
	a.whole, a.dropped, a.long = make(map[int32]int64), false, false
	base := s.lex.base(t)
	s.reset()
	s.limit = 1 << 31 // size counts cells
	for {
		switch t {
		case None:
			return false
		case Name:
			a.name()
		case EndObject, EndArray:
			a.end(t)
		default:
			if !a.take(t) {
				return false
			}
		}
		if t != Name && s.lex.depth == base {
			return true
		}
		s.lex.max = a.head()
		t = s.lex.next()
	}
}

// size returns what has been used up.
func (a *abridger) size() int { return max(len(a.out), bytesPerCell*len(a.scan.cells)) }

// head returns how much of a string may be kept.
func (a *abridger) head() int {
	return max(a.least, (a.quota[len(a.quota)-1].soft-a.size())/2)
}

func (a *abridger) name() {
	s := a.scan
	l := &s.lex
	a.key = append(a.key[:0], l.bytes()...)
	a.flags, a.long = l.flags, l.cut || len(a.key) > l.max
	if s.path = nil; !a.long {
		f := &s.open[len(s.open)-1]
		s.path = s.find(f, a.key)
	}
}

// take keeps the value that begins with t, or passes over it.
func (a *abridger) take(t Token) bool {
	s := a.scan
	q := &a.quota[len(a.quota)-1]
	q.count++
	wants := q.wanted || s.path != nil && s.path.want > 0
	size := a.size() + len(a.key)
	if len(s.open) > 0 && (a.long || size >= q.soft && (!wants || size >= q.hard)) {
		a.dropped = a.dropped || !s.open[len(s.open)-1].array
		a.key = a.key[:0]
		return s.lex.skip(t)
	}
	if q.kept++; q.kept > 1 {
		a.out = append(a.out, ',')
	}
	a.putKey()
	a.put(t)
	return true
}

// putKey writes the name of the member that comes.
func (a *abridger) putKey() {
	s := a.scan
	s.key = -1
	if len(a.key) == 0 {
		return
	}
	s.key = int32(len(a.out))
	a.out = append(append(a.out, a.key...), ':')
	f := &s.open[len(s.open)-1]
	if s.path != nil {
		s.named(f, s.path)
	} else {
		s.unnamed(f, a.out, a.key, a.flags)
	}
	a.key = a.key[:0]
}

func (a *abridger) put(t Token) {
	s := a.scan
	start := int32(len(a.out))
	switch t {
	case BeginObject:
		a.out = append(a.out, '{')
		a.push()
		s.object(start)
	case BeginArray:
		a.out = append(a.out, '[')
		a.push()
		s.array(start)
	case Text, Digits:
		a.putHead(t)
	default:
		a.out = append(a.out, s.lex.bytes()...)
		kind := Bool
		if t == Nothing {
			kind = Null
		}
		s.cell(kind, 0, start, int32(len(a.out)))
	}
}

// putHead writes a string or a number. A number that is too long becomes a string.
func (a *abridger) putHead(t Token) {
	s := a.scan
	l, start := &s.lex, int32(len(a.out))
	b, limit := l.bytes(), a.head()
	if !l.cut && len(b) <= limit {
		a.out = append(a.out, b...)
		kind := String
		if t == Digits {
			kind = Number
		}
		s.cell(kind, l.flags, start, int32(len(a.out)))
		return
	}
	if t == Digits {
		a.out = append(a.out, '"')
	}
	cell := int32(len(s.cells))
	if a.whole[cell] = l.size; !l.cut {
		a.whole[cell] = int64(len(b))
		if t == Text {
			a.whole[cell] = int64(TextSize(b))
		}
	}
	a.out = append(append(a.out, cutText(b, limit)...), '"')
	s.cell(String, l.flags|Cut, start, int32(len(a.out)))
}

// push opens the quota of a container.
func (a *abridger) push() {
	q, size := a.quota[len(a.quota)-1], a.size()
	part := func(limit int) int { return size + max(0, limit-size)*7/8 }
	a.quota = append(a.quota, quota{
		soft: part(q.soft), hard: part(q.hard),
		wanted: q.wanted || a.scan.path != nil && a.scan.path.want == wanted,
	})
}

func (a *abridger) end(t Token) {
	s := a.scan
	q, cell := a.quota[len(a.quota)-1], s.open[len(s.open)-1].cell
	a.quota = a.quota[:len(a.quota)-1]
	if q.kept < q.count {
		s.cells[cell].Flags |= Cut
		a.whole[cell] = q.count
	}
	if t == EndObject {
		a.out = append(a.out, '}')
	} else {
		a.out = append(a.out, ']')
	}
	s.end(int32(len(a.out)))
}

// fill puts the result into row.
func (a *abridger) fill(row *Row) {
	row.Bytes, row.Cells, row.Whole = a.out, a.scan.cells, a.whole
	row.Large, row.Dup, row.Dropped = true, a.scan.dup, a.dropped
}
