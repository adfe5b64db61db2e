package cmd

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/query"
	"github.com/toolfit/toolfit/shape/token"
	"github.com/toolfit/toolfit/shape/transcript"
	"github.com/toolfit/toolfit/store"
)

// A usageError is a command line that can't be carried out, and what to do instead.
type usageError struct{ detail, next string }

func (e *usageError) Error() string { return e.detail }

func usagef(format string, args ...any) error {
	return &usageError{detail: fmt.Sprintf(format, args...), next: "see toolfit --help"}
}

// unknownFlag tells of a flag that the command doesn't have, with the nearest that it has.
func unknownFlag(word string, on int) error {
	name, _, _ := strings.Cut(word, "=")
	near := query.Near("--"+strings.TrimLeft(name, "-"), flagNames(on))
	return &usageError{
		detail: "unknown flag " + quote(name),
		next:   didYouMean(near, "see toolfit --help"),
	}
}

func didYouMean(near []string, otherwise string) string {
	if len(near) == 0 {
		return otherwise
	}
	return "did you mean " + strings.Join(near, ", ") + "?"
}

// A badInputError is input that can't be what it has to be.
type badInputError struct{ detail string }

func (e *badInputError) Error() string { return e.detail }

// A printedError says that the envelope is on stdout already, and what the exit status is.
type printedError struct{ exit int }

func (e *printedError) Error() string { return "printed" }

// A rule maps errors to a code of the contract, its exit status, and what to do about it.
type rule struct {
	is        func(error) bool
	code      string
	exit      int
	retryable bool
	next      string
}

