package cmd

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/store"
)

// errCursorExpired says that the artifact of a cursor is gone.
var errCursorExpired = errors.New("the artifact of this cursor has expired or was removed")

// read answers from a stored result.
func (c *call) read(g *given) error {
	req, warnings, err := c.request()
	if err != nil {
		return err
	}
	if err := c.checkRead(g); err != nil {
		return err
	}
	plan, err := shape.Compile(req)
	if err != nil {
		return err
	}
	scope, err := c.scope()
	if err != nil {
		return err
	}
	handle := g.args[0]
	a, meta, err := openArtifact(scope, handle)
	if err != nil {
		if _, ok := g.flags["cursor"]; ok && errors.Is(err, store.ErrExpired) {
			return errCursorExpired
		}
		return err
	}
	defer a.Close()
	c.entry.Tool = cmp.Or(c.entry.Tool, a.Tool())
	r := reading{call: c, scope: scope, artifact: a, meta: meta, plan: plan, warnings: warnings}
	if err := r.goOn(); err != nil {
		return err
	}
	if g.flags["to"] == "raw" {
		return c.raw(a, plan.Counter)
	}
	return r.dispatch()
}

// openArtifact opens a stored result and what shape has to know of it.
func openArtifact(scope *store.Scope, handle string) (*store.Artifact, *shape.Meta, error) {
	a, err := scope.Open(handle)
	if err != nil {
		return nil, nil, err
	}
	var meta shape.Meta
	if err := json.Unmarshal([]byte(a.Meta(metaKey)), &meta); err != nil {
		a.Close()
		return nil, nil, fmt.Errorf("read artifact: %w", store.ErrCorrupt)
	}
	return a, &meta, nil
}

// reading is one answer from a stored result.
type reading struct {
	*call
	scope    *store.Scope
	artifact *store.Artifact
	meta     *shape.Meta
	plan     *shape.Plan
	warnings []string
}

// dispatch answers in the way that is asked for.
func (r *reading) dispatch() error {
	_, row := r.given.flags["row"]
	_, rows := r.given.flags["rows"]
	switch {
	case r.given.flags["to"] == "ndjson":
		return r.stream()
	case rows:
		return r.elements()
	case row:
		return r.row()
	}
	return r.run()
}

// run answers with rows of the handle.
func (r *reading) run() error {
	draft := r.artifact.Derive()
	defer draft.Discard()
	result, err := r.plan.Read(stored{r.artifact}, r.meta, kept{draft})
	if result == nil {
		return err
	}
	result.Warnings = append(r.warnings, result.Warnings...)
	handle := handleOf(r.scope, r.artifact.Handle)
	switch {
	case !r.plan.Renames(r.meta):
	case err != nil: // a part of the selection has no name
		handle = &shape.Handle{}
	default:
		var a *store.Artifact
		if handle, a, err = r.derive(draft, result); a != nil {
			defer a.Close()
		}
		handle, err = r.unneeded(result, handle, err)
	}
	return r.printWith(result, handle, r.words(), r.artifact.Size(), err)
}

// unneeded leaves out what a store that can't be written is to blame for, where all that is asked
// for is shown without it.
func (r *reading) unneeded(result *shape.Result, h *shape.Handle, err error) (*shape.Handle, error) {
	if !errors.Is(err, store.ErrUnavailable) {
		return h, err
	}
	if _, e := result.Envelope(nil, r.words(), nil); e != nil || result.Shown().Truncated {
		return h, err
	}
	return nil, nil
}

// derive gives a result that was read out of another one a handle of its own.
func (r *reading) derive(d *store.Draft, result *shape.Result) (*shape.Handle, *store.Artifact, error) {
	if !result.Picked() && r.artifact.Picked() { // another projection of the same rows
		result.KeepPicks()
		for n, err := range r.artifact.Picks(0) {
			if err != nil {
				return nil, nil, err
			}
			d.Pick(n)
		}
	}
	return r.commit(r.scope, d, result, result.Identity(r.artifact.Handle))
}

// row shows one record: in detail, a long string of it in slices, or a list in it.
func (r *reading) row() error {
	n, err := count("row", r.given.flags["row"])
	if err != nil {
		return err
	}
	from, handle := stored{r.artifact}, handleOf(r.scope, r.artifact.Handle)
	field, ok := r.given.flags["field"]
	if !ok {
		result, err := r.plan.Record(from, r.meta, n)
		if err != nil {
			return err
		}
		result.Warnings = append(r.warnings, result.Warnings...)
		return r.printWith(result, handle, r.words(), r.artifact.Size(), nil)
	}
	s, err := r.plan.Slice(from, r.meta, n, field)
	if err != nil {
		return err
	}
	out, err := s.Envelope(handle, r.words())
	if err != nil {
		return err
	}
	r.entry.Handle = r.artifact.Handle
	r.entry.wentOut(out, r.plan.Counter.Count(out), shape.Shown{Truncated: s.Truncated()})
	_, err = r.stdout.Write(r.wrapped(out, r.artifact.Handle, r.artifact.Size(), false))
	return err
}

// elements shows rows found elsewhere: at another place in the input, or in one of the rows.
func (r *reading) elements() error {
	n, err := r.rowNumber()
	if err != nil {
		return err
	}
	draft := r.artifact.Derive()
	defer draft.Discard()
	draft.ResetSpans()
	result, err := r.plan.Elements(stored{r.artifact}, r.meta, n, kept{draft})
	if result == nil {
		return err
	}
	result.Warnings = append(r.warnings, result.Warnings...)
	id := result.Identity(inRow(r.artifact.Handle, n))
	handle, a, lost := r.commit(r.scope, draft, result, id)
	if a != nil {
		defer a.Close()
	}
	if err == nil {
		handle, err = r.unneeded(result, handle, lost)
	}
	return r.printWith(result, handle, r.words(), r.artifact.Size(), err)
}

// rowNumber returns the row that is asked for, or -1 if none is.
func (r *reading) rowNumber() (int64, error) {
	text, ok := r.given.flags["row"]
	if !ok {
		return -1, nil
	}
	return count("row", text)
}

// inRow names where a list was found: in row n of a handle, or with -1 in its input.
func inRow(handle string, n int64) string { return fmt.Sprintf("%s row %d", handle, n) }
