package cmd_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestClipEnvelopes clips the envelopes of invented inputs, and holds what comes out against what an
// envelope promises: within the tokens, the first of the items, figures that agree, and a cursor that
// goes on where they end. What is cut as text tells that it is.
func TestClipEnvelopes(t *testing.T) {
	d, refitted, cut := newDesk(t), 0, 0
	for n := range 60 {
		r := rand.New(rand.NewPCG(uint64(n), 5))
		s := invent(r)
		budget := 150 + r.IntN(2000)
		page := d.call(s.body, append([]string{"-b", strconv.Itoa(budget)}, s.args...)...)
		whole, err := open(page.out)
		if err != nil || page.code != 0 {
			continue // TestPromises has an eye on these
		}
		most := 60 + r.IntN(budget)
		clip := d.call(page.out, "clip", "--tokens", strconv.Itoa(most))
		switch e, err := open(clip.out); {
		case clip.code != 0 || tokens("o200k_base", clip.out) > most:
			t.Errorf("trial %d: exit %d, %d tokens of %d\n%s",
				n, clip.code, tokens("o200k_base", clip.out), most, clip.out)
		case tokens("o200k_base", page.out) <= most:
			if !bytes.Equal(clip.out, page.out) {
				t.Errorf("trial %d: what fits was changed", n)
			}
		case bytes.Contains(clip.out, []byte("RESULT TRUNCATED BY HARNESS AT ")):
			cut++
		case err != nil:
			t.Errorf("trial %d: %v", n, err)
		default:
			refitted++
			if err := d.goesOn(e, whole, most, clip.out); err != nil {
				t.Errorf("trial %d: %v\n%.900s", n, err, clip.out)
			}
		}
	}
	if refitted < 10 || cut == 0 {
		t.Errorf("%d envelopes were refitted and %d cut: too few to tell", refitted, cut)
	}
}

// goesOn checks an envelope that lost items.
func (d *desk) goesOn(e, whole *envelope, most int, out []byte) error {
	if e.Returned >= whole.Returned || e.Total != whole.Total || !*e.Truncated {
		return fmt.Errorf("%d of %d returned, %d of %d before", e.Returned, e.Total, whole.Returned, whole.Total)
	}
	for i := range e.Items {
		if !bytes.Equal(e.Items[i], whole.Items[i]) {
			return fmt.Errorf("item %d is another one", i)
		}
	}
	check := d.call(out, "check", "--walk", "--budget", strconv.Itoa(max(most, 1)))
	if e.Handle == nil {
		check = d.call(out, "check", "--budget", strconv.Itoa(most))
	}
	if check.code != 0 && !bytes.HasPrefix(check.out, []byte("walk: cursor ")) { // the next row may need more
		return fmt.Errorf("check: %s", check.out)
	}
	if e.Handle == nil {
		return nil
	}
	next := d.sh(nil, e.End.Next)
	page, err := open(next.out)
	if err != nil || page.Offset != e.Returned {
		return errors.Join(err, fmt.Errorf("%s goes on at row %d, not %d", e.End.Next, page.Offset, e.Returned))
	}
	return nil
}
