package query

// A Where is a predicate on rows. It isn't safe for concurrent use.
type Where struct {
	Program *Program // the same predicate, run by gojq

	cond  *cond // nil unless the predicate is simple
	slots slots
	bufs  [2][]byte
	told  bool // a failure was explained already
	needs []byte
}

// ParseWhere compiles a predicate. It gives a *SyntaxError.
func ParseWhere(expr string) (*Where, error) {
	q, err := parse(expr)
	if err != nil {
		return nil, err
	}
	p, err := compile(q, expr)
	if err != nil {
		return nil, err
	}
	w := &Where{Program: p}
	if cond, ok := top(q, pathOperand(nil)); ok {
		w.cond = cond
		w.slots.assign(cond)
		w.needs = cond.needs()
	}
	return w, nil
}

// Fast reports whether the predicate is answered from the wanted values. Even then it may need
// the row as a whole: for a comparison of two lists, or for the words of an error.
func (w *Where) Fast() bool { return w.cond != nil }

// Wants are the paths whose values Match is given, by slot; none unless the predicate is Fast. A
// path without steps is the row itself.
func (w *Where) Wants() []Path { return w.slots.paths }

// Match reports whether the row matches: whether some output is neither null nor false. vals has
// the values of Wants and isn't used unless Fast; raw is the row as JSON (a line of text as a
// string). Errors that are an ErrRow mean that the predicate fails on this row, before a truthy
// output: it does not match. The first of them is a *RowError in gojq's words. A *TimeoutError or
// *LimitError means that gojq was stopped.
func (w *Where) Match(vals Values, raw []byte) (bool, error) {
	if w.cond == nil {
		return w.Program.truth(raw)
	}
	matched, v := w.cond.eval(vals, &w.bufs)
	switch {
	case v == done:
		return matched, nil
	case v == fails && w.told:
		return false, ErrRow
	}
	w.told = w.told || v == fails
	return w.Program.truth(raw)
}

// slots collects the paths that a query wants.
type slots struct {
	paths []Path
}

// assign gives each path operand in c its slot.
func (s *slots) assign(c *cond) {
	if c == nil {
		return
	}
	s.assign(c.l)
	s.assign(c.r)
	s.assignOperand(c.a)
	s.assignOperand(c.b)
}

func (s *slots) assignOperand(o *operand) {
	if o == nil {
		return
	}
	if o.op == opPath {
		o.slot = s.slot(Path{Steps: o.path})
	}
	s.assignOperand(o.arg)
	s.assignOperand(o.alt)
}

// slot is the slot of p, which is added if it is new.
func (s *slots) slot(p Path) int {
	for i, have := range s.paths {
		if have.JQ() == p.JQ() {
			return i
		}
	}
	p.Text = plain(p.JQ())
	s.paths = append(s.paths, p)
	return len(s.paths) - 1
}
