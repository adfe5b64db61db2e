package cmd

import (
	"encoding/json"
	"io"
	"iter"

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

// Picks goes through the rows picked so far.
func (k kept) Picks() iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		for i := range k.Draft.Picks() {
			if n, err := k.Picked(i); !yield(n, err) || err != nil {
				return
			}
		}
	}
}

// stored is an artifact as the loop sees it.
type stored struct{ *store.Artifact }

func (s stored) Body(decoded bool) io.ReaderAt {
	if decoded {
		return decodedBody{s.Artifact}
	}
	return s.Artifact
}

func (s stored) Span(n int64) (off, length int64, text bool, err error) {
	span, err := s.Artifact.Span(n)
	return span.Off, span.Len, span.Text, err
}

func (s stored) HasPicks() bool { return s.Artifact.Picked() }

func (s stored) Picked(i int64) (int64, error) { return s.Pick(i) }

func (s stored) Picks() iter.Seq2[int64, error] { return s.Artifact.Picks(0) }

// decodedBody reads the decoded rows of an artifact.
type decodedBody struct{ a *store.Artifact }

func (d decodedBody) ReadAt(p []byte, off int64) (int, error) { return d.a.ReadDecodedAt(p, off) }

// metaKey is the entry of an artifact's metadata that holds what shape has to know.
const metaKey = "shape"

// commit writes a draft down and returns its handle as the envelope has it. Where the store can't
// be written the handle has no name.
func (c *call) commit(scope *store.Scope, d *store.Draft, r *shape.Result, identity []byte) (
	*shape.Handle, *store.Artifact, error) {
	meta, err := json.Marshal(r.Meta())
	if err != nil {
		return nil, nil, err
	}
	a, err := d.Commit(store.Commit{
		Identity: identity, Meta: map[string]string{metaKey: string(meta)}, Picked: r.Picked(),
		View: view(r), Tool: c.entry.Tool,
	})
	if err != nil {
		return &shape.Handle{}, nil, err
	}
	scope.MaybeCollect()
	return handleOf(scope, a.Handle), a, nil
}

// view says which body SQL can read rows from.
func view(r *shape.Result) store.View {
	switch inInput, decoded := r.Slices(); {
	case inInput:
		return store.InputView
	case decoded:
		return store.DecodedView
	}
	return store.NoView
}

// handleOf returns a handle with its cursors.
func handleOf(scope *store.Scope, name string) *shape.Handle {
	return &shape.Handle{Name: name, Cursor: func(pos int64) string {
		cursor, err := scope.Cursor(name, pos)
		if err != nil {
			return "" // the key was there when the handle was made
		}
		return cursor
	}}
}
