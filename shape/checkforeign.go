package shape

import (
	"cmp"
	"strings"
)

// Keys are where an envelope of another tool's has what ours has: names of members, with dots
// between them where one is inside another (meta.total). What is not named may stand under our
// own name, or not at all.
type Keys struct{ Total, Items, Returned, Truncated, Cursor string }

// foreign checks what makes sense of any envelope: the figures it has are of the right kind and
// agree with each other and with its items, a cursor isn't empty, and the budget holds.
func (c *checker) foreign() {
	k := c.o.Keys
	items := c.named(k.Items, "items", isList)
	total := c.named(k.Total, "total", isCount)
	returned := c.named(k.Returned, "returned", isCount)
	truncated := c.named(k.Truncated, "truncated", isBool)
	cursor := c.lookUp(k.Cursor, "next_cursor")
	if cursor != nil && !isMaybe.is(cursor) && countOf(cursor) < 0 {
		c.breaks("next_cursor", "the cursor is %.40s", cursor)
	}
	c.size()
	if items == nil {
		c.breaks("items", "there are no %s", cmp.Or(k.Items, "items"))
		return
	}
	list, _ := partsOf(items, 0)
	shown := int64(len(list))
	if returned != nil && countOf(returned) != shown {
		c.breaks("returned", "%s is %s, and %d are shown", cmp.Or(k.Returned, "returned"), returned, shown)
	}
	if total == nil {
		return
	}
	all := countOf(total)
	if shown > all {
		c.breaks("total", "%s is %d, and %d are shown", cmp.Or(k.Total, "total"), all, shown)
	}
	clipped := c.at("clipped")
	cut := shown < all || clipped != nil && countOf(clipped) > 0
	if truncated != nil && (truncated[0] == 't') != cut {
		c.breaks("truncated", "%s is %s with %d of %d shown",
			cmp.Or(k.Truncated, "truncated"), truncated, shown, all)
	}
	if truncated == nil && shown < all && (cursor == nil || cursor[0] == 'n') {
		c.breaks("truncated", "%d of %d are shown, and nothing says so", shown, all)
	}
}

func orNull(raw []byte) []byte {
	if raw == nil {
		return []byte("null")
	}
	return raw
}

// named returns a member of the right kind. One that was named must be there.
func (c *checker) named(path, otherwise string, kind valueKind) []byte {
	value := c.lookUp(path, otherwise)
	switch {
	case value == nil && path != "":
		c.breaks(otherwise, "there is no %.60s", path)
	case value != nil && !kind.is(value):
		c.breaks(otherwise, "%.60s is %.40s, not %s", cmp.Or(path, otherwise), value, kind.words)
		return nil
	}
	return value
}

// lookUp returns the value at a path of names, or nil.
func (c *checker) lookUp(path, otherwise string) []byte {
	if path = strings.TrimPrefix(path, "."); path == "" {
		path = otherwise
	}
	if value := c.at(path); value != nil { // a name with dots in it
		return value
	}
	text, parts := c.text, c.parts
	for name, rest := "", path; ; {
		name, rest, _ = strings.Cut(rest, ".")
		value := valueIn(text, parts, name)
		if value == nil || rest == "" {
			return value
		}
		if value[0] != '{' {
			return nil
		}
		text = value
		parts, _ = partsOf(text, 0)
	}
}
