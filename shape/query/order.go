package query

import (
	"errors"
	"strings"
)

// A Key is one key of an order.
type Key struct {
	Text string   // as typed, without the sign and :time
	Path *Path    // a simple path, without "each" steps; else nil
	Code *Program // any other expression
	Desc bool
	Time bool // times are compared as instants

	slot int
}

// An Order sorts rows by one or more keys. It isn't safe for concurrent use.
type Order struct {
	Keys  []Key
	slots slots
	enc   encoder
}

// ParseSort reads a list of keys such as "-date,id" or "-date:time,.user.login": each is a path
// or another jq expression, with - before it for descending order (+ for ascending), and :time
// behind it to compare times as instants. It gives a *SyntaxError.
func ParseSort(list string) (*Order, error) {
	items, err := SplitList(list)
	if err != nil {
		return nil, err
	}
	o := &Order{}
	for _, item := range items {
		k, err := parseSortKey(item)
		if err != nil {
			return nil, err
		}
		o.Add(k)
	}
	return o, nil
}

// Add puts a key behind the others.
func (o *Order) Add(k Key) {
	if k.Path != nil {
		k.slot = o.slots.slot(*k.Path)
	}
	o.Keys = append(o.Keys, k)
}

func parseSortKey(item string) (Key, error) {
	expr := strings.TrimLeft(item, "+-")
	if len(item)-len(expr) > 1 {
		return Key{}, syntaxError(item, 1, "two signs")
	}
	expr, isTime := strings.CutSuffix(expr, ":time")
	if _, bare := barePath(expr); bare && strings.Contains(expr, ":") {
		return Key{}, syntaxError(item, -1, "only :time may follow a key; quote a name with a colon")
	}
	k, err := ParseKey(expr)
	k.Desc, k.Time = strings.HasPrefix(item, "-"), isTime
	return k, err
}

// ParseKey reads one ascending key: a path, or another jq expression. It gives a *SyntaxError.
func ParseKey(expr string) (Key, error) {
	expr = strings.TrimSpace(expr)
	p, err := ParsePath(expr)
	if err == nil && !p.Each() {
		return Key{Text: p.Text, Path: &p}, nil
	}
	if expr == "" {
		return Key{}, err
	}
	full := expr
	if err == nil {
		full = p.JQ()
	}
	code, err := compileLoose(full)
	return Key{Text: plain(expr), Code: code}, err
}

// Wants are the paths whose values AppendKey is given, by slot.
func (o *Order) Wants() []Path { return o.slots.paths }

// NeedsRow reports whether AppendKey reads the row as a whole.
func (o *Order) NeedsRow() bool {
	for i := range o.Keys {
		if o.Keys[i].Code != nil {
			return true
		}
	}
	return false
}

// AppendKey appends the binary key of a row to dst. The keys of two rows compare as bytes the way
// jq orders the rows: null, false, true, numbers, strings by code point, arrays by element, objects
// by their names and then by value; but numbers by their exact value, whatever their size. What is
// missing is null, and so is what a path can't reach or an expression fails on. An expression
// with several outputs sorts by the first, then the second, and so on; one with none comes first.
//
// With :time, strings that are times (see Instant) come before all other strings, in the order of
// the instants; what is no string sorts as without it.
//
// No key is the beginning of another. The error, with which the key is good all the same, is an
// ErrRow if a key fails on this row, or it is a *TimeoutError or *LimitError.
func (o *Order) AppendKey(dst []byte, vals Values, raw []byte) ([]byte, error) {
	var failed error
	for i := range o.Keys {
		k := &o.Keys[i]
		start := len(dst)
		if k.Path != nil {
			v := vals[k.slot]
			if kindOf(v) == bad {
				v, failed = nil, ErrRow
			}
			dst = o.enc.value(dst, v, k.Time)
		} else {
			var err error
			dst, err = o.appendOutputs(dst, k, raw)
			if err != nil && (failed == nil || errors.Is(failed, ErrRow)) {
				failed = err
			}
		}
		if k.Desc {
			complement(dst[start:])
		}
	}
	return dst, failed
}

func (o *Order) appendOutputs(dst []byte, k *Key, raw []byte) ([]byte, error) {
	outputs, err := k.Code.Run(raw)
	if err != nil {
		outputs = [][]byte{nullText}
	}
	for _, out := range outputs {
		dst = o.enc.value(dst, out, k.Time)
	}
	return append(dst, tagEnd), err
}

func complement(b []byte) {
	for i := range b {
		b[i] = ^b[i]
	}
}
