package cmd

import "fmt"

// selecting are the flags of read that choose, order or sum up rows, in the order of flagSpecs.
var selecting = []string{
	"where", "grep", "sort", "summary", "count-by", "sum", "range", "distinct", "top",
}

// checkRead refuses flags of read that can't go together: one that would play no part is one whose
// answer would be taken for what was asked.
func (c *call) checkRead(g *given) error {
	if len(g.args) == 0 {
		return &usageError{"read takes a handle", "toolfit ls lists the handles of this scope"}
	}
	if err := oneOf("to", g.flags, forms(onRead)...); err != nil {
		return err
	}
	_, cursor := g.flags["cursor"]
	_, offset := g.flags["offset"]
	_, row := g.flags["row"]
	_, field := g.flags["field"]
	switch {
	case cursor && offset:
		return usagef("--cursor and --offset exclude each other")
	case cursor && row && g.flags["rows"] == "":
		return usagef("--cursor and --row exclude each other, without --rows")
	case field && !row:
		return usagef("--field needs --row")
	case field && g.flags["rows"] != "":
		return usagef("--field and --rows exclude each other")
	case g.flags["to"] == "raw":
		return g.checkRaw()
	case field && g.flags["to"] == "ndjson":
		return &usageError{"--field is one string, in slices: --to ndjson prints rows",
			"leave --field out, and take the value from the row"}
	case row && g.flags["rows"] == "":
		return g.checkRow(offset && !field)
	}
	return nil
}

// checkRaw refuses what asks for a part of the input.
func (g *given) checkRaw() error {
	parts := append([]string{"fields", "rows", "row", "field", "offset", "cursor", "limit"}, selecting...)
	for _, name := range parts {
		if g.explicit(name) {
			return &usageError{fmt.Sprintf("--to raw is the whole input: --%s plays no part", name),
				"--to ndjson prints rows, those selected too"}
		}
	}
	return nil
}

// checkRow refuses what asks for other rows than the one of that number.
func (g *given) checkRow(offset bool) error {
	for _, name := range selecting {
		if g.explicit(name) {
			return &usageError{fmt.Sprintf("--row is a row of the handle: --%s plays no part", name),
				fmt.Sprintf("read with --%s first, then a --row of the handle that it names", name)}
		}
	}
	if offset {
		return usagef("--offset and --row exclude each other, without --field or --rows")
	}
	return nil
}
