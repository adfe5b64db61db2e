package cmd_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/shape/token"
)

// TestPromises feeds invented inputs and budgets to the filter and holds what comes out against
// what it promises: one JSON value within the budget, a true total, the rows in order and cut only
// where that is told, nothing lost, the input given back, and the same bytes the second time.
func TestPromises(t *testing.T) {
	cases, shard := 200, 50
	if long() {
		cases, shard = 10_000, 500
	}
	for from := 0; from < cases; from += shard {
		t.Run(strconv.Itoa(from), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			for n := from; n < from+shard; n++ {
				d.try(t, n)
			}
		})
	}
}

// try runs trial n, which is the same one in every run of the test.
func (d *desk) try(t *testing.T, n int) {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	p := trial{desk: d, sample: invent(r)}
	p.choose(r)
	if err := p.run(); err != nil {
		t.Errorf("trial %d: %s -b %d %q %q, %d bytes: %v",
			n, p.form, p.budget, p.args, p.flags, len(p.body), err)
	}
}

// A trial is one sample under one budget.
type trial struct {
	*desk
	sample
	budget   int
	maxBytes int
	encoding string
	flags    []string // behind those of the sample and the budget
}

// choose decides what the sample is shown under.
func (p *trial) choose(r *rand.Rand) {
	p.budget = []int{
		1 + r.IntN(60), 60 + r.IntN(150), 150 + r.IntN(400), 500 + r.IntN(2500), 1500, 10_000,
	}[r.IntN(6)]
	p.maxBytes, p.encoding = 65536, "o200k_base"
	if r.IntN(8) == 0 {
		p.maxBytes = []int{60 + r.IntN(500), 700 + r.IntN(3000)}[r.IntN(2)]
	}
	if r.IntN(6) == 0 {
		p.encoding = []string{"cl100k_base", "p50k_base", "r50k_base"}[r.IntN(3)]
		p.flags = append(p.flags, "--tokenizer", p.encoding)
	}
	if r.IntN(2) == 0 {
		p.flags = append(p.flags, "--keep")
	}
}

// filter runs toolfit on the sample's input.
func (p *trial) filter() reply {
	args := append([]string{"-b", strconv.Itoa(p.budget)}, p.args...)
	if p.maxBytes != 65536 {
		args = append(args, "--max-bytes", strconv.Itoa(p.maxBytes))
	}
	return p.call(p.body, append(args, p.flags...)...)
}

func (p *trial) run() error {
	first := p.filter()
	e, err := p.look(first)
	if err != nil {
		return err
	}
	if e.bare() {
		return p.tooSmall(e)
	}
	if again := p.filter(); !bytes.Equal(first.out, again.out) {
		return fmt.Errorf("a second run printed\n%.600s\nand the first\n%.600s", again.out, first.out)
	}
	if err := p.page(e); err != nil {
		return fmt.Errorf("%w\n%.600s", err, first.out)
	}
	return p.stored(e)
}

// look opens a reply and checks its size and its status.
func (p *trial) look(r reply) (*envelope, error) {
	e, err := open(r.out)
	if err != nil {
		return nil, fmt.Errorf("exit %d: %w: %s", r.code, err, r.err)
	}
	if len(r.err) > 0 || (r.code == 0) != (e.Error == nil) {
		return nil, fmt.Errorf("exit %d, stderr %q: %.400s", r.code, r.err, r.out)
	}
	if e.Error != nil && e.Error.Code != "budget_too_small" {
		return nil, fmt.Errorf("error %+v", *e.Error)
	}
	return e, errors.Join(inLimits(e, r.out, p.encoding, p.budget, p.maxBytes),
		addsUp(r.out, p.encoding), cutsTell(r.out), p.kept(r.out))
}

// kept holds a reply against the contract, its budget and its ceiling.
func (p *trial) kept(out []byte) error {
	counter, err := token.Open(p.encoding)
	if err != nil {
		return err
	}
	o := shape.CheckOptions{Counter: counter, Budget: p.budget, MaxBytes: p.maxBytes}
	if broken := shape.Check(out, o); broken != nil {
		return fmt.Errorf("check finds %q in\n%.900s", broken, out)
	}
	return nil
}

