package shape

import "bytes"

// lines checks the physical form: the status on the first line, the summary on the next, each item
// on one of its own, the footer on the last, and a newline behind it.
func (c *checker) lines() {
	at := 1
	for i, p := range c.parts {
		if i > 0 {
			at += len(gap(c.parts[i-1].name, p.name))
		}
		if at != p.key || i > 0 && string(c.text[c.parts[i-1].end:at]) != gap(c.parts[i-1].name, p.name) {
			c.breaks("lines", "%s isn't where the form has it", p.name)
			return
		}
		value := c.text[p.start:p.end]
		switch {
		case p.start != p.key+len(p.name)+len(`"":`):
			c.breaks("lines", "white space behind the name of %s", p.name)
		case p.name == "items" || p.name == "tail":
			c.onLines(p)
		case bytes.IndexByte(value, '\n') >= 0:
			c.breaks("lines", "%s isn't on one line", p.name)
		}
		at = p.end
	}
	c.closed(at)
}

// closed checks what is behind the last member.
func (c *checker) closed(at int) {
	switch rest := string(c.text[at:]); {
	case rest == "}":
		c.breaks("newline", "there is no newline at the end")
	case rest != "}\n":
		c.breaks("newline", "more than one newline behind the value")
	}
}

// gap returns what stands between two members.
func gap(before, name string) string {
	frame := name == "summary" || name == "columns" || name == "items"
	if frame && before != "columns" {
		return ",\n"
	}
	return ","
}

// onLines checks that each element of a list is on a line of its own, whole.
func (c *checker) onLines(p part) {
	list, _ := partsOf(c.text, p.start)
	at := p.start + 1
	for i, e := range list {
		between := "\n"
		if i > 0 {
			between = ",\n"
		}
		if string(c.text[at:min(at+len(between), e.start)]) != between || e.start != at+len(between) ||
			bytes.IndexByte(c.text[e.start:e.end], '\n') >= 0 {
			c.breaks("lines", "%s: element %d isn't on one line of its own", p.name, i)
			return
		}
		at = e.end
	}
	if string(c.text[at:p.end]) != "\n]" {
		c.breaks("lines", "%s doesn't end on a line of its own", p.name)
	}
}
