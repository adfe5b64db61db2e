package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/toolfit/toolfit/shape/input"
)

// A FormError says that the input is no transcript.
type FormError struct{ Detail string }

func (e *FormError) Error() string { return e.Detail }

var (
	errEmpty   = &FormError{"there is no transcript: no JSON on stdin"}
	errSeveral = &FormError{"there is more behind the list of messages"}
)

// A walk goes through the messages of a transcript, in order: the elements of an array, or of the
// array messages or input of an object, or values back to back.
type walk struct {
	nodeReader
	visit func(n *node, i int64) error // i is the message's number, from 0
	count int64
	lists int
}

// byteOrderMark is what UTF-8 may begin with.
var byteOrderMark = []byte("\uFEFF")

// newWalk begins a walk through the first size bytes of in.
func newWalk(in io.ReaderAt, size int64, visit func(*node, int64) error) *walk {
	base := int64(0)
	head := make([]byte, len(byteOrderMark))
	if n, _ := in.ReadAt(head, 0); bytes.Equal(head[:n], byteOrderMark) {
		base = int64(n)
	}
	lex := input.NewLexer(io.NewSectionReader(in, base, size-base), input.Head)
	return &walk{nodeReader: nodeReader{lex: lex, base: base}, visit: visit}
}

// run walks to the end. A *FormError says that the input is no transcript.
func (w *walk) run() error {
	for roots := 0; ; roots++ {
		t, err := w.lex.Next()
		switch {
		case err == io.EOF && roots == 0:
			return errEmpty
		case err == io.EOF:
			return nil
		case err != nil:
			return formError(err)
		case w.lists > 0 || roots > 0 && t == input.BeginArray:
			return errSeveral
		}
		if err := w.root(t); err != nil {
			return formError(err)
		}
	}
}

// root takes a value at the root: a list, an object around one, or a message.
func (w *walk) root(t input.Token) error {
	if t == input.BeginArray {
		return w.messages()
	}
	before := w.count
	w.list = w.messages
	defer func() { w.list = nil }()
	n, err := w.message(t)
	if err != nil || w.lists == 0 {
		return w.take(n, err)
	}
	if before > 0 {
		return errSeveral
	}
	return nil
}

// messages takes the elements of a list that has been opened.
func (w *walk) messages() error {
	w.lists++
	w.list = nil
	for {
		t, err := w.lex.Next()
		if err != nil || t == input.EndArray {
			return err
		}
		if err := w.take(w.message(t)); err != nil {
			return err
		}
	}
}

// message reads a message that begins with token t.
func (w *walk) message(t input.Token) (*node, error) {
	if t != input.BeginObject {
		return nil, &FormError{fmt.Sprintf("message %d is no object", w.count)}
	}
	n := new(node)
	return n, w.object(n, 0)
}

// take hands a message on.
func (w *walk) take(n *node, err error) error {
	switch {
	case err != nil:
		return err
	case n.role == "" && n.kind == "":
		return &FormError{fmt.Sprintf("message %d has neither a role nor a type", w.count)}
	}
	w.count++
	return w.visit(n, w.count-1)
}

// formError says that what isn't JSON is no transcript.
func formError(err error) error {
	var syntax *input.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, input.ErrIncomplete) {
		return &FormError{fmt.Sprintf("the transcript is no JSON: %v", err)}
	}
	return err
}
