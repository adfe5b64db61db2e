package input

import "encoding/binary"

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