// tooSmall checks that the budget or ceiling named would do, and that one less would not.
func (p *trial) tooSmall(e *envelope) error {
	n, err := least(e)
	if err != nil {
		return err
	}
	bound, flag := &p.budget, "-b"
	if strings.HasSuffix(e.Error.Detail, " bytes") {
		bound, flag = &p.maxBytes, "--max-bytes"
	}
	was := *bound
	if n <= was {
		return fmt.Errorf("%s %d is too small, and %d is named", flag, was, n)
	}
	*bound = n - 1
	e, err = p.look(p.filter())
	if err != nil || !e.bare() {
		return errors.Join(fmt.Errorf("%s %d is too small, but %d, one less than named, isn't", flag, was, n-1), err)
	}
	*bound = n
	e, err = p.look(p.filter())
	switch {
	case err == nil && e.bare() && flag == "-b" && strings.HasSuffix(e.Error.Detail, " bytes"):
		return p.tooSmall(e)
	case err != nil || e.bare():
		return errors.Join(fmt.Errorf("%s %d is too small, and so is %d as it named", flag, was, n), err)
	}
	return p.run()
}

// page checks the envelope's items against the rows of the sample.
func (p *trial) page(e *envelope) error {
	if e.Total != len(p.rows) || e.Returned != len(e.Items) {
		return fmt.Errorf("total %d and returned %d of %d rows, and %d items",
			e.Total, e.Returned, len(p.rows), len(e.Items))
	}
	if e.Returned == 0 && e.Total > 0 {
		return errors.New("not even the first row is shown")
	}
	clipped := 0
	for i, item := range e.Items {
		n, err := p.cutsIn(item, i)
		if err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
		clipped += n
	}
	if clipped != e.Clipped {
		return fmt.Errorf("clipped is %d, and %d values are cut", e.Clipped, clipped)
	}
	if (clipped > 0 || e.Returned < e.Total) && e.Handle == nil {
		return errors.New("something isn't shown, and there is no handle")
	}
	return nil
}

// cutsIn compares an item with row i and counts what is cut in it.
func (p *trial) cutsIn(item json.RawMessage, i int) (int, error) {
	if string(item) == p.rows[i] {
		return 0, nil
	}
	shown, err := parse(item)
	whole, wholeErr := parse([]byte(p.rows[i]))
	if err := errors.Join(err, wholeErr); err != nil {
		return 0, err
	}
	c, err := compare(shown, whole, bare)
	if err == nil && c.n == 0 && p.verbatim {
		err = fmt.Errorf("rewritten: %.200s was %.200s", item, p.rows[i])
	}
	return c.n, err
}

// stored checks what is behind the handle: the rows that the page lacks, all rows uncut, and the
// input's bytes.
func (p *trial) stored(e *envelope) error {
	if e.Handle == nil {
		return nil
	}
	wide := []string{"-b", "90000000", "--max-bytes", "90000000"}
	for _, from := range []int{0, e.Returned} {
		r := p.call(nil, append([]string{"read", *e.Handle, "--offset", strconv.Itoa(from)}, wide...)...)
		rest, err := open(r.out)
		if err != nil || r.code != 0 {
			return fmt.Errorf("read from %d: exit %d: %w\n%.600s", from, r.code, err, r.out)
		}
		if rest.Total != len(p.rows) || from+rest.Returned != len(p.rows) || rest.Clipped > 0 {
			return fmt.Errorf("read from %d gave %d rows of %d, %d clipped, total %d",
				from, rest.Returned, len(p.rows), rest.Clipped, rest.Total)
		}
		for i, item := range rest.Items {
			if n, err := p.cutsIn(item, from+i); n > 0 || err != nil {
				return fmt.Errorf("stored row %d: %d cuts, %w: %.200s", from+i, n, err, item)
			}
		}
	}
	if raw := p.call(nil, "read", *e.Handle, "--to", "raw"); raw.code != 0 || !bytes.Equal(raw.out, p.body) {
		return fmt.Errorf("--to raw gave %d bytes, not the input's %d", len(raw.out), len(p.body))
	}
	return nil
}
