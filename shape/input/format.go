package input

import (
	"fmt"
	"slices"
)

// A Format is a way to read an input. Each has a file of its own and registers itself; there is
// no other list of them.
type Format struct {
	Name string // as --from takes it
	Help string // one line

	rank  int                           // place in the order in which auto asks
	sniff func(*head) bool              // may the head be of this format? nil: auto doesn't ask
	open  func(*Reader) (source, error) // begins to read
}

// Auto is the format that is none: the others are asked, in order, whether the input is theirs.
const Auto = "auto"

var formats []Format

// register adds a format. It is called from init functions only.
func register(f Format) {
	formats = append(formats, f)
	slices.SortFunc(formats, func(a, b Format) int { return a.rank - b.rank })
}

// Formats returns the formats in the order in which auto asks them; auto comes first.
func Formats() []Format {
	auto := Format{Name: Auto, Help: "sniffs: JSON, then NDJSON, CSV, TSV, and text for all else"}
	return append([]Format{auto}, formats...)
}

// find returns the format of that name.
func findFormat(name string) (Format, error) {
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("open input: no format %.40q", name)
}
