package shape

import (
	"cmp"
	"errors"
	"strings"

	"github.com/toolfit/toolfit/shape/query"
)

// An ordering is the order of rows by --sort, and by --key where that leaves rows equal.
type ordering struct {
	sort, key           *query.Order // key is nil without --key
	sortSlots, keySlots []int
	vals                query.Values
	failed              bool // an expression failed on the row of the last key
}

// orderBy makes an ordering of the two flags. The error is a *query.SyntaxError.
func (p *Plan) orderBy(sort, key string) (o *ordering, err error) {
	o = &ordering{}
	if o.sort, err = query.ParseSort(sort); err != nil {
		return nil, err
	}
	o.sortSlots = p.locate(o.sort.Wants())
	if key != "" {
		k, err := query.ParseKey(key)
		if err != nil {
			return nil, err
		}
		o.key = &query.Order{}
		o.key.Add(k)
		o.keySlots = p.locate(o.key.Wants())
	}
	o.vals = make(query.Values, max(len(o.sortSlots), len(o.keySlots)))
	return o, nil
}

// appendKey appends what orders a row, of which the part of --key begins at at. Keys compare as
// bytes the way the rows are ordered; a row on which an expression fails has null there.
func (o *ordering) appendKey(dst []byte, values query.Values, raw []byte) (key []byte, at int, err error) {
	dst, err = o.sort.AppendKey(dst, pick(o.vals, values, o.sortSlots), raw)
	at = len(dst)
	if o.key != nil && (err == nil || errors.Is(err, query.ErrRow)) {
		var e error
		dst, e = o.key.AppendKey(dst, pick(o.vals, values, o.keySlots), raw)
		err = cmp.Or(e, err)
	}
	o.failed = err != nil
	if err != nil && !errors.Is(err, query.ErrRow) {
		return dst, at, &QueryError{Rows: 1, Cause: err}
	}
	return dst, at, nil
}

// name tells the order from others: two ways to type the same keys have the same name.
func (o *ordering) name() string {
	var b strings.Builder
	for _, keys := range []*query.Order{o.sort, o.key} {
		b.WriteByte('\n')
		if keys == nil {
			continue
		}
		for _, k := range keys.Keys {
			b.WriteByte(0)
			if k.Desc {
				b.WriteByte('-')
			}
			if k.Time {
				b.WriteString("time:")
			}
			if k.Path != nil {
				b.WriteString(k.Path.JQ())
			} else {
				b.WriteString("(" + k.Code.Text + ")")
			}
		}
	}
	return b.String()
}

// slots returns the slots of all paths that the order is made of.
func (o *ordering) slots() []int {
	return append(o.sortSlots[:len(o.sortSlots):len(o.sortSlots)], o.keySlots...)
}
