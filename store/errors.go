package store

import "errors"

// What a caller tells apart.
var (
	ErrUnavailable = errors.New("the store can't be used")
	ErrUnknown     = errors.New("no such handle")
	ErrExpired     = errors.New("the handle has expired or was removed")
	ErrCursor      = errors.New("not a cursor of this handle")
	ErrCorrupt     = errors.New("the artifact is damaged")
	ErrNewer       = errors.New("the artifact was written by a newer version")
	ErrOtherCall   = errors.New("the key was used for another call")
	ErrRange       = errors.New("no such row")
)

// errNoStore says that nothing has been written yet; callers answer as an empty store would.
var errNoStore = errors.New("no store yet")

// An Error says what was tried and which of the errors above it comes to. The cause may hold paths
// and words of SQLite: it is for the ledger, and not part of the text.
type Error struct {
	Op    string
	Kind  error
	Cause error
}

func (e *Error) Error() string { return e.Op + ": " + e.Kind.Error() }

// Unwrap gives the kind alone, so that no text of the cause gets out by %w.
func (e *Error) Unwrap() error { return e.Kind }

func unavailable(op string, cause error) error {
	return asError(op, ErrUnavailable, cause)
}

func corrupt(op string, cause error) error {
	return asError(op, ErrCorrupt, cause)
}

// asError keeps an *Error as it is: the place that failed first knows best.
func asError(op string, kind, cause error) error {
	var e *Error
	if errors.As(cause, &e) {
		return cause
	}
	return &Error{Op: op, Kind: kind, Cause: cause}
}
