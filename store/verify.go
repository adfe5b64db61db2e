package store

import (
	"crypto/sha256"
	"errors"
	"hash"
	"io"
)

// Input reads the input from its beginning. Instead of io.EOF the error is ErrCorrupt if what was
// read isn't what was written.
func (a *Artifact) Input() io.Reader {
	return &checked{a: a, r: io.NewSectionReader(a, 0, a.inputBytes), h: sha256.New()}
}

type checked struct {
	a *Artifact
	r io.Reader
	h hash.Hash
}

func (c *checked) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.h.Write(p[:n])
	if err == io.EOF && [32]byte(c.h.Sum(nil)) != c.a.sum {
		err = corrupt("read artifact", errors.New("another SHA-256 than that of the input"))
	}
	return n, err
}

// Verify reads all of the artifact, and returns ErrCorrupt if anything is amiss.
func (a *Artifact) Verify() error {
	if _, err := io.Copy(io.Discard, a.Input()); err != nil {
		return err
	}
	decoded := io.NewSectionReader(decodedAt{a}, 0, a.decodedBytes)
	if _, err := io.Copy(io.Discard, decoded); err != nil {
		return err
	}
	for _, err := range a.Picks(0) {
		if err != nil {
			return err
		}
	}
	size := max(a.inputBytes, a.decodedBytes)
	for s, err := range a.Spans(0) {
		if err == nil && (s.Off < 0 || s.Len < 0 || s.Off+s.Len > size) {
			err = corrupt("read index", errors.New("a row beyond the end"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type decodedAt struct{ a *Artifact }

func (d decodedAt) ReadAt(p []byte, off int64) (int, error) { return d.a.ReadDecodedAt(p, off) }

// Verify reads all artifacts of the scope in full, and returns the handles of those that are
// damaged, the newest first. It doesn't count as use of them; what a newer version wrote can't be
// told from what is in good order.
func (s *Scope) Verify() (damaged []string, err error) {
	p, err := s.place(false)
	if err == errNoStore {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := s.List()
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		if errors.Is(p.verify(e.Handle), ErrCorrupt) {
			damaged = append(damaged, e.Handle)
		}
	}
	return damaged, nil
}

func (p *place) verify(handle string) error {
	a, err := p.open(handle)
	if err != nil {
		return err
	}
	defer a.Close()
	return a.Verify()
}
