package input

// Bounds of an outline: levels and members that are looked into, elements of a list that are, and
// the nodes in all (about 200 bytes each). What is beyond is still counted and measured, as part
// of the container that it is in.
const (
	outlineDepth    = 32
	outlineMembers  = 512
	outlineElements = 128
	outlineNodes    = 12 << 10
	outlineRaw      = 256      // longest scalar that is kept as it came, in bytes
	outlineHead     = 16 << 10 // what is looked at of a string
	outlineKeys     = 128      // names of a member that others are compared with
)

// An outline says how a document is built: what is where, how often and how large. Members of
// the same name in all elements of a list share a node, so it is small whatever the document's
// size.
type outline struct {
	root  *part
	nodes int
	lex   *Lexer
	open  []openPart
}

// newOutline begins an outline of the document that d begins with. The place that is wanted, if
// any, has a part whatever the bounds.
func newOutline(d doc, wanted Place) *outline {
	o := &outline{root: &part{}, lex: NewLexer(d.open(d.off), outlineHead)}
	p := o.root
	for _, h := range wanted {
		if h.kind == hopEach {
			p = p.elementsPart()
		} else {
			p = o.child(p, []byte(h.name))
		}
	}
	return o
}

// An openPart is a container whose end hasn't come yet.
type openPart struct {
	part  *part
	start int64
	array bool

	first    map[uint64]struct{} // names of the first member that is an object
	names    int                 // names of this object
	common   int                 // of them, in the first one's
	learning bool                // this is the first one
}

// child returns the part for a member of p, or nil when there are too many.
func (o *outline) child(p *part, name []byte) *part {
	if c := p.byName[string(name)]; c != nil {
		return c
	}
	if len(p.members) >= outlineMembers || o.nodes >= outlineNodes {
		return nil
	}
	o.nodes++
	c := &part{name: string(name), parent: p, deep: p.deep}
	if p.byName == nil {
		p.byName = make(map[string]*part)
	}
	p.byName[c.name] = c
	p.members = append(p.members, c)
	return c
}

// read reads one value, whose first token is t, and returns the lexer's error if it has no end.
func (o *outline) read(t Token) error {
	l := o.lex
	base := l.depth
	if t == BeginObject || t == BeginArray {
		base--
	}
	at := o.root
	for {
		switch t {
		case None:
			return l.err
		case Name:
			at = o.name()
		case BeginObject, BeginArray:
			if !o.begin(at, t == BeginArray) {
				if err := o.skip(at, t); err != nil {
					return err
				}
			}
		case EndObject, EndArray:
			o.end()
		default:
			o.scalar(at, t)
		}
		if l.depth == base {
			return nil
		}
		if t != Name {
			at = o.next()
		}
		t = l.next()
	}
}

// next returns the part of the next value, as far as that is known before its name.
func (o *outline) next() *part {
	if top := &o.open[len(o.open)-1]; top.array {
		return top.part.elementsPart()
	}
	return nil
}

// name takes the name of a member.
func (o *outline) name() *part {
	l := o.lex
	top := &o.open[len(o.open)-1]
	raw := l.bytes()
	top.names++
	if len(o.open) > 1 {
		if above := &o.open[len(o.open)-2]; !above.array {
			h := hash(raw, 0)
			if top.learning && len(above.first) < outlineKeys {
				above.first[h] = struct{}{}
			}
			if _, ok := above.first[h]; ok {
				top.common++
			}
		}
	}
	return o.child(top.part, nameOf(raw, l.flags, l.cut))
}

// nameOf returns the name that raw, a JSON string, stands for; the head of it if it is cut.
func nameOf(raw []byte, flags uint8, cut bool) []byte {
	if cut {
		return append(Unquote(nil, append(raw[:len(raw):len(raw)], '"')), "…"...)
	}
	if flags != 0 {
		return Unquote(nil, raw)
	}
	return raw[1 : len(raw)-1]
}

// note counts a value of kind k at p, which is nil if it has no part of its own.
func (o *outline) note(p *part, k Kind) {
	if len(o.open) > 0 {
		if top := &o.open[len(o.open)-1]; !top.array {
			top.part.inside[k]++
		}
	}
	if p == nil {
		return
	}
	if p.count() == 0 {
		p.off = o.lex.tokenOff()
	}
	p.seen[k]++
}

// begin opens a container, and reports whether its inside is looked at.
func (o *outline) begin(p *part, array bool) bool {
	k := Object
	if array {
		k = Array
	}
	o.note(p, k)
	f := openPart{part: p, array: array, start: o.lex.tokenOff()}
	if p == nil || len(o.open) >= outlineDepth || p.isEach && p.count() > outlineElements {
		return false
	}
	if n := len(o.open); n > 0 && !array && !o.open[n-1].array && o.open[n-1].first == nil {
		o.open[n-1].first = make(map[uint64]struct{})
		f.learning = true
	}
	o.open = append(o.open, f)
	p.looked++
	return true
}

// end closes the innermost container.
func (o *outline) end() {
	n := len(o.open) - 1
	f := o.open[n]
	o.open = o.open[:n]
	f.part.bytes += o.lex.Off() - f.start
	if n == 0 || f.array || o.open[n-1].array || f.learning {
		return
	}
	above, share := o.open[n-1].part, 1.0
	if f.names > 0 {
		share = float64(f.common) / float64(f.names)
	}
	above.like, above.liked = above.like+share, above.liked+1
}

// skip passes over the container that has just begun, and measures it.
func (o *outline) skip(p *part, t Token) error {
	from := o.lex.tokenOff()
	if !o.lex.skip(t) {
		return o.lex.err
	}
	if p != nil {
		p.bytes += o.lex.Off() - from
	}
	return nil
}

// scalar takes a value that is no container.
func (o *outline) scalar(p *part, t Token) {
	l := o.lex
	k := [...]Kind{Text: String, Digits: Number, True: Bool, False: Bool, Nothing: Null}[t]
	o.note(p, k)
	if p == nil {
		return
	}
	from := l.tokenOff()
	p.bytes += l.Off() - from
	if p.count() > 1 || p.deep > 0 {
		return
	}
	raw := l.bytes()
	if len(raw) <= outlineRaw && !l.cut {
		p.raw = append([]byte(nil), raw...)
	}
	if k == String && l.flags&Escaped != 0 {
		p.lines = lineFeeds(raw)
	}
}

// close ends the containers that the input broke off in.
func (o *outline) close() {
	for len(o.open) > 0 {
		o.open[len(o.open)-1].part.cut = true
		o.end()
	}
}
