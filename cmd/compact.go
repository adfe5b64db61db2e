package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/token"
	"github.com/toolfit/toolfit/shape/transcript"
	"github.com/toolfit/toolfit/store"
)

// defaultKeep is how many assistant turns keep their results.
const defaultKeep = 3

// compact prints the transcript on stdin with stubs in place of old results. Transcript and log are
// made in full before the first byte of either is written: what is on stdout is a whole transcript
// or, where a result can't be stored, an error and nothing else.
func (c *call) compact(g *given) error {
	scope, err := c.scope()
	if err != nil {
		return err
	}
	options, err := c.compaction(scope)
	if err != nil {
		return err
	}
	log, err := openChanges(g.flags)
	if err != nil {
		return err
	}
	defer log.Close()
	in, out, lines := scope.Draft(), scope.Draft(), scope.Draft()
	for _, d := range []*store.Draft{in, out, lines} {
		defer d.Discard()
	}
	if _, err := io.Copy(in, struct{ io.Reader }{c.stdin}); err != nil {
		return fmt.Errorf("read input: %w", err)
	}
	options.Log = func(ch transcript.Change) error { return json.NewEncoder(lines).Encode(ch) }
	if err := transcript.Compact(in, in.Size(), out, options); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, whole(out)); err != nil { // reading is what fails without room
		return err
	}
	if err := log.append(whole(lines)); err != nil {
		return err
	}
	_, err = io.Copy(c.stdout, whole(out))
	return err
}

// whole reads what was written to a draft.
func whole(d *store.Draft) io.Reader { return io.NewSectionReader(d, 0, d.Size()) }

// compaction says how results are shaped, stored and found again.
func (c *call) compaction(scope *store.Scope) (transcript.Options, error) {
	keep := int64(defaultKeep)
	if text, ok := c.given.flags["keep"]; ok {
		var err error
		if keep, err = count("keep", text); err != nil {
			return transcript.Options{}, err
		}
	}
	counter, err := token.Open("o200k_base")
	return transcript.Options{
		Keep: keep, Counter: counter,
		Store: func(text io.Reader) (transcript.Kept, error) {
			return c.keepText(scope, counter, text)
		},
		Rows: func(handle string) (int64, bool) {
			a, err := scope.Open(handle)
			if err != nil {
				return 0, false
			}
			defer a.Close()
			return a.Len(), true
		},
		Read: func(handle string, offset int64) string {
			words := c.repeat([]string{"toolfit", "read", handle}, shape.Limits{})
			if offset > 0 {
				words = append(words, "--offset", strconv.FormatInt(offset, 10))
			}
			return strings.Join(words, " ")
		},
	}, err
}

// keepText shapes and stores a result as the filter does with --keep, so that it gets the same
// handle. JSON that is damaged before its first row is kept as lines of text.
func (c *call) keepText(scope *store.Scope, counter *token.Counter, text io.Reader) (transcript.Kept, error) {
	draft := scope.Draft()
	defer draft.Discard()
	r, err := keepAll(draft, counter, "", text)
	if r == nil && kind[*input.DamageError](err) {
		again := scope.Draft()
		defer again.Discard()
		r, err = keepAll(again, counter, "text", whole(draft))
		draft = again
	}
	switch {
	case r != nil:
	case kind[*input.DamageError](err):
		return transcript.Kept{}, transcript.ErrUnfit
	default:
		return transcript.Kept{}, err
	}
	failed := errors.Is(err, shape.ErrUpstream)
	handle, a, err := c.commit(scope, draft, r, r.Identity(""))
	if err != nil {
		return transcript.Kept{}, err
	}
	defer a.Close()
	return transcript.Kept{Handle: handle.Name, Total: r.Total, Failed: failed, Headline: r.Headline}, nil
}

// keepAll reads a text of a format into a draft, to its end even if nothing comes of it.
func keepAll(d *store.Draft, counter *token.Counter, from string, text io.Reader) (*shape.Result, error) {
	plan, err := shape.Compile(shape.Request{
		From: from, Budget: defaultBudget, MaxBytes: defaultMaxBytes, Counter: counter, Limit: -1, Keep: true,
	})
	if err != nil {
		return nil, err
	}
	r, err := plan.Filter(text, kept{d})
	if _, e := io.Copy(d, text); e != nil {
		return nil, e
	}
	return r, err
}

// changes is the file of --log, or nothing.
type changes struct{ f *os.File }

// openChanges opens the file of --log, if one is given, so that one that can't be written is
// refused before the transcript is read.
func openChanges(flags map[string]string) (changes, error) {
	path, ok := flags["log"]
	if !ok {
		return changes{}, nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return changes{}, &usageError{"--log: the file can't be written", "name a file that can be"}
	}
	return changes{f}, nil
}

// append adds lines to the file, all of them or none.
func (l changes) append(lines io.Reader) error {
	if l.f == nil {
		return nil
	}
	info, err := l.f.Stat()
	if err == nil {
		_, err = io.Copy(l.f, lines)
	}
	if err == nil {
		return nil
	}
	if info != nil && info.Mode().IsRegular() {
		l.f.Truncate(info.Size()) // what fails here is told below
	}
	return &usageError{"--log: the file can't be written", "make room for it, or name another"}
}

// Close closes the file.
func (l changes) Close() {
	if l.f != nil {
		l.f.Close()
	}
}
