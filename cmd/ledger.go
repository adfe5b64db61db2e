package cmd

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/store"
)

// An entry is what the ledger keeps of a call: figures and, of an error, what the envelope said of it
// and its private cause; nothing of what came in or went out.
type entry struct {
	Time      string  `json:"time"`
	Command   string  `json:"command"`
	Tool      string  `json:"tool,omitempty"`
	Handle    string  `json:"handle,omitempty"`
	Input     int64   `json:"input_bytes,omitempty"` // that came in with this call
	Envelope  int     `json:"envelope_bytes,omitempty"`
	Tokens    int     `json:"tokens,omitempty"`     // of the envelope
	RowTokens float64 `json:"row_tokens,omitempty"` // for each row shown, to a tenth
	Total     int64   `json:"total,omitempty"`
	Returned  int     `json:"returned"`
	Truncated bool    `json:"truncated"`
	Columns   string  `json:"columns,omitempty"` // hash of the names in the rows that came in
	Code      string  `json:"code,omitempty"`
	Ref       string  `json:"ref,omitempty"`
	Detail    string  `json:"detail,omitempty"`
	Cause     string  `json:"cause,omitempty"`
}

// maxCause is how much of an error's detail and cause is kept, in bytes each.
const maxCause = 500

// columnsHash is how many bytes of the hash of the columns are kept.
const columnsHash = 6

// cameIn notes a fresh input: its size, and the top-level names in its rows. Their order doesn't
// matter. The hash is keyed: nobody can try names on it.
func (e *entry) cameIn(scope *store.Scope, size int64, names []string) {
	e.Input = size
	if len(names) == 0 {
		return
	}
	var parts [][]byte
	for _, name := range slices.Sorted(slices.Values(names)) {
		parts = append(parts, []byte(name))
	}
	if sum, err := scope.Hash(parts...); err == nil { // else the ledger can't be written either
		e.Columns = hex.EncodeToString(sum[:columnsHash])
	}
}

// wentOut notes what is printed.
func (e *entry) wentOut(envelope []byte, tokens int, s shape.Shown) {
	e.Envelope, e.Tokens, e.Returned, e.Truncated = len(envelope), tokens, s.Rows, s.Truncated
	if e.RowTokens = 0; s.Rows > 0 {
		e.RowTokens = math.Round(10*float64(s.Tokens)/float64(s.Rows)) / 10
	}
}

// log appends the call to the ledger of its scope. Calls that print no rows of a result, or look
// into the ledger, are there only if they failed. That the line can't be written is no error:
// nothing depends on the ledger.
func (c *call) log() {
	if c.entry.Command == "" || !c.counted && c.entry.Code == "" {
		return
	}
	scope, err := c.scope()
	if err != nil {
		return
	}
	c.entry.Time = c.now().UTC().Format(time.RFC3339)
	line, err := json.Marshal(c.entry)
	if err == nil {
		_ = scope.Log(line)
	}
}

// note keeps an error for the ledger.
func (c *call) note(f *shape.Failure, err error) {
	c.entry.Code, c.entry.Ref = f.Code, f.Ref
	c.entry.Detail, c.entry.Cause = clip(f.Detail, maxCause), clip(err.Error(), maxCause)
	var private *store.Error
	if errors.As(err, &private) && private.Cause != nil {
		c.entry.Cause = clip(private.Cause.Error(), maxCause)
	}
	// An error whose text may hold values of a row says itself what can be kept of it.
	var payload interface{ Metadata() string }
	if errors.As(err, &payload) {
		c.entry.Detail, c.entry.Cause = payload.Metadata(), payload.Metadata()
	}
}

// entries gives the calls that the ledger has, the oldest first, as they are read. Lines that aren't
// ours are passed over.
func entries(scope *store.Scope) iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		for line := range scope.Lines() {
			e := new(entry)
			if json.Unmarshal(line, e) != nil || e.Command == "" || e.Time == "" {
				continue
			}
			if !yield(e) {
				return
			}
		}
	}
}
