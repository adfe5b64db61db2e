// Package query understands what is asked of rows: which fields to show, which rows to keep and
// in which order.
//
// Everything is written in jq. gojq parses it; what the syntax tree proves to be simple (paths,
// comparisons, tests on strings) is answered from the bytes of the wanted values, and all else is
// run by gojq on the decoded row. Both ways give the same answer, errors included.
package query

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf8"
)

// Values are the wanted values of one row, by slot, each as the JSON it came in as without white
// space around it. A nil slot is a path that leads nowhere, which jq reads as null; a null that
// is there has the four bytes of it. Of two members with one name the last counts.
type Values [][]byte

// Bad stands in a slot where jq fails instead of giving null: a name below a string, a number, a
// boolean or an array. No JSON begins with its byte.
var Bad = []byte("!")

// ErrRow says that a query fails on a row, without gojq's words for it.
var ErrRow = errors.New("query fails on this row")

// A RowError is what gojq says about a row on which a query fails.
type RowError struct {
	Text string // at most 200 bytes
}

func (e *RowError) Error() string { return "query row: " + e.Text }

// Is makes every RowError an ErrRow.
func (e *RowError) Is(target error) bool { return target == ErrRow }

// A TimeoutError says that a query was stopped because it ran too long.
type TimeoutError struct {
	Limit time.Duration
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("run query: not done after %v", e.Limit)
}

// A LimitError says that a query was stopped because it took too much room.
type LimitError struct {
	What string // "output" or "memory"
	Max  int64  // bytes
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("run query: more than %d bytes of %s", e.Max, e.What)
}

// A SyntaxError is a query that can't be understood, or that isn't allowed.
type SyntaxError struct {
	Text   string // what was typed, at most 80 bytes of it
	Offset int    // byte of what was typed at which it goes wrong; -1 when unknown
	Reason string // at most 200 bytes
}

func (e *SyntaxError) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("parse query %q: %s", e.Text, e.Reason)
	}
	return fmt.Sprintf("parse query %q: %s at byte %d", e.Text, e.Reason, e.Offset)
}

// The bounds of excerpts in errors, and of a query, in bytes.
const (
	maxExcerpt = 80
	maxReason  = 200
	maxQuery   = 64 << 10
)

func syntaxError(text string, offset int, reason string) *SyntaxError {
	return &SyntaxError{clip(text, maxExcerpt), offset, clip(reason, maxReason)}
}

// clip cuts s to at most n bytes, between characters, and shows that it did.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len("…")
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
