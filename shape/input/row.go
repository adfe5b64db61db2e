// Package input turns the bytes of a tool result into rows.
//
// A row is a slice of the input wherever that is possible: it is located, validated and taken
// apart into cells in one pass, and never decoded. What the rows are, and where, is found by
// sniffing the format and, for an object that wraps its rows, by the rules in find.go.
package input

// Kind is the JSON type of a value.
type Kind uint8

// The kinds, in jq's order of types.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Flags of a cell.
const (
	Escaped  uint8 = 1 << iota // a string with a backslash in it
	NonASCII                   // a string with a byte over 0x7f
	Cut                        // abridged; Row.Whole has the true size
	Dup                        // a later member of the same object has the same name
)

// A Span is where a row lies in the body that it is a slice of, in bytes.
type Span struct {
	Off, Len int64
	Text     bool // the slice is a line of text rather than JSON
}

// A Cell is one value of a row. Cells stand in document order; cell 0 is the row itself, and the
// cells behind a container, up to its Next, are what it contains.
type Cell struct {
	Path       int32 // id in Paths, or -1 when the table is full
	Next       int32 // index of the first cell behind this value
	Key        int32 // where the name of this member begins (its quote), or -1
	Start, End int32 // the value is Row.Bytes[Start:End]
	Kind       Kind
	Flags      uint8
}

// A Row is one row of the input. Everything in it is valid until the next row is asked for.
type Row struct {
	N int64 // number in order of arrival, from 0
	Span
	Bytes []byte // JSON as it came in, white space included; or a line of text without its ending
	Cells []Cell // nil for a line of text

	// Whole has the true size of each abridged cell: elements of an array, members of an object,
	// UTF-8 bytes of a string. It is nil unless Large.
	Whole   map[int32]int64
	Large   bool // longer than MaxRow: Bytes is an abridged form
	Dup     bool // some object in it has two members of one name
	Dropped bool // abridged, and some members are not in Bytes at all
}

// Value returns the bytes of cell c.
func (r *Row) Value(c *Cell) []byte { return r.Bytes[c.Start:c.End] }
