package store

import "errors"

// A View says for which body the artifact gets a view rows(n, json), to be read by SQL alone. The
// body must be in the file, and every row a slice of it.
type View uint8

// The views.
const (
	NoView View = iota
	InputView
	DecodedView
)

// Commit is what a draft becomes.
type Commit struct {
	// Identity is what names the handle beside the input itself: how rows were found, selected,
	// ordered and projected. The same input and identity give the same handle.
	Identity []byte
	Tool     string
	// Meta is stored as it is. Names that the store uses itself are overwritten: schema, about,
	// handle, identity, created, expires, tool, sha256, input_bytes, decoded_bytes, rows, picked,
	// view, input_in, index_in, index_of.
	Meta   map[string]string
	Picked bool // the handle's rows are those picked, even if none was
	View   View
}

var (
	errTaken = errors.New("the handle is taken by another artifact")
	// errAgain is that somebody else became the carrier of the same input meanwhile.
	errAgain = errors.New("the input has come in from elsewhere")
)

// Commit writes the artifact, waits until it is on disk and gives it its handle. If the scope has
// it already, that is what is returned, unchanged but for its time of last use; if it has the same
// input under another handle, the file refers to that. Errors wrap ErrUnavailable, and leave
// nothing behind; the draft can be read until Discard in any case.
func (d *Draft) Commit(c Commit) (*Artifact, error) {
	d.flush()
	if err := d.sp.failed(); err != nil {
		return nil, err
	}
	p, err := d.scope.place(true)
	if err != nil {
		return nil, unavailable("write artifact", err)
	}
	sum := d.sum()
	id := p.identity(sum, c.Identity)
	for _, digits := range handleDigits {
		w := &writer{d: d, c: c, p: p, sum: sum, id: id, handle: id.handle(digits)}
		a, err := w.commit()
		if !errors.Is(err, errTaken) {
			return a, err
		}
	}
	return nil, unavailable("name artifact", errTaken)
}
