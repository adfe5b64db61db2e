package input

import "io"

func init() {
	register(Format{
		Name: "mcp", rank: 6,
		Help: "a tool's result (MCP CallToolResult), also inside a JSON-RPC response",
		open: openMCP,
	})
}

// openMCP reads a document that must be a CallToolResult, alone or in a JSON-RPC response.
func openMCP(r *Reader) (source, error) {
	j := &jsonRows{r: r, d: r.doc, strict: true}
	if r.opts.Rows != nil {
		return j.openAt(r.opts.Rows)
	}
	o, err := j.outline(nil)
	if err != nil {
		return nil, err
	}
	if o == nil {
		return nil, &DamageError{Off: -1, Detail: "parse MCP result: more than one value"}
	}
	if o.root.toolResult() == nil {
		return nil, &DamageError{Off: -1, Detail: "parse MCP result: " +
			"no content, structuredContent or isError at the root or in result"}
	}
	return j.r.plan(j.d, o.root, find(o.root))
}

// toolResult returns the part of p that is a CallToolResult: p itself, or its member result if p
// is a JSON-RPC response; nil if neither is.
func (p *part) toolResult() *part {
	if p.isToolResult() {
		return p
	}
	if p.member("jsonrpc") != nil && p.member("result").isToolResult() {
		return p.member("result")
	}
	return nil
}

// isToolResult reports whether p has content blocks, each with a type, or structured content
// beside such.
func (p *part) isToolResult() bool {
	if p == nil || !p.is(Object) {
		return false
	}
	c := p.member("content")
	if c == nil {
		return p.member("structuredContent") != nil
	}
	return c.is(Array) && (c.elements() == 0 && p.has("isError", "structuredContent", "resultType") ||
		c.each != nil && c.each.is(Object) && c.each.member("type").everywhere(c.each, String))
}

// everywhere reports whether each object at p has this member, of kind k.
func (m *part) everywhere(p *part, k Kind) bool { return m != nil && m.seen[k] >= p.looked }

// has reports whether p has a member of one of these names.
func (p *part) has(names ...string) bool {
	for _, name := range names {
		if p.member(name) != nil {
			return true
		}
	}
	return false
}

// inTool finds the rows of a CallToolResult: in its structured content first, else in its blocks.
func (p *part) inTool() finding {
	s := p.member("structuredContent")
	if s == nil || s.is(Null) {
		return finding{how: asMCP, place: p.member("content").place()}
	}
	return find(s)
}

// mcpPlace finds rows in the content blocks of a tool's result where --rows names all of these, or
// the text of the only one.
func mcpPlace(root *part, p Place) (finding, bool) {
	tool := root.toolResult()
	if tool == nil {
		return finding{}, false
	}
	c := tool.member("content")
	if c == nil {
		return finding{}, false
	}
	content := c.place().String()
	only := c.elements() == 1 && p.String() == content+"[0].text"
	if p.String() == content || only {
		return finding{how: asMCP, place: c.place()}, true
	}
	return finding{}, false
}

// A block is one content block of a tool's result.
type block struct {
	doc  doc
	text *doc // what a text block says, decoded
	root *part
}

// openContent reads the content blocks at a place. The text of one is the rows that the JSON in
// it has, or else its lines; any other block is described in one row.
func (r *Reader) openContent(d doc, place Place) (source, error) {
	blocks, err := r.blocks(d, place)
	if err != nil {
		return nil, err
	}
	r.form.RowsAt = rowsAt(place, blocks)
	c := new(chain)
	r.form.Format, r.form.Body = "mcp", 1
	for _, b := range blocks {
		c.rest = append(c.rest, func() (source, error) {
			rows, err := r.openBlock(b)
			r.form.Format, r.form.Body = "mcp", 1
			return rows, err
		})
	}
	return c, nil
}

// rowsAt returns the path to the rows in these blocks: into the text of the only one, or else to
// all of them.
func rowsAt(place Place, blocks []block) string {
	if len(blocks) != 1 || blocks[0].text == nil {
		return place.String()
	}
	at := append(append(Place{}, place...), hop{kind: hopIndex}, hop{name: "text"})
	if root := blocks[0].root; root != nil && !root.scalar() {
		at = append(append(at, hop{kind: hopJSON}), find(root).place...)
	}
	return at.String()
}

// blocks decodes the text blocks at a place and describes the others.
func (r *Reader) blocks(d doc, place Place) (blocks []block, err error) {
	targets, err := locate(d, append(append(Place{}, place...), hop{kind: hopEach}))
	for _, t := range targets {
		if err != nil {
			return nil, err
		}
		var b block
		b, err = r.block(t)
		blocks = append(blocks, b)
	}
	return blocks, err
}

// block decodes a text block, or describes another.
func (r *Reader) block(t target) (b block, err error) {
	root, err := t.doc.outline(nil)
	if err != nil {
		return b, err
	}
	kind := root.member("type")
	text, err := locate(t.doc, Place{{name: "text"}})
	if err != nil {
		return b, err
	}
	if len(text) == 1 && text[0].first == Text && kind.holds("text") {
		at, err := r.text(text[0])
		if err != nil {
			return b, err
		}
		b.text = &at
		b.root, err = at.outline(nil)
		return b, err
	}
	b.doc, err = r.decode(func(w io.Writer) error {
		return describe(w, t.doc, kind.holds("image") || kind.holds("audio"))
	})
	return b, err
}

// openBlock reads the rows of a block.
func (r *Reader) openBlock(b block) (source, error) {
	switch {
	case b.text == nil:
		return (&jsonRows{r: r, d: b.doc, final: true}).stream(true, nil, true), nil
	case b.root == nil || b.root.scalar():
		if head, err := b.text.head(); err != nil {
			return nil, err
		} else if sniffNDJSON(head) {
			return r.openLines(*b.text)
		}
		return newLines(*b.text), nil
	}
	f := find(b.root)
	r.around(b.root, f)
	return r.rowsOf(*b.text, f)
}
