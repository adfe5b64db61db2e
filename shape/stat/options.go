package stat

// A Column tells what a path id stands for.
type Column struct {
	Name   string // "user.login", "labels[].name", "." for a row that is a scalar
	Path   string // the same in jq, names quoted where they have to be
	Parent int32  // id of the value that this is a member or an element of; -1 for the row
	Each   bool   // the path ends with "each element of": "labels[]"
	Text   bool   // a text column of CSV: empty is missing, and numbers take part in Sum and Range
}

// A Want is a path that a figure was asked for.
type Want struct {
	ID   int32
	Name string // as typed, without its leading dot
}

// A TopWant asks for the rows with the N largest values.
type TopWant struct {
	Want
	N int
}

// Asked is what was asked for by name.
type Asked struct {
	CountBy, Sum, Range, Distinct []Want
	Top                           []TopWant
}

// Options say what to look at. Name is called once for each id and must know all its parents.
type Options struct {
	Auto      bool    // all columns, not only those asked for
	Text      bool    // rows are lines of text: levels, times and errors
	Projected []int32 // the columns shown, in their order
	Key       int32   // the column that identifies a row, or -1
	Asked     Asked
	Name      func(id int32) Column

	// Shown gives the row of an arrival number as the page shows it, for "top". If it is nil, or
	// gives nil, "top" has the row's number and the value. Called by Done only.
	Shown func(n int64) []byte
}
