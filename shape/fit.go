package shape

import "fmt"

// A Handle is what an envelope says of the artifact behind it.
type Handle struct {
	Name   string                       // "": an artifact was needed and could not be written
	Cursor func(pos int64) string       // names the place before row pos of the handle
	Live   func(position []byte) string // names a place in the order of the rows; nil: not wanted
	// Unnamed leaves the handle out of the envelope: the rows are those of a command.
	Unnamed bool
}

// Limits bound an envelope.
type Limits struct{ Tokens, Bytes int }

// Commands words what an envelope tells its reader to run next, with the limits to repeat where
// they were given. Only Page must be there: rows that have no handle can't be opened.
type Commands struct {
	Page   func(handle, cursor string, l Limits) string
	Select func(handle, where string, l Limits) string
	Open   func(handle string, row int64, path string, list bool, l Limits) string
	Slice  func(handle string, row int64, path string, offset int64, l Limits) string
}

// A TooSmallError says that no envelope fits the budget or the byte ceiling, and what would do.
type TooSmallError struct {
	Least int  // tokens, or bytes
	Bytes bool // the ceiling is what is too small
	Mark  bool // it is the mark of a cut that has no room
}

func (e *TooSmallError) Error() string {
	switch {
	case e.Mark:
		return fmt.Sprintf("the line that marks the cut has %d tokens", e.Least)
	case e.Bytes:
		return fmt.Sprintf("the smallest envelope of this result has %d bytes", e.Least)
	}
	return fmt.Sprintf("the smallest envelope of this result has %d tokens", e.Least)
}

// A stage says which parts of the frame are there. As room gets short they give way in the order
// that the contract names.
type stage struct {
	tail, filter, omitted, upstream, warnings bool
	summary                                   int // share of the budget, in percent
}

var stages = []stage{
	{true, true, true, true, true, 40},
	{false, true, true, true, true, 40},
	{false, false, true, true, true, 40},
	{false, false, false, true, true, 40},
	{false, false, false, false, true, 40},
	{false, false, false, false, true, 20},
	{false, false, false, false, true, 10},
	{false, false, false, false, true, 0},
	{},
}

// without lists the members that the stage leaves out of an envelope, the summary apart.
func (s stage) without() (names []string) {
	for _, part := range []struct {
		name string
		is   bool
	}{
		{"tail", s.tail}, {"filter", s.filter}, {"fields_omitted", s.omitted},
		{"upstream", s.upstream}, {"warnings", s.warnings},
	} {
		if !part.is {
			names = append(names, part.name)
		}
	}
	return names
}

// fitting is one attempt at an envelope.
type fitting struct {
	*Result
	handle *Handle // nil: no artifact
	words  Commands
	fail   *Failure
	limits Limits

	room   int            // tokens for the summary where nothing else is wanted
	chosen map[int]choice // summaries by the room they had
	tail   []item         // the last lines of the result, the very last one first
	tailed int            // the budget that they were chosen for
}

// Complete tells whether an envelope without an artifact shows all that came in.
func (r *Result) Complete() bool {
	if r.Total != r.page.seen || r.partial || r.page.cut || r.only() || r.plan.Keep {
		return false
	}
	if clipped, _, _ := r.page.clippedIn(len(r.page.items)); clipped > 0 {
		return false // members that have no column
	}
	r.bare = true
	f := fitting{Result: r, limits: r.plan.limits()}
	_, ok := f.uncut()
	return ok
}

// Envelope prints the result: at most the budget in tokens and bytes, newline included.
// The error is a *TooSmallError when that can't be.
func (r *Result) Envelope(h *Handle, words Commands, fail *Failure) ([]byte, error) {
	f := fitting{Result: r, handle: h, words: words, fail: fail, limits: r.plan.limits()}
	if out, ok := f.uncut(); ok {
		return out, nil
	}
	least := f.leastForms()
	small := f.limits.Tokens < smallTokens || f.limits.Bytes < smallBytes
	if small && !f.fitsOne(least) {
		return nil, f.tooSmall(least)
	}
	r.page.shortenAll()
	out, ok := f.fill()
	if !ok && r.live.on { // a plain cursor is shorter
		r.live.on = false
		out, ok = f.fill()
	}
	for i := 0; !ok && i < len(least); i++ {
		out, ok = f.printLeast(least[i])
	}
	if !ok {
		return nil, f.tooSmall(least)
	}
	return out, nil
}

