package cmd_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/toolfit/toolfit/shape"
)

// An envelope is what the checks look at in stdout; its items are the bytes printed.
type envelope struct {
	Error *struct {
		Code, Detail, Next, Ref string
		Retryable               *bool
	}
	Truncated  *bool
	Total      int
	Returned   int
	Offset     int
	Handle     *string
	NextCursor *string `json:"next_cursor"`
	Clipped    int
	Columns    []string
	Warnings   []string
	Items      []json.RawMessage
	End        struct {
		Next            string
		Truncated       bool
		Total, Returned int
		Error           string
	}
}

// Order in which the keys of an envelope stand, and of its footer.
var (
	keyOrder = []string{
		"error", "truncated", "total", "returned", "offset", "unit", "scanned", "handle",
		"next_cursor", "clipped", "fields_omitted", "rows_at", "upstream", "upstream_more",
		"warnings", "summary_omitted", "summary", "columns", "items", "header", "tail",
		"tail_offset", "end",
	}
	endOrder = []string{"filter", "next", "truncated", "total", "returned"}
)

// open decodes stdout and checks what holds for every envelope, whatever is in it.
func open(out []byte) (*envelope, error) {
	text, ok := bytes.CutSuffix(out, []byte("\n"))
	switch {
	case !ok || bytes.HasSuffix(text, []byte("\n")):
		return nil, fmt.Errorf("end with one newline: %q", tailOf(out))
	case !utf8.Valid(text):
		return nil, errors.New("stdout is not UTF-8")
	case !json.Valid(text):
		return nil, fmt.Errorf("stdout is not one JSON value: %.300q", text)
	}
	e := new(envelope)
	if err := json.Unmarshal(text, e); err != nil {
		return nil, err
	}
	return e, errors.Join(e.keys(text), e.status(), e.lines(text), checked(out))
}

// checked holds an envelope, also one that is the result of a tool call, against what check knows.
func checked(out []byte) error {
	if broken := shape.Check(out, shape.CheckOptions{}); len(broken) > 0 {
		return fmt.Errorf("check finds %q in\n%.2000s", broken, out)
	}
	return nil
}

// keys checks the order of the envelope's keys and of its footer's.
func (e *envelope) keys(text []byte) error {
	have, err := names(text)
	if err != nil {
		return err
	}
	if e.bare() {
		if !slices.Equal(have, []string{"error", "end"}) || e.End.Error != e.Error.Code {
			return fmt.Errorf("a bare error has keys %q and ends in %q", have, e.End.Error)
		}
		return nil
	}
	var outer struct{ End json.RawMessage }
	if err := json.Unmarshal(text, &outer); err != nil {
		return err
	}
	end, err := names(outer.End)
	return errors.Join(err, ordered(have, keyOrder), ordered(end, endOrder))
}

// bare tells an error that came with nothing else.
func (e *envelope) bare() bool { return e.Error != nil && e.Items == nil }

// status checks that the figures at both ends say what is shown.
func (e *envelope) status() error {
	if e.Error != nil {
		r := e.Error
		if r.Code == "" || r.Detail == "" || r.Next == "" || r.Ref == "" || r.Retryable == nil {
			return fmt.Errorf("an error lacks a member: %+v", *r)
		}
	}
	if e.bare() {
		return nil
	}
	if e.Truncated == nil || e.Items == nil {
		return errors.New("truncated and items are always there")
	}
	cut := e.Returned < e.Total || e.Clipped > 0
	if *e.Truncated != cut || e.End.Truncated != cut {
		return fmt.Errorf("truncated is %v at the head and %v at the end, not %v",
			*e.Truncated, e.End.Truncated, cut)
	}
	if e.End.Total != e.Total || e.End.Returned != e.Returned {
		return fmt.Errorf("the footer's figures differ: %+v", e.End)
	}
	return nil
}

// lines checks that the status is on the first line, each item on one of its own, and the footer
// on the last.
func (e *envelope) lines(text []byte) error {
	if e.bare() {
		return nil
	}
	lines := bytes.Split(text, []byte("\n"))
	at := slices.IndexFunc(lines, func(l []byte) bool { return bytes.HasSuffix(l, []byte(`"items":[`)) })
	if len(e.Items) > 0 && (at < 0 || at+len(e.Items) >= len(lines)) {
		return fmt.Errorf("items are not one a line: %.300q", text)
	}
	for i, item := range e.Items {
		if line := bytes.TrimSuffix(lines[at+1+i], []byte(",")); !bytes.Equal(line, item) {
			return fmt.Errorf("item %d is not a line of its own: %.200q", i, line)
		}
	}
	if last := lines[len(lines)-1]; !bytes.Contains(last, []byte(`"end":{`)) {
		return fmt.Errorf("the last line is not the footer: %.300q", last)
	}
	return nil
}

// names returns the keys of an object, in order.
func names(text []byte) ([]string, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var keys []string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		var skip json.RawMessage
		if err := d.Decode(&skip); err != nil {
			return nil, err
		}
		keys = append(keys, key.(string))
	}
	return keys, nil
}

// ordered checks that keys is a selection of all, in its order, none twice.
func ordered(keys, all []string) error {
	last := -1
	for _, k := range keys {
		at := slices.Index(all, k)
		if at <= last {
			return fmt.Errorf("key %q is unknown or out of place in %q", k, keys)
		}
		last = at
	}
	return nil
}

func tailOf(b []byte) []byte { return b[max(0, len(b)-60):] }

// tokens counts with tiktoken-go, which has no code in common with what is tested.
func tokens(encoding string, text []byte) int {
	return len(oracle(encoding).EncodeOrdinary(string(text)))
}

var (
	oracles  = map[string]*tiktoken.Tiktoken{}
	oracleMu sync.Mutex
)

func oracle(encoding string) *tiktoken.Tiktoken {
	oracleMu.Lock()
	defer oracleMu.Unlock()
	if oracles[encoding] == nil {
		tiktoken.SetBpeLoader(loader.NewOfflineLoader())
		t, err := tiktoken.GetEncoding(encoding)
		if err != nil {
			panic(err)
		}
		oracles[encoding] = t
	}
	return oracles[encoding]
}

// inLimits checks an envelope's size: by exact count, and 160 tokens for a bare error.
func inLimits(e *envelope, out []byte, encoding string, budget, maxBytes int) error {
	if e.bare() {
		encoding, budget, maxBytes = "o200k_base", 160, math.MaxInt
	}
	if n := tokens(encoding, out); n > budget {
		return fmt.Errorf("%d tokens, and the budget is %d", n, budget)
	}
	if len(out) > maxBytes {
		return fmt.Errorf("%d bytes, and the ceiling is %d", len(out), maxBytes)
	}
	return nil
}

// addsUp checks that the counts of an envelope's lines add up to the count of the whole, on which
// the page relies.
func addsUp(out []byte, encoding string) error {
	sum := 0
	for line := range bytes.Lines(out) {
		sum += tokens(encoding, line)
	}
	if n := tokens(encoding, out); n != sum {
		return fmt.Errorf("%d tokens, and its lines have %d", n, sum)
	}
	return nil
}

// least is the budget that a budget_too_small names.
func least(e *envelope) (n int, err error) {
	if e.Error == nil || e.Error.Code != "budget_too_small" {
		return 0, errors.New("no budget_too_small")
	}
	for _, word := range strings.FieldsFunc(e.Error.Detail, func(r rune) bool { return r < '0' || r > '9' }) {
		var v int
		if _, err := fmt.Sscan(word, &v); err != nil {
			return 0, err
		}
		n = max(n, v)
	}
	return n, nil
}
