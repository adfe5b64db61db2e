package cmd

import (
	"errors"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/store"
)

// errLiveCursor says that a cursor given without a handle is none of this order.
var errLiveCursor = errors.New("without HANDLE a cursor needs the --sort and --key it was made with")

// goOn lets the filter begin where the page of a live cursor ended.
func (c *call) goOn(scope *store.Scope, plan *shape.Plan) error {
	cursor, ok := c.given.flags["cursor"]
	if !ok {
		return nil
	}
	if _, ok := c.given.flags["offset"]; ok {
		return usagef("--cursor and --offset exclude each other")
	}
	order := plan.OrderName()
	if order == "" {
		return errLiveCursor
	}
	position, err := scope.ParseLiveCursor(order, cursor)
	if errors.Is(err, store.ErrCursor) {
		return errLiveCursor
	}
	plan.GoOn(position)
	return err
}

// liveCursors returns what makes the cursors of an order, or nil if it has none.
func liveCursors(scope *store.Scope, order string) func([]byte) string {
	if order == "" {
		return nil
	}
	return func(position []byte) string {
		cursor, err := scope.LiveCursor(order, position)
		if err != nil {
			return "" // the key was there when the handle was made
		}
		return cursor
	}
}

// goOn lets the answer begin where the page of a cursor ended: of the rows that are asked for, and
// no others.
func (r *reading) goOn() error {
	cursor, ok := r.given.flags["cursor"]
	if !ok {
		return nil
	}
	names, err := r.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		pos, err := r.scope.ParseCursor(name, cursor)
		if err == nil {
			r.plan.Offset = pos
			return nil
		}
		if !errors.Is(err, store.ErrCursor) {
			return err
		}
	}
	order, err := r.plan.OrderWithin(r.meta)
	if _, rows := r.given.flags["rows"]; rows {
		order = r.plan.OrderName()
	}
	if err != nil {
		return err
	}
	position, err := r.scope.ParseLiveCursor(order, cursor)
	if err == nil && order != "" {
		r.plan.GoOn(position)
		return nil
	}
	return err
}

// names returns the handles that the rows asked for may have.
func (r *reading) names() ([]string, error) {
	handle := r.artifact.Handle
	if _, rows := r.given.flags["rows"]; rows {
		n, err := r.rowNumber()
		return r.artifact.Names(r.plan.Identity(inRow(handle, n))), err
	}
	if err := r.plan.Inherit(r.meta); err != nil {
		return nil, err
	}
	if r.plan.Renames(r.meta) {
		return r.artifact.Names(r.plan.Identity(handle)), nil
	}
	return []string{handle}, nil
}
