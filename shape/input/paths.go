package input

import (
	"encoding/binary"
	"strings"
)

// maxPaths bounds the paths that scanning discovers by itself; wanted ones always fit. Of these,
// the last topPaths are kept for members of the rows themselves, whose names Top reports.
const (
	maxPaths = 1024
	topPaths = 256
)

// maxTopHashes bounds the memory for names of members that have no id any more: 64 Ki hashes.
const maxTopHashes = 1 << 16

// A Step leads from a value to values inside it: the member of that name, or each element of an
// array and each member of an object.
type Step struct {
	Name string
	Each bool
}

// Paths names the places of values inside rows. An id is a small integer, in order of first
// appearance; 0 is the row itself. One Paths serves the scanner and everybody who looks at what
// it found; it must not be used by two goroutines at once.
type Paths struct {
	nodes []*node
	index map[edge]*node
	found int // nodes made by scanning rather than by ID
	top   []*node
	over  map[uint64]struct{} // hashes of names of top-level members without an id
	stamp int64               // the last object that was opened
	mem   *memory             // of Scan
}

type edge struct {
	parent int32
	name   string
}

// A node is one path. Its pattern is the name as JSON, quotes included: the first 16 bytes as two
// words with masks, so that the usual key is recognised by two comparisons.
type node struct {
	word, mask [2]uint64
	size       int    // length of the pattern
	need       int    // bytes that must be there to compare: at least 16
	rest       string // the pattern from its 17th byte on
	flags      uint8  // Escaped and NonASCII of the pattern
	want       uint8

	id     int32
	cell   int32 // where the member with this path is, in the object with this stamp
	stamp  int64
	first  *node // the member that an object at this path began with last time
	next   *node // the member that followed this one last time
	each   *node
	parent *node
	name   string
	isEach bool
}

// How much a path is wanted.
const (
	onTheWay uint8 = 1 + iota // it leads to one that is
	wanted
)

// NewPaths returns a Paths that holds the row itself and nothing else.
func NewPaths() *Paths {
	p := &Paths{index: make(map[edge]*node)}
	p.nodes = append(p.nodes, &node{})
	return p
}

// ID returns the id of a path that starts at the row, and marks it as wanted: it has an id even
// when the table is full, and an abridged row keeps what is there.
func (p *Paths) ID(steps ...Step) int32 {
	n := p.nodes[0]
	for _, s := range steps {
		c := n.each
		if !s.Each {
			c = p.index[edge{n.id, s.Name}]
		}
		if c == nil {
			c = p.add(n, s)
		}
		c.want = max(c.want, onTheWay)
		n = c
	}
	if len(steps) > 0 {
		n.want = wanted
	}
	return n.id
}

// Len returns the number of ids: all are below it.
func (p *Paths) Len() int { return len(p.nodes) }

// Parent returns the id of the path that is one step shorter, or -1 for the row itself.
func (p *Paths) Parent(id int32) int32 {
	if id <= 0 {
		return -1
	}
	return p.nodes[id].parent.id
}

// IsEach reports whether the last step of a path is "each element".
func (p *Paths) IsEach(id int32) bool { return id > 0 && p.nodes[id].isEach }

// Key returns the last name of a path; empty for the row itself and for "each element".
func (p *Paths) Key(id int32) string {
	if id <= 0 {
		return ""
	}
	return p.nodes[id].name
}

// Name returns a path as it is written in an envelope: user.login, labels[].name; "." for the row
// itself. Names are not quoted.
func (p *Paths) Name(id int32) string {
	var b strings.Builder
	for _, n := range p.chain(id) {
		switch {
		case n.isEach:
			b.WriteString("[]")
		case b.Len() > 0:
			b.WriteByte('.')
			fallthrough
		default:
			b.WriteString(n.name)
		}
	}
	if b.Len() == 0 {
		return "."
	}
	return b.String()
}

// Quoted returns a path as a jq expression that runs: .user.login, .labels[].name, ."a b"[].
func (p *Paths) Quoted(id int32) string {
	var b []byte
	for _, n := range p.chain(id) {
		switch {
		case n.isEach && len(b) == 0:
			b = append(b, ".[]"...)
		case n.isEach:
			b = append(b, "[]"...)
		case isIdent(n.name):
			b = append(append(b, '.'), n.name...)
		default:
			b = AppendString(append(b, '.'), []byte(n.name))
		}
	}
	if len(b) == 0 {
		return "."
	}
	return string(b)
}

