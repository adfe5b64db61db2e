package input

import (
	"errors"
	"fmt"
	"io"
)

// ErrIncomplete says that the input ends inside a value. It comes as an *IncompleteError.
var ErrIncomplete = errors.New("input ends inside a JSON value")

// An IncompleteError is ErrIncomplete with the number of bytes that were there.
type IncompleteError struct{ Off int64 }

func (e *IncompleteError) Error() string {
	return fmt.Sprintf("%v, after %d bytes", ErrIncomplete, e.Off)
}

// Unwrap returns ErrIncomplete.
func (e *IncompleteError) Unwrap() error { return ErrIncomplete }

// A SyntaxError says where the input stops being JSON.
type SyntaxError struct {
	Off int64 // of the first byte that can't be there
	Msg string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("parse JSON: %s at byte %d", e.Msg, e.Off)
}

// stop says why there is no token, once more() has nothing to give.
func (l *Lexer) stop() Token {
	switch {
	case l.err != nil:
	case l.ioErr != io.EOF:
		l.err = l.ioErr
	case l.depth == 0 && (l.state == atRoot || l.state == atGap):
		l.err = io.EOF
	default:
		l.err = &IncompleteError{l.off + int64(len(l.buf))}
	}
	return None
}

// incomplete ends a token that the input breaks off in.
func (l *Lexer) incomplete() bool {
	if l.err == nil {
		l.err = l.ioErr
		if l.ioErr == io.EOF {
			l.err = &IncompleteError{l.off + int64(len(l.buf))}
		}
	}
	return false
}

func (l *Lexer) fail(i int, msg string) bool {
	if l.err == nil {
		l.err = &SyntaxError{l.off + int64(i), msg}
	}
	return false
}

func (l *Lexer) unexpected(i int) Token {
	what := [states]string{
		atRoot: "a value", atGap: "white space", atValue: "a value", atFirst: "a value or ]",
		atFirstKey: "a name or }", atKey: "a name", atColon: "a colon",
		afterElement: "a comma or ]", afterMember: "a comma or }",
	}[l.state]
	l.fail(i, fmt.Sprintf("%q instead of %s", l.buf[i], what))
	return None
}