// fill prints as much as the frame leaves room for.
func (f *fitting) fill() ([]byte, bool) {
	switch {
	case f.only() || len(f.page.items) == 0:
		return f.none()
	case f.page.seen > 1:
		if out, ok := f.some(); ok {
			return out, true
		}
	}
	return f.one()
}

// none prints no items. A summary that is all that is wanted has what the rest leaves.
func (f *fitting) none() ([]byte, bool) {
	for f.room = f.limits.Tokens; ; {
		for _, s := range stages {
			if out, ok := f.print(0, s); ok {
				return out, true
			}
		}
		if !f.only() || f.room <= 0 {
			return nil, false
		}
		over := f.over(f.size(0, stages[len(stages)-1]), 8)
		f.room = min(f.room, f.page.count.Count(f.summaryOf(0).object)+summaryFrame) - over
	}
}

// over returns about how many tokens a size is over the limits, and at least 1, if so many bytes
// make a token.
func (f *fitting) over(size Limits, perToken int) int {
	return max(size.Tokens-f.limits.Tokens, (size.Bytes-f.limits.Bytes)/perToken, 1)
}

// summaryFrame is about how many tokens the summary's line has beside the object.
const summaryFrame = 8

// uncut prints all rows asked for, as they are. Where these are all rows there are, the rest of
// the frame gives way to them.
func (f *fitting) uncut() ([]byte, bool) {
	p := f.page
	if p.cut || f.only() {
		return nil, false
	}
	for _, s := range stages {
		if s.summary < 40 && (f.Total > p.seen || f.asked()) {
			return nil, false
		}
		if out, ok := f.print(len(p.items), s); ok {
			return out, true
		}
	}
	return nil, false
}

// some prints as many shortened rows as fit, and at least one.
func (f *fitting) some() ([]byte, bool) {
	for _, s := range stages {
		for k := f.most(); k > 0; k-- {
			if out, ok := f.print(k, s); ok {
				return out, true
			}
		}
	}
	return nil, false
}

// most returns the largest number of items that may fit, whatever the frame.
func (f *fitting) most() int {
	k := len(f.page.items)
	for ; k > 1; k-- {
		if f.page.upTo(k).within(f.limits) {
			break
		}
	}
	return k
}

// one prints the first row alone, cut down to the room there is. The frame is as full as leaves
// the row half of the budget, or as empty as can be.
func (f *fitting) one() ([]byte, bool) {
	f.page.items = []item{f.smallest()}
	for i, s := range stages {
		if f.size(0, s).Tokens > f.limits.Tokens/2 && i < len(stages)-1 {
			continue
		}
		if out, ok := f.squeeze(s); ok {
			return out, true
		}
	}
	return nil, false
}

// squeeze prints the first row with its largest values cut until it fits.
func (f *fitting) squeeze(s stage) ([]byte, bool) {
	p := f.page
	for room := f.limits.Tokens; room > 0; {
		it, fits, _ := p.cutTo(p.first, 0, room)
		p.items = []item{it}
		if out, ok := f.print(1, s); ok {
			return out, true
		}
		if !fits {
			break
		}
		room = min(room, it.last) - f.over(f.size(1, s), 8)
	}
	p.items = []item{f.smallest()}
	return f.print(1, s)
}

// smallest returns the smallest form of the first row.
func (f *fitting) smallest() item {
	it, _, _ := f.page.cutTo(f.page.first, 0, 0)
	return it
}

// size returns the size of the envelope with the first k items.
func (f *fitting) size(k int, s stage) Limits {
	fr := f.frame(k, s)
	n := f.page.upTo(k)
	head, foot := fr.head(nil), fr.foot(nil)
	n.Tokens += f.page.count.Count(head) + f.page.count.Count(foot)
	n.Bytes += len(head) + len(foot)
	return n
}

// print returns the envelope with the first k items if it fits.
func (f *fitting) print(k int, s stage) ([]byte, bool) {
	fr := f.frame(k, s)
	out := fr.head(nil)
	n := f.page.upTo(k)
	items := n.Tokens
	n.Tokens += f.page.count.Count(out)
	foot := fr.foot(nil)
	n.Tokens += f.page.count.Count(foot)
	n.Bytes += len(out) + len(foot)
	if !n.within(f.limits) {
		return nil, false
	}
	f.shown = Shown{Rows: k, Tokens: items, Truncated: fr.truncated()}
	return append(lines(out, f.page.items[:k]), foot...), true
}

func (l Limits) within(limits Limits) bool {
	return l.Tokens <= limits.Tokens && l.Bytes <= limits.Bytes
}
