package cmd

import (
	"encoding/json"
	"io"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/store"
)

// kept is a draft as the loop sees it.
type kept struct{ *store.Draft }

func (k kept) Input() input.Body { return k.Draft }

func (k kept) Decoded() input.Body { return k.Draft.Decoded() }

func (k kept) Body(decoded bool) io.ReaderAt {
	if decoded {
		return k.Draft.Decoded()
	}
	return k.Draft
}

func (k kept) Span(n int64) (off, length int64, text bool, err error) {
	s, err := k.Draft.Span(n)
	return s.Off, s.Len, s.Text, err
}

// stored is an artifact as the loop sees it.
type stored struct{ *store.Artifact }

func (s stored) Body(decoded bool) io.ReaderAt {
	if decoded {
		return s.Artifact.Decoded()
	}
	return s.Artifact
}

func (s stored) Span(n int64) (off, length int64, text bool, err error) {
	span, err := s.Artifact.Span(n)
	return span.Off, span.Len, span.Text, err
}

// metaKey is the entry of an artifact's metadata that holds what shape has to know.
const metaKey = "shape"

// commit writes a draft down and returns its handle as the envelope has it. Where the store can't
// be written the handle has no name.
func (c *call) commit(scope *store.Scope, d *store.Draft, r *shape.Result) (*shape.Handle, *store.Artifact, error) {
	meta, err := json.Marshal(r.Meta())
	if err != nil {
		return nil, nil, err
	}
	a, err := d.Commit(store.Commit{
		Identity: r.Identity(), Meta: map[string]string{metaKey: string(meta)},
	})
	if err != nil {
		return &shape.Handle{}, nil, err
	}
	return handleOf(scope, a), a, nil
}

// handleOf returns the handle of an artifact with its cursors.
func handleOf(scope *store.Scope, a *store.Artifact) *shape.Handle {
	name := a.Handle()
	return &shape.Handle{Name: name, Cursor: func(pos int64) string {
		cursor, err := scope.Cursor(name, pos)
		if err != nil {
			return "" // the key was there when the handle was made
		}
		return cursor
	}}
}
