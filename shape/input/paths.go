package input

import "strings"

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
	if id <= 0 {
		return "."
	}
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
