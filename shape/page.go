package shape

import (
	"slices"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/token"
)

// item is one row as it is printed.
type item struct {
	text    []byte // without the comma or newline behind it
	comma   int    // tokens of its line when another follows
	last    int    // tokens of its line when none does
	clipped int    // values cut inside
	spot    spot   // the first of them
}

// spot says where a value was cut: a jq path into the row, and whether it leads to a list.
type spot struct {
	path string
	list bool
}

// wholeRow is where values are that the layout has no column for.
var wholeRow = spot{".", true}

// rawItem is one row as it would be printed if there were room for all of it. whole has the true
// sizes of values that were abridged while scanning, by their offset in json.
type rawItem struct {
	json  []byte
	whole map[int]int64
	lost  int // members that the layout has no column for
}

// page collects the items of one page: as they are while all of the rows asked for may fit, and
// shortened from the moment that it is known that they don't.
type page struct {
	count    *token.Counter
	budget   int
	maxBytes int
	keepAll  bool // no value is cut but in an item that is too big
	flat     bool // items are arrays of columns

	from, limit int64 // number of the first row wanted, and how many; limit < 0: no limit
	seen        int64 // rows asked for that were offered

	raw    []rawItem // rows as they are, while all may fit
	items  []item
	first  rawItem // the first row, for when it has to be cut down further
	cut    bool    // not all fit: items holds shortened rows
	full   bool
	tokens int
	bytes  int
}

// wants tells whether row n of the result is to be offered.
func (p *page) wants(n int64) bool {
	return !p.full && n >= p.from && (p.limit < 0 || n < p.from+p.limit)
}

// offer adds a row. The page keeps it.
func (p *page) offer(r rawItem) {
	p.seen++
	if len(p.items) == 0 {
		p.first = r
	}
	if p.cut {
		p.add(p.shorten(r))
		return
	}
	it := item{text: r.json, clipped: r.lost, spot: wholeRow}
	if r.whole != nil || len(r.json) > max(p.maxBytes, smallBytes) {
		p.raw = append(p.raw, r)
		p.shortenAll()
		return
	}
	p.measure(&it)
	p.raw = append(p.raw, r)
	p.add(it)
	if p.full {
		p.shortenAll()
	}
}

// add appends an item, and closes the page when no more can fit in any case.
func (p *page) add(it item) {
	p.items = append(p.items, it)
	p.tokens += it.comma
	p.bytes += len(it.text) + 2
	tokens, bytes := p.budget, p.maxBytes
	if !p.cut {
		tokens, bytes = max(tokens, smallTokens), max(bytes, smallBytes)
	}
	p.full = p.tokens > tokens || p.bytes > bytes
}

// How large all rows as they are may be for the smallest envelope to be theirs, and not the one of
// the first row cut down: more than its frame has.
const (
	smallTokens = 1000
	smallBytes  = 4096
)

// shortenAll begins again with shortened items.
func (p *page) shortenAll() {
	if p.cut {
		return
	}
	raw := p.raw
	p.cut, p.full, p.raw, p.items, p.tokens, p.bytes = true, false, nil, nil, 0, 0
	for _, r := range raw {
		if p.full {
			return
		}
		p.add(p.shorten(r))
	}
}

// shorten cuts the values of a row as a page does that can't show all rows.
func (p *page) shorten(r rawItem) item {
	limit := max(p.budget/20, 40)
	if p.keepAll {
		limit = 0
	}
	it, _, _ := p.cutTo(r, limit, p.budget/4)
	return it
}

// cutTo cuts the values of a row that are over limit tokens (0: none), and then the largest until
// the item has at most fit tokens. If it can't be made so small, ok is false, the item is the
// smallest there is, and least is its tokens.
func (p *page) cutTo(r rawItem, limit, fit int) (it item, ok bool, least int) {
	c := cutter{count: p.count, flat: p.flat}
	res := c.cut(nil, r.json, r.whole, limit, fit)
	it = item{text: res.out, clipped: res.clipped + r.lost, spot: spot{res.first, res.list}}
	if res.clipped == 0 {
		it.spot = wholeRow
	}
	p.measure(&it)
	return it, res.ok, res.least
}

// measure counts the two forms of the item's line.
func (p *page) measure(it *item) {
	line := append(append(make([]byte, 0, len(it.text)+2), it.text...), ",\n"...)
	it.comma = p.count.Count(line)
	line[len(line)-2] = '\n'
	it.last = p.count.Count(line[:len(line)-1])
}

// upTo returns the size of the first k items.
func (p *page) upTo(k int) (n Limits) {
	for i := range p.items[:k] {
		n.Tokens += p.items[i].comma
		n.Bytes += len(p.items[i].text) + 2
	}
	if k > 0 {
		last := &p.items[k-1]
		n.Tokens += last.last - last.comma
		n.Bytes--
	}
	return n
}

// clippedIn returns how many values are cut in the first k items, and where the first is.
func (p *page) clippedIn(k int) (n int, row int, at spot) {
	row = -1
	for i := range p.items[:k] {
		if p.items[i].clipped > 0 && row < 0 {
			row, at = i, p.items[i].spot
		}
		n += p.items[i].clipped
	}
	return n, row, at
}

// pad adds nulls to items that were made before all n columns were known.
func (p *page) pad(n int) {
	p.first.json = padded(p.first.json, n)
	for i := range p.raw {
		p.raw[i].json = padded(p.raw[i].json, n)
	}
	items := p.items
	p.items, p.tokens, p.bytes = nil, 0, 0
	for _, it := range items {
		it.text = padded(it.text, n)
		p.measure(&it)
		p.add(it)
	}
}

// padded returns a JSON array with nulls at its end up to n elements.
func padded(row []byte, n int) []byte {
	var r input.Row
	if row == nil || input.Scan(row, input.NewPaths(), &r) != nil {
		return row
	}
	have := 0
	for j := int32(1); j < r.Cells[0].Next; j = r.Cells[j].Next {
		have++
	}
	if have >= n {
		return row
	}
	out := slices.Clone(row[:len(row)-1])
	for i := have; i < n; i++ {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, "null"...)
	}
	return append(out, ']')
}
