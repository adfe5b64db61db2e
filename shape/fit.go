package shape

import (
	"fmt"
	"math"
)

// A Handle is what an envelope says of the artifact behind it.
type Handle struct {
	Name   string                       // "": an artifact was needed and could not be written
	Cursor func(pos int64) string       // names the place before row pos of the handle
	Live   func(position []byte) string // names a place in the order of the rows; nil: not wanted
	// Unnamed leaves the handle out of the envelope: the rows are those of a command.
	Unnamed bool
}

// Commands words what an envelope tells its reader to run next. budget is the budget to repeat
// where one was given.
type Commands struct {
	Page   func(handle, cursor string, budget int) string
	Select func(handle, where string, budget int) string
	Open   func(handle string, row int64, path string, list bool, budget int) string
	Slice  func(handle string, row int64, path string, offset int64, budget int) string
}

// A TooSmallError says that no envelope fits the budget or the byte ceiling, and what would do.
type TooSmallError struct {
	Least int  // tokens, or bytes
	Bytes bool // the ceiling is what is too small
}

func (e *TooSmallError) Error() string {
	if e.Bytes {
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

// extent is how large an envelope is.
type extent struct{ tokens, bytes int }

// fitting is one attempt at an envelope.
type fitting struct {
	*Result
	handle *Handle // nil: no artifact
	words  Commands
	fail   *Failure
	budget int
	whole  extent // of the smallest envelope with all rows as they are; zero: there is none

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
	f := fitting{Result: r, budget: r.plan.Budget}
	_, ok := f.uncut()
	r.bare = f.whole
	return ok
}

// Envelope prints the result: at most the budget in tokens and bytes, newline included.
// The error is a *TooSmallError when that can't be.
func (r *Result) Envelope(h *Handle, words Commands, fail *Failure) ([]byte, error) {
	out, err := r.envelope(h, words, fail)
	if err != nil && r.live.on { // a plain cursor is shorter
		r.live.on = false
		return r.envelope(h, words, fail)
	}
	return out, err
}

func (r *Result) envelope(h *Handle, words Commands, fail *Failure) ([]byte, error) {
	f := fitting{Result: r, handle: h, words: words, fail: fail, budget: r.plan.Budget}
	if out, ok := f.uncut(); ok {
		return out, nil
	}
	r.page.shortenAll()
	switch {
	case r.page.seen == 1 && !r.only():
		return f.one()
	case len(r.page.items) > 0 && !r.only():
		return f.some()
	}
	return f.none()
}

// none prints no items. A summary that is all that is wanted has what the rest leaves.
func (f *fitting) none() ([]byte, error) {
	for f.room = f.budget; ; {
		for _, s := range stages {
			if out, ok := f.print(0, s); ok {
				return out, nil
			}
		}
		if !f.only() || f.room <= 0 {
			return nil, f.tooSmall(0)
		}
		tokens, bytes := f.size(0, stages[len(stages)-1])
		over := max(tokens-f.budget, (bytes-f.page.maxBytes)/8, 1)
		f.room = min(f.room, f.page.count.Count(f.summaryOf(0).object)+summaryFrame) - over
	}
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
	f.whole.tokens, f.whole.bytes = f.size(len(p.items), stages[len(stages)-1])
	return nil, false
}

// some prints as many shortened rows as fit, and at least one.
func (f *fitting) some() ([]byte, error) {
	for _, s := range stages {
		for k := f.most(); k > 0; k-- {
			out, ok := f.print(k, s)
			if !ok {
				continue
			}
			if f.budget < smallTokens && f.least(1) > f.budget { // the cursor behind row k is shorter
				return nil, f.tooSmall(1)
			}
			return out, nil
		}
	}
	return f.one()
}

// most returns the largest number of items that may fit, whatever the frame.
func (f *fitting) most() int {
	k := len(f.page.items)
	for ; k > 1; k-- {
		tokens, bytes := f.page.upTo(k)
		if tokens <= f.budget && bytes <= f.page.maxBytes {
			break
		}
	}
	return k
}

// one prints the first row alone, cut down to the room there is. The frame is as full as leaves
// the row half of the budget, or as empty as can be.
func (f *fitting) one() ([]byte, error) {
	if f.whole.tokens == 0 && len(f.page.first.json) <= smallBytes { // cut, it says where the rest is
		it, _, _ := f.page.cutTo(f.page.first, 0, math.MaxInt32)
		f.page.items = []item{it}
		f.whole.tokens, f.whole.bytes = f.size(1, stages[len(stages)-1])
	}
	f.page.items = []item{f.smallest()}
	for i, s := range stages {
		frame, _ := f.size(0, s)
		if frame > f.budget/2 && i < len(stages)-1 {
			continue
		}
		if out, ok := f.squeeze(s); ok {
			return out, nil
		}
	}
	return nil, f.tooSmall(1)
}

// squeeze prints the first row with its largest values cut until it fits.
func (f *fitting) squeeze(s stage) ([]byte, bool) {
	p := f.page
	for room := f.budget; room > 0; {
		it, fits, _ := p.cutTo(p.first, 0, room)
		p.items = []item{it}
		if out, ok := f.print(1, s); ok {
			return out, true
		}
		if !fits {
			break
		}
		tokens, bytes := f.size(1, s)
		room = min(room, it.last) - max(tokens-f.budget, (bytes-p.maxBytes)/8, 1)
	}
	p.items = []item{f.smallest()}
	return f.print(1, s)
}

// smallest returns the smallest form of the first row.
func (f *fitting) smallest() item {
	it, _, _ := f.page.cutTo(f.page.first, 0, 0)
	return it
}

// least returns the tokens of the smallest envelope with the first k rows, k being 0 or 1. It
// depends on the budget where that is repeated in a command, so it is the budget that suffices for
// itself.
func (f *fitting) least(k int) int {
	items, budget := f.page.items, f.budget
	defer func() { f.page.items, f.budget = items, budget }()
	if k > 0 {
		f.page.items = []item{f.smallest()}
	}
	for range 4 {
		tokens, _ := f.size(k, stages[len(stages)-1])
		if tokens == f.budget {
			break
		}
		f.budget = tokens
	}
	return f.budget
}

// tooSmall says what would do for an envelope of the first k rows, k being 0 or 1, or for all rows
// as they are if that is less.
func (f *fitting) tooSmall(k int) error {
	_, bytes := f.size(k, stages[len(stages)-1])
	tokens, fits := math.MaxInt, math.MaxInt // of all forms, and of those that fit the budget
	for _, e := range []extent{{f.least(k), bytes}, f.whole, f.bare} {
		if e.tokens == 0 {
			continue
		}
		tokens = min(tokens, e.tokens)
		if e.tokens <= f.budget {
			fits = min(fits, e.bytes)
		}
	}
	if tokens > f.budget {
		return &TooSmallError{Least: tokens}
	}
	return &TooSmallError{Least: fits, Bytes: true}
}

// size returns the tokens and bytes of the envelope with the first k items.
func (f *fitting) size(k int, s stage) (tokens, bytes int) {
	fr := f.frame(k, s)
	tokens, bytes = f.page.upTo(k)
	head, foot := fr.head(nil), fr.foot(nil)
	tokens += f.page.count.Count(head) + f.page.count.Count(foot)
	return tokens, bytes + len(head) + len(foot)
}

// print returns the envelope with the first k items if it fits.
func (f *fitting) print(k int, s stage) ([]byte, bool) {
	fr := f.frame(k, s)
	out := fr.head(nil)
	items, bytes := f.page.upTo(k)
	tokens := items + f.page.count.Count(out)
	foot := fr.foot(nil)
	tokens += f.page.count.Count(foot)
	if tokens > f.budget || len(out)+bytes+len(foot) > f.page.maxBytes {
		return nil, false
	}
	f.shown = Shown{Rows: k, Tokens: items, Truncated: fr.truncated()}
	return append(lines(out, f.page.items[:k]), foot...), true
}
