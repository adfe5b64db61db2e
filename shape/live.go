package shape

import (
	"bytes"
	"errors"
	"fmt"
	"sort"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/query"
)

// A live cursor is the place behind a row, told by what orders that row: its values of --sort and
// its --key. So it holds in any data that is ordered in the same way, whatever was inserted or
// removed since; as long as no two rows have the same key, which is found out for the whole result.

// ErrNoField says that no row has a field any more by which a live cursor tells its place.
var ErrNoField = errors.New("no row has a field of this cursor's order any more")

// maxPosition is how many bytes a position may have at most, to be printed twice in an envelope.
// It is further bounded by an eighth of the budget in tokens: that is a quarter of it, about.
const maxPosition = 256

// keyMemory is how many bytes the keys of all rows take before they go to disk, while it is found
// out whether one occurs twice.
const keyMemory = 8 << 20

// OrderName names the order of the request, or "" if it has none that live cursors hold in.
func (p *Plan) OrderName() string {
	if p.order == nil || p.order.key == nil {
		return ""
	}
	return p.order.name()
}

// OrderName names the order that the result's live cursors hold in.
func (r *Result) OrderName() string { return r.plan.OrderName() }

// OrderWithin is OrderName for rows of a stored result, which are in its order if the request has
// none.
func (p *Plan) OrderWithin(m *Meta) (string, error) {
	if p.order != nil || m.Sort == "" || m.Key == "" {
		return p.OrderName(), nil
	}
	var err error
	if p.within, err = p.orderBy(m.Sort, m.Key); err != nil {
		return "", err
	}
	return p.within.name(), nil
}

// GoOn lets the page begin behind a position: the contents of a live cursor of this order.
func (p *Plan) GoOn(position []byte) { p.after = position }

// live is what a loop does for live cursors.
type live struct {
	by        *ordering     // nil: rows aren't to be placed
	keys      *query.Sorter // of all rows; nil: no live cursor is to be made
	on        bool          // live cursors are made
	why       string        // or why they aren't, where that isn't plain
	skips     bool          // rows may have been skipped: they have a key that others have
	positions [][]byte      // behind each row offered to the page
}

func (p *Plan) newLive(stored bool) live {
	l := live{by: p.order}
	if l.by == nil && p.after != nil {
		l.by = p.within
	}
	if !stored && p.OrderName() != "" {
		l.keys = query.NewSorter(keyMemory, "")
	}
	return l
}

// place finds out where a row stands: its key is in l.key then.
func (l *loop) place(r *input.Row, values query.Values) (err error) {
	if l.live.by == nil {
		return nil
	}
	var at int
	if l.key, at, err = l.live.by.appendKey(l.key[:0], values, l.locator.raw(r)); err != nil {
		return err
	}
	if l.live.by.failed {
		l.unsorted++
	}
	if l.after != nil && bytes.Compare(l.key, l.after) <= 0 {
		l.page.from++
	}
	if l.live.keys != nil {
		return l.live.keys.Add(l.key[at:], r.N)
	}
	return nil
}

// settle finds out, once all rows are in, whether live cursors can be made.
func (l *loop) settle() error {
	gone := l.scanned > 0 && l.live.by != nil && l.noField()
	if gone && l.after != nil {
		return ErrNoField
	}
	if l.live.keys == nil {
		return nil
	}
	defer l.live.keys.Close()
	twice := 0
	for _, err := range l.live.keys.Repeats() {
		if err != nil {
			return err
		}
		twice++
	}
	if twice > 0 {
		l.live.why = fmt.Sprintf("%d rows have a --key that another has: the cursor is for read alone", twice)
	}
	l.live.on, l.live.skips = twice == 0 && !gone, twice > 0 && l.after != nil
	return nil
}

// noField tells whether the order goes by a path that no row has.
func (l *loop) noField() bool {
	for _, slot := range l.live.by.slots() {
		if id := l.slots[slot]; id != 0 && !l.locator.seen[id] {
			return true
		}
	}
	return false
}

// note keeps the position behind a row that is offered to the page.
func (l *loop) note(r *input.Row) error {
	if !l.live.on {
		return nil
	}
	key, _, err := l.live.by.appendKey(nil, l.locator.row(r), l.locator.raw(r))
	if len(key) > min(maxPosition, l.Budget/8) {
		l.live.on, l.live.positions = false, nil
		l.live.why = "--sort and --key have long values: the cursor is for read alone"
		return err
	}
	l.live.positions = append(l.live.positions, key)
	return err
}

// began notes which row the page turned out to begin with.
func (l *loop) began() {
	if l.after != nil {
		l.Offset = l.page.from
	}
}

// search returns the first of the handle's rows behind the position that the request goes on from.
func (l *loop) search(a Artifact) (int64, error) {
	var row input.Row
	var failed error
	i := sort.Search(int(a.Len()), func(i int) bool {
		if failed == nil {
			failed = l.fetch(a, int64(i), &row)
		}
		if failed == nil {
			l.key, _, failed = l.live.by.appendKey(l.key[:0], l.locator.row(&row), l.locator.raw(&row))
		}
		return failed != nil || bytes.Compare(l.key, l.after) > 0
	})
	return int64(i), failed
}

// position returns the place behind the first k items, if live cursors are made.
func (r *Result) position(k int) []byte {
	switch {
	case !r.live.on || k > len(r.live.positions):
		return nil
	case k == 0:
		return r.plan.after
	}
	return r.live.positions[k-1]
}
