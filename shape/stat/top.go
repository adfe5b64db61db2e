package stat

import (
	"slices"
	"strconv"
)

// top keeps the rows with the largest values of a column: numbers, ties by arrival.
type top struct {
	limit int
	rows  []topRow
}

type topRow struct {
	num
	big number // if it isn't fast
	raw []byte
	n   int64
}

func (p *top) add(n int64, v *num, big *number, raw []byte) {
	row := topRow{num: *v, raw: raw, n: n}
	if !v.fast {
		row.big = *big
	}
	if p.limit == 0 || len(p.rows) == p.limit && compareTop(&row, &p.rows[p.limit-1]) > 0 {
		return
	}
	row.raw = slices.Clone(raw)
	row.big.digits = slices.Clone(row.big.digits)
	at, _ := slices.BinarySearchFunc(p.rows, row, func(a, b topRow) int { return compareTop(&a, &b) })
	p.rows = slices.Insert(p.rows, at, row)
	p.rows = p.rows[:min(len(p.rows), p.limit)]
}

// compareTop orders rows by value, descending, then by arrival.
func compareTop(a, b *topRow) int {
	c := 0
	if a.fast && b.fast {
		c = compareFast(&b.num, &a.num)
	} else {
		x, y := a.exact(), b.exact()
		c = y.compare(&x)
	}
	if c == 0 {
		return compareInt(a.n, b.n)
	}
	return c
}

func (r *topRow) exact() number {
	if r.fast {
		return parts(r.raw, nil)
	}
	return r.big
}

// write appends the rows as a JSON array: as the page shows them, or as number and value.
func (p *top) write(dst []byte, t *Table, c *column, place func(int64) int64) []byte {
	dst = append(dst, '[')
	key := c.Name
	if key == "row" {
		key = "value"
	}
	for i, r := range p.rows {
		if i > 0 {
			dst = append(dst, ',')
		}
		if t.o.Shown != nil {
			if row := t.o.Shown(r.n); row != nil {
				dst = append(dst, row...)
				continue
			}
		}
		dst = append(dst, `{"row":`...)
		dst = strconv.AppendInt(dst, place(r.n), 10)
		dst = append(append(dst, ','), quote(nil, []byte(key))...)
		dst = append(append(append(dst, ':'), r.raw...), '}')
	}
	return append(dst, ']')
}
