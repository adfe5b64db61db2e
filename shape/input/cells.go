package input

// bytesPerCell bounds the cells of a row, and so the memory for them: a value with more than one
// cell in so many bytes of MaxRow counts as longer than that.
const bytesPerCell = 8

// cellsPerFrame bounds the open containers in the same way: 262,144 levels.
const cellsPerFrame = 2

// A cellScanner takes one value after the other apart into cells.
type cellScanner struct {
	lex   Lexer
	paths *Paths
	cells []Cell
	limit int // most cells of a value
	dup   bool
	names nameSet

	open []frame
	path *node // of the next value; nil when it has no id
	key  int32 // where its name begins, or -1
}

// A frame is a container that is still open.
type frame struct {
	cell  int32
	array bool
	path  *node // of an object: itself; of an array: its elements. Nil when it has no id.
	prev  *node // last member with an id
	stamp int64 // distinguishes the object from all others
}

func (s *cellScanner) reset() {
	s.cells, s.open, s.dup = s.cells[:0], s.open[:0], false
	s.path, s.key = s.paths.nodes[0], -1
	s.names.reset()
}

// value takes the value that begins with token t, up to its end, if that is at most limit bytes
// away. It returns false when the end isn't reached; the lexer knows why. No token that ends
// behind the limit leaves a trace, so that what is learnt doesn't depend on the window.
func (s *cellScanner) value(t Token, limit int) bool {
	l := &s.lex
	base := l.base(t)
	s.reset()
	s.limit = limit / bytesPerCell
	for {
		start, end := int32(l.start-l.mark), int32(l.end-l.mark)
		if int(end) > limit {
			l.tooLong()
			return false
		}
		switch t {
		case Name:
			s.name(start)
			t = l.next()
			continue
		case Text:
			s.cell(String, l.flags, start, end)
		case Digits:
			s.cell(Number, 0, start, end)
		case True, False:
			s.cell(Bool, 0, start, end)
		case Nothing:
			s.cell(Null, 0, start, end)
		case BeginObject:
			s.object(start)
		case BeginArray:
			s.array(start)
		case EndObject, EndArray:
			s.end(end)
		default:
			return false
		}
		if l.depth == base {
			return true
		}
		t = l.next()
	}
}

// cell adds a value that is a single token, or the beginning of a container.
func (s *cellScanner) cell(k Kind, flags uint8, start, end int32) {
	id := int32(-1)
	if s.path != nil {
		id = s.path.id
	}
	s.cells = append(s.cells, Cell{
		Path: id, Next: int32(len(s.cells)) + 1, Key: s.key,
		Start: start, End: end, Kind: k, Flags: flags,
	})
	if len(s.cells) > s.limit {
		s.lex.tooLong()
	}
}

func (s *cellScanner) object(start int32) {
	s.paths.stamp++
	f := frame{cell: int32(len(s.cells)), path: s.path, stamp: s.paths.stamp}
	s.cell(Object, 0, start, start)
	s.push(f)
	s.expect(&f)
}

func (s *cellScanner) array(start int32) {
	f := frame{cell: int32(len(s.cells)), array: true}
	if s.path != nil {
		f.path = s.paths.element(s.path)
	}
	s.cell(Array, 0, start, start)
	s.push(f)
	s.path, s.key = f.path, -1
}

func (s *cellScanner) push(f frame) {
	if s.open = append(s.open, f); cellsPerFrame*len(s.open) > s.limit {
		s.lex.tooLong()
	}
}

// end closes the innermost container.
func (s *cellScanner) end(end int32) {
	top := len(s.open) - 1
	c := &s.cells[s.open[top].cell]
	c.Next, c.End = int32(len(s.cells)), end
	s.open = s.open[:top]
	if top == 0 {
		return
	}
	if f := &s.open[top-1]; f.array {
		s.path, s.key = f.path, -1
	} else {
		s.expect(f)
	}
}

// expect tells the lexer which name is likely to come next in object f.
func (s *cellScanner) expect(f *frame) {
	switch {
	case f.prev != nil:
		s.lex.like = f.prev.next
	case f.path != nil:
		s.lex.like = f.path.first
	default:
		s.lex.like = nil
	}
}

// name takes the name of a member, which begins at start.
func (s *cellScanner) name(start int32) {
	l := &s.lex
	f := &s.open[len(s.open)-1]
	n := l.like
	if !l.hit {
		n = s.find(f, l.buf[l.start:l.end])
	}
	s.path, s.key = n, start
	if n == nil {
		s.unnamed(f, l.buf[l.mark:], l.buf[l.start:l.end], l.flags)
		return
	}
	s.named(f, n)
	l.like = n.next
}

// named notes that the next cell is member n of object f.
func (s *cellScanner) named(f *frame, n *node) {
	if n.stamp == f.stamp {
		s.supersede(n.cell)
	} else if n.stamp == 0 && n.parent.id == 0 {
		s.paths.top = append(s.paths.top, n)
	}
	n.stamp, n.cell = f.stamp, int32(len(s.cells))
	f.prev = n
}

// find looks up a name that isn't the expected one. If it isn't one of the next three either, as
// where some members are optional, the expectation was wrong.
func (s *cellScanner) find(f *frame, key []byte) *node {
	if f.path == nil {
		return nil
	}
	for g, i := s.lex.like, 0; g != nil && i < 4; g, i = g.next, i+1 {
		if g.is(key) {
			return g
		}
	}
	n := s.paths.member(f.path, key, s.lex.flags)
	if f.prev == nil {
		f.path.first = n
	} else if n != nil {
		f.prev.next = n
	}
	return n
}

func (s *cellScanner) supersede(cell int32) {
	s.dup = true
	s.cells[cell].Flags |= Dup
}

// unnamed looks for an earlier member of the same name when that has no id. Row is what the cells
// are places in.
func (s *cellScanner) unnamed(f *frame, row, key []byte, flags uint8) {
	name := s.names.decode(key, flags)
	h := hash(name, uint64(f.stamp))
	cell := int32(len(s.cells))
	for old := range s.names.like(h) {
		if s.names.same(row[s.cells[*old].Key:], name) {
			s.supersede(*old)
			*old = cell
			return
		}
	}
	s.names.add(h, cell)
}
