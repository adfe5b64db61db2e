package shape

import "math"

// figures are the status of an envelope, as far as it has one.
type figures struct {
	truncated               bool
	total, returned, offset int64
	scanned                 int64 // -1: not there
	clipped                 int64
	handle, cursor          []byte // raw; nil: not there
	next                    []byte // of the footer
	end                     []part // members of the footer
	endText                 []byte
	pieces                  bool // it is a piece of a string, counted in bytes
}

// read takes the figures out of an envelope whose keys are right.
func (c *checker) read() {
	number := func(name string, otherwise int64) int64 {
		if v := c.at(name); v != nil {
			return countOf(v)
		}
		return otherwise
	}
	c.figures = figures{
		truncated: c.at("truncated")[0] == 't',
		total:     number("total", 0), returned: number("returned", 0), offset: number("offset", 0),
		scanned: number("scanned", -1), clipped: number("clipped", 0),
		handle: c.at("handle"), cursor: c.at("next_cursor"), endText: c.at("end"),
		pieces: c.at("unit") != nil,
	}
	c.end, _ = partsOf(c.endText, 0)
	c.next = valueIn(c.endText, c.end, "next")
	for _, p := range c.parts {
		if p.name == "items" {
			c.items, _ = partsOf(c.text, p.start)
		}
	}
}

// remain tells whether rows, or bytes of a string, stand behind those shown.
func (f *figures) remain() bool {
	return f.offset <= math.MaxInt64-f.returned && f.offset+f.returned < f.total
}
