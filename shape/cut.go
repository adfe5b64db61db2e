package shape

import (
	"math"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/token"
)

// A cutter shortens the values of items, and says of each value that it cut how large it was:
//
//   - a string keeps a head that ends between two grapheme clusters, then …; as a member it gains
//     NAME_bytes, the UTF-8 bytes of the whole;
//   - an array keeps a prefix and gains NAME_returned and NAME_total. Where it is an element,
//     NAME is that of the member around, and an index: NAME[3]_total. With no member around it,
//     its last element says "… 120 in all";
//   - an object keeps its first members; as a member it gains NAME_members_total, elsewhere
//     _members_total, as its own last member.
//
// The new members stand right behind the one they speak of. They get toolfit_ before their name,
// as often as needed, where the object has a member of that name. All else stays as it is, byte
// for byte, less insignificant white space.
type cutter struct {
	count *token.Counter
	// flat says that items are arrays with one element for each column, none of which may go.
	flat bool

	src      []byte // the item, compact
	outline  outline
	cells    []input.Cell // of src
	facts    facts
	children []child // of the containers that are being written
	up       []step  // the way to the value that is being written, without the root
	owed     owed
	head     headFinder
	trial    []byte
}

// A cutting is what a cutter made of an item.
type cutting struct {
	out     []byte
	clipped int // values cut

	// first is the jq path of the first cut value in document order, and list whether that is an
	// array or an object. If a later member of the same name hides the value, it is the path of
	// the object around. In a flat item it begins with the index of the column.
	first string
	list  bool

	ok    bool // the item fits
	least int  // if not: tokens of its smallest form, which is then in out
}

// cut appends item, one JSON value, to dst with its values shortened. First, if limit > 0, every
// value over limit tokens: the members or elements of the item and what is in them, or the item
// itself if it is a string. Then, if the item is still over fit tokens, its largest values. Only
// strings, arrays and objects can be shortened. whole has the true size (elements, members, UTF-8
// bytes) of values that were abridged before, by their byte offset in item.
//
// Whether an item fits depends on its smallest form alone, so that what fits in n tokens fits in
// n+1, and least is exact.
func (c *cutter) cut(dst, item []byte, whole map[int]int64, limit, fit int) cutting {
	c.src = input.Compact(c.src[:0], item)
	most := fit
	if limit > 0 {
		most = min(limit, fit)
	}
	if len(whole) == 0 && c.fits(c.src, most) {
		return cutting{out: append(dst, c.src...), ok: true}
	}
	c.load(item, whole)
	start := len(dst)
	dst, f := c.smallest(dst)
	need := c.count.Count(dst[start:])
	if need <= fit {
		dst, f = c.largest(dst[:start], most, fit)
	}
	r := cutting{out: dst, clipped: f.cuts, ok: need <= fit, least: need}
	if f.cuts > 0 {
		r.first, r.list = c.path(f.first)
	}
	return r
}

// smallest writes the smallest form of the item.
func (c *cutter) smallest(dst []byte) ([]byte, form) {
	start := len(dst)
	c.forget(mark{})
	var f form
	switch root := &c.cells[0]; {
	case root.Kind == input.String:
		dst, f = c.short(dst, 0, 0)
	case c.flat && root.Kind == input.Array:
		dst, f, _ = c.fill(dst, 0, filling{room: math.MaxInt32, every: true})
	case container(root):
		dst, f = c.empty(dst, 0)
	default:
		return append(dst, c.src...), form{}
	}
	return c.smaller(dst, start, f)
}

// smaller keeps what has been written of the item if it is smaller than the item as it is.
func (c *cutter) smaller(dst []byte, start int, f form) ([]byte, form) {
	if f.cuts > 0 && !c.facts.abridged(&c.cells[0], 0) &&
		c.fits(c.src, c.count.Count(dst[start:])) {
		return append(dst[:start], c.src...), form{}
	}
	return dst, f
}

// largest writes the form of the item that shows most, where no value is over most tokens and
// the whole is not over fit. There is one.
func (c *cutter) largest(dst []byte, most, fit int) ([]byte, form) {
	start := len(dst)
	c.forget(mark{})
	f := form{}
	if c.cells[0].Kind == input.String {
		dst, f = c.short(dst, 0, most)
	} else if container(&c.cells[0]) {
		dst, f = c.root(dst, most, fit)
	}
	if len(dst) == start || !c.fits(dst[start:], fit) {
		return c.smallest(dst[:start])
	}
	return c.smaller(dst, start, f)
}

// fits reports whether b has at most n tokens. It doesn't count further than that, and not at all
// if b has no more bytes than that: a token has at least one.
func (c *cutter) fits(b []byte, n int) bool {
	return n >= 0 && (len(b) <= c.count.MaxUnits(n) || c.count.Fits(b, n))
}

func container(c *input.Cell) bool { return c.Kind == input.Array || c.Kind == input.Object }