func sentinel(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

func kind[E error](err error) bool {
	var target E
	return errors.As(err, &target)
}

func damage(incomplete bool) func(error) bool {
	return func(err error) bool {
		var d *input.DamageError
		return errors.As(err, &d) && d.Incomplete == incomplete
	}
}

// isPlaceInString tells of a place in a string that isn't there.
func isPlaceInString(err error) bool {
	var e *shape.NoRowError
	return errors.As(err, &e) && e.Bytes
}

// rules is the table of errors; the first that matches holds.
var rules = []rule{
	{failedBy(func(e *commandError) bool { return e.limit > 0 }), "command_timeout", 124, true, "ask for less, or give it more time: --timeout"},
	{failedBy(func(e *commandError) bool { return e.limited }), "rate_limited", 1, true, "wait, then run it again"},
	{kind[*commandError], "command_failed", 1, false, "mend the command: detail ends with what it said last"},
	{kind[*usageError], "usage", 2, false, "see toolfit --help"},
	{kind[*token.UnknownError], "usage", 2, false, "see toolfit count --help"},
	{kind[*token.FactorError], "usage", 2, false, "a factor is a decimal number over 0, as in bytes:3.5"},
	{kind[*shape.UsageError], "usage", 2, false, "see toolfit --help"},
	{kind[*query.SyntaxError], "bad_query", 2, false, "mend the expression; quote it for the shell"},
	{kind[*contextError], "budget_too_small", 2, false, moreContext},
	{kind[*shape.TooSmallError], "budget_too_small", 2, false, "ask again with that budget or more"},
	{damage(true), "input_incomplete", 3, true, "fetch the result again; the rows shown are whole"},
	{kind[*badInputError], "bad_input", 3, false, "check what is piped in"},
	{kind[*transcript.FormError], "bad_input", 3, false, "pipe in messages: a JSON array, an object around one, or JSON Lines"},
	{damage(false), "bad_input", 3, false, "check the source's output, or leave --from out"},
	{kind[*shape.QueryError], "query_failed", 3, false, "check the expression against a row: toolfit -n 1"},
	{sentinel(shape.ErrUpstream), "upstream_error", 3, true, "read the items: they say what failed"},
	{sentinel(store.ErrUnknown), "unknown_handle", 4, false, "run toolfit ls for the handles of this scope"},
	{sentinel(errCursorExpired), "cursor_expired", 4, false, "start again from the source"},
	{sentinel(store.ErrExpired), "handle_expired", 4, false, "start again from the source"},
	{sentinel(shape.ErrNoField), "cursor_expired", 4, false, "start again from the source, without --cursor"},
	{sentinel(errLiveCursor), "invalid_cursor", 4, false, "repeat --sort and --key as they were, or: toolfit read HANDLE --cursor C"},
	{sentinel(store.ErrCursor), "invalid_cursor", 4, false, "use next_cursor of the last page as printed, or --offset"},
	{kind[*noRefError], "no_such_row", 4, false, "run toolfit errors for the errors of this scope"},
	{isPlaceInString, "no_such_row", 4, false, "ask for an --offset up to the bytes that the string has"},
	{kind[*shape.NoRowError], "no_such_row", 4, false, "ask for a row below the total"},
	{sentinel(store.ErrUnavailable), "store_unavailable", 5, true, "make the store writable, or narrow the call so that all of it fits"},
	{sentinel(store.ErrNewer), "store_corrupt", 5, false, "read it with a newer toolfit, or start again from the source"},
	{kind[*shape.RowError], "store_corrupt", 5, false, "start again from the source"},
	{sentinel(store.ErrCorrupt), "store_corrupt", 5, false, "start again from the source"},
}

var internal = rule{code: "internal", exit: 1, retryable: true, next: "try again; if it stays, report it"}

// ruleOf returns the rule for an error.
func ruleOf(err error) rule {
	for _, r := range rules {
		if r.is(err) {
			return r
		}
	}
	return internal
}

// exitOf returns the exit status that an error gives. A command's own is passed on.
func exitOf(err error) int {
	var e *commandError
	if errors.As(err, &e) && e.status > 0 {
		return e.status
	}
	return ruleOf(err).exit
}

// fail prints the envelope of an error without items and returns the exit status.
func (c *call) fail(err error) int {
	f := c.failure(err)
	out := f.Bare()
	if counter, e := token.Open("o200k_base"); e == nil {
		for n := len(f.Detail); n > 0 && counter.Count(out) > shape.MaxBare; n = n * 3 / 4 {
			f.Detail, f.Next = clip(f.Detail, n), clip(f.Next, 120)
			out = f.Bare()
		}
		c.entry.wentOut(out, counter.Count(out), shape.Shown{})
	}
	c.stdout.Write(c.wrapped(out, "", 0, true))
	return exitOf(err)
}

// failure is what an envelope says of an error. The private cause of an error that is none of
// ours stays out of it.
func (c *call) failure(err error) *shape.Failure {
	r := ruleOf(err)
	detail := r.code
	if r.code != "internal" {
		detail = err.Error()
	}
	next := r.next
	var u *usageError
	if errors.As(err, &u) {
		next = u.next
	}
	var near *token.UnknownError
	if errors.As(err, &near) {
		next = didYouMean(near.Near, next)
	}
	if c.shared && kind[*shape.TooSmallError](err) { // a larger budget would be lowered again
		next = moreContext
	}
	f := &shape.Failure{
		Code: r.code, Retryable: r.retryable, Detail: clip(detail, 200), Next: clip(next, 150),
		Ref: c.ref(r.code, err),
	}
	var command *commandError
	if errors.As(err, &command) {
		f.RetryAfter = command.retry
	}
	c.note(f, err)
	return f
}

// clip returns s cut to n bytes at most, between characters, with "…" for what is gone.
func clip(s string, n int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= n {
		return s
	}
	n = max(n-len("…"), 0)
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// quote returns user text in quotes, clipped.
func quote(s string) string { return fmt.Sprintf("%q", clip(s, 60)) }

// ref returns the reference of an error: the same call fails with the same one.
func (c *call) ref(code string, err error) string {
	parts := [][]byte{[]byte(code), []byte(err.Error())}
	for _, a := range c.args {
		parts = append(parts, []byte(a))
	}
	scope, e := c.scope()
	if e != nil { // the flags that name it are what is wrong
		scope = store.Open(noStore).Scope("", "")
	}
	return scope.Ref(parts...)
}
