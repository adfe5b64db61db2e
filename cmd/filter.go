package cmd

import (
	"io"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/store"
)

// A job is what is asked of an input, checked before anything is read.
type job struct {
	scope    *store.Scope
	plan     *shape.Plan
	warnings []string
}

// prepare checks what a command line asks of an input.
func (c *call) prepare(on int) (*job, error) {
	req, warnings, err := c.request()
	if err != nil {
		return nil, err
	}
	scope, err := c.scope()
	if err != nil {
		return nil, err
	}
	if err := oneOf("to", c.given.flags, forms(on)...); err != nil {
		return nil, err
	}
	plan, err := shape.Compile(req)
	if err != nil {
		return nil, err
	}
	if err := c.goOn(scope, plan); err != nil {
		return nil, err
	}
	return &job{scope, plan, warnings}, nil
}

// filter is the main job: an input becomes an envelope.
func (c *call) filter(g *given) error {
	job, err := c.prepare(onFilter)
	if err != nil {
		return err
	}
	in, err := c.open(g.args)
	if err != nil {
		return err
	}
	defer in.Close()
	return c.shape(job, in, func() error { return nil })
}

// shape reads an input and prints an envelope. after tells, once the input has been read, whether
// its source failed: that counts for more than what was wrong with the input.
func (c *call) shape(job *job, in io.Reader, after func() error) error {
	draft := job.scope.Draft()
	defer draft.Discard()
	shown := c.progress(in)
	result, err := job.plan.Filter(shown.reader(in), counted{kept{draft}, shown})
	shown.done()
	if e := after(); e != nil {
		err = e
		if result != nil && result.Total == 0 {
			result = nil
		}
	}
	if result == nil {
		c.entry.Input = draft.Size()
		return err
	}
	result.Warnings = append(job.warnings, result.Warnings...)
	return c.finish(job.scope, draft, result, err)
}

// finish stores a fresh result where it has to be, and prints it. err is what was wrong with the
// input, if anything.
func (c *call) finish(scope *store.Scope, d *store.Draft, r *shape.Result, err error) error {
	c.entry.cameIn(scope, d.Size(), r.Names())
	var handle *shape.Handle
	if !r.Complete() {
		var lost error
		var a *store.Artifact
		handle, a, lost = c.commit(scope, d, r, r.Identity(""))
		if a != nil {
			defer a.Close()
		}
		if err == nil {
			err = lost
		}
		if handle != nil {
			handle.Live = liveCursors(scope, r.OrderName())
		}
	}
	return c.printWith(r, handle, c.words(), d.Size(), err)
}

// printWith prints a result, and with it what was wrong.
func (c *call) printWith(r *shape.Result, h *shape.Handle, words shape.Commands, size int64, err error) error {
	var fail *shape.Failure
	if err != nil {
		fail = c.failure(err)
	}
	out, e := r.Envelope(h, words, fail)
	if e != nil && kind[*commandError](err) { // its status must not be lost for that
		return err
	}
	if e != nil {
		return e
	}
	name := ""
	if h != nil && !h.Unnamed {
		name = h.Name
	}
	c.entry.Handle, c.entry.Total = name, r.Total
	c.entry.wentOut(out, r.Count(out), r.Shown())
	if _, e := c.stdout.Write(c.wrapped(out, name, size, err != nil)); e != nil {
		return e
	}
	if err != nil {
		return &printedError{exitOf(err)}
	}
	return nil
}