// Top returns the names of the members of the rows that are objects, in order of first
// appearance, and how many more names there were (at least 84 are kept; beyond 65,536 more the
// number is a lower bound).
func (p *Paths) Top() (names []string, more int) {
	for _, n := range p.top {
		names = append(names, n.name)
	}
	return names, len(p.over)
}

// chain returns the nodes of a path from its first step on.
func (p *Paths) chain(id int32) []*node {
	if id <= 0 {
		return nil
	}
	var c []*node
	for n := p.nodes[id]; n.parent != nil; n = n.parent {
		c = append(c, n)
	}
	for i, j := 0, len(c)-1; i < j; i, j = i+1, j-1 {
		c[i], c[j] = c[j], c[i]
	}
	return c
}

func isIdent(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func (p *Paths) add(parent *node, s Step) *node {
	n := &node{id: int32(len(p.nodes)), parent: parent, name: s.Name, isEach: s.Each}
	p.nodes = append(p.nodes, n)
	if s.Each {
		parent.each = n
		return n
	}
	p.index[edge{parent.id, s.Name}] = n
	n.setPattern(AppendString(nil, []byte(s.Name)))
	return n
}

func (n *node) setPattern(b []byte) {
	n.size, n.need = len(b), max(16, len(b))
	if len(b) > 16 {
		n.rest = string(b[16:])
	}
	var word, mask [16]byte
	for i := range min(16, copy(word[:], b)) {
		mask[i] = 0xff
	}
	for i := range n.word {
		n.word[i] = binary.LittleEndian.Uint64(word[8*i:])
		n.mask[i] = binary.LittleEndian.Uint64(mask[8*i:])
	}
	n.flags = textFlags(b)
}

// at reports whether the key at b[i:] is n's, byte for byte. It may say no near the end of b.
func (n *node) at(b []byte, i int) bool {
	if len(b)-i < n.need {
		return false
	}
	x := binary.LittleEndian.Uint64(b[i:])
	y := binary.LittleEndian.Uint64(b[i+8:])
	return x&n.mask[0] == n.word[0] && y&n.mask[1] == n.word[1] &&
		(n.size <= 16 || string(b[i+16:i+n.size]) == n.rest)
}

// member finds the member of parent that a key names, or makes it; nil when the table is full.
// Key is the JSON string with its quotes.
func (p *Paths) member(parent *node, key []byte, flags uint8) *node {
	name := key[1 : len(key)-1]
	if flags != 0 {
		name = Unquote(nil, key)
	}
	if n := p.index[edge{parent.id, string(name)}]; n != nil {
		return n
	}
	limit := maxPaths - topPaths
	if parent.id == 0 {
		limit = maxPaths
	}
	if p.found >= limit {
		p.unnamed(parent, name)
		return nil
	}
	p.found++
	return p.add(parent, Step{Name: string(name)})
}

// is reports whether a key, in its quotes, is n's pattern.
func (n *node) is(key []byte) bool {
	return len(key) == n.size && string(key[1:len(key)-1]) == n.name
}

// unnamed counts a top-level member that gets no id.
func (p *Paths) unnamed(parent *node, name []byte) {
	if parent.id != 0 || len(p.over) >= maxTopHashes {
		return
	}
	if p.over == nil {
		p.over = make(map[uint64]struct{})
	}
	p.over[hash(name, 0)] = struct{}{}
}

// element returns the path of the elements of an array at n; nil when the table is full.
func (p *Paths) element(n *node) *node {
	if n.each != nil {
		return n.each
	}
	if n.id != 0 && p.found >= maxPaths-topPaths {
		return nil
	}
	p.found++
	return p.add(n, Step{Each: true})
}

// hash is FNV-1a, folded with a seed, eight bytes at a time.
func hash(b []byte, seed uint64) uint64 {
	const prime = 0x100000001b3
	h := 0xcbf29ce484222325 ^ seed*prime
	for ; len(b) >= 8; b = b[8:] {
		h = (h ^ binary.LittleEndian.Uint64(b)) * prime
		h ^= h >> 29
	}
	for _, c := range b {
		h = (h ^ uint64(c)) * prime
	}
	return h ^ h>>32
}
