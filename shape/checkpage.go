package shape

// A Page is what an envelope says of its rows and of where they stand.
type Page struct {
	Handle, Cursor                   string // "": there is none
	Total, Offset, Returned, Clipped int64
	Items                            [][]byte // slices of the envelope
	Summary                          []byte   // an object, or nil
	Columns                          bool     // items are arrays of columns
	Pieces                           bool     // of a string, in bytes
}

// OpenPage takes an envelope apart that has passed Check. It returns nil for an error without items.
func OpenPage(text []byte) *Page {
	c := checker{text: text}
	if !c.opens() {
		return nil
	}
	if content := c.at("content"); content != nil {
		blocks, _ := partsOf(content, 0)
		first := content[blocks[0].start:blocks[0].end]
		members, _ := partsOf(first, 0)
		return OpenPage([]byte(unquoted(valueIn(first, members, "text"))))
	}
	if c.at("items") == nil {
		return nil
	}
	c.read()
	p := &Page{
		Handle: unquoted(c.handle), Cursor: unquoted(c.cursor), Total: c.total, Offset: c.offset,
		Returned: c.returned, Clipped: c.clipped, Summary: c.at("summary"),
		Columns: c.at("columns") != nil, Pieces: c.pieces,
	}
	for _, i := range c.items {
		p.Items = append(p.Items, c.text[i.start:i.end])
	}
	return p
}
