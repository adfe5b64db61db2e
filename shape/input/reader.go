package input

import (
	"errors"
	"io"
)

// Options say how to read an input.
type Options struct {
	From    string      // name of a format; "" is auto
	Rows    Place       // where the rows are; nil: found by the rule
	Paths   *Paths      // names the places inside the rows
	Kept    Body        // gets every byte of the input, once, in order, as it came
	Decoded func() Body // makes the second body, for rows that are no slices of the input
	Members bool        // where Rows is the document, and that an object, its members are the rows
}

// ErrAgain says that the input turned out to be something else than was thought: all rows so far
// are void. The next calls of Next give the right ones, from the first on.
var ErrAgain = errors.New("input is something else: rows start over")

// A DamageError says what is wrong with an input. All complete rows have been given before.
type DamageError struct {
	Incomplete bool  // the input ends where it shouldn't; else it isn't what it should be
	Off        int64 // where, in bytes; -1 if it is no place
	Detail     string
}

func (e *DamageError) Error() string { return e.Detail }

// A source gives the rows of a doc. At their end its error is io.EOF; an *otherError says that
// another source has the right ones.
type source interface {
	next(row *Row) error
}

// An opener begins to read in some way.
type opener func() (source, error)

// An otherError says that the input must be read in another way.
type otherError struct{ open opener }

func (e *otherError) Error() string { return "input is something else" }

// A Reader reads an input once, from the beginning to the end, and gives its rows.
type Reader struct {
	opts    Options
	tape    *tape
	doc     doc   // the input behind its mark, or what was decoded of it
	torn    bool  // the doc is not JSON from end to end
	plain   *doc  // what the doc was before words in it were put in quotes
	words   int64 // how many
	decoded Body

	rows   source
	given  int64 // rows since they started last
	dups   int64 // of them, with a key twice
	form   Form
	found  Found
	more   []moreSign
	damage *DamageError // comes when the rows are through
	done   error
}

// Open begins to read an input. Nothing is read before the first call of Next.
func Open(in io.Reader, o Options) *Reader {
	if o.Paths == nil {
		o.Paths = NewPaths()
	}
	r := &Reader{opts: o, tape: &tape{in: in, kept: o.Kept}}
	r.doc = doc{tape: r.tape}
	return r
}

// Next gives the next row, valid until the next call. At the end, when all of the input has been
// kept, it returns io.EOF, or a *DamageError. See also ErrAgain.
func (r *Reader) Next(row *Row) error {
	if r.done != nil {
		return r.done
	}
	if r.rows == nil {
		r.open(r.begin)
	}
	for {
		err := r.rows.next(row)
		if err == nil {
			row.N = r.given
			r.given++
			if row.Dup {
				r.dups++
			}
			return nil
		}
		other, ok := err.(*otherError)
		if !ok {
			return r.finish(err)
		}
		given := r.given
		r.given, r.dups, r.form, r.more = 0, 0, Form{}, nil
		r.found = Found{Warnings: r.found.Warnings}
		if r.open(other.open); given > 0 {
			return ErrAgain
		}
	}
}

// open opens a source, or one that does nothing but fail.
func (r *Reader) open(open opener) {
	for {
		rows, err := open()
		if other, ok := err.(*otherError); ok {
			open = other.open
			continue
		}
		if err != nil {
			rows = failed{err}
		}
		r.rows = rows
		return
	}
}

// failed is a source that gives no rows.
type failed struct{ err error }

func (f failed) next(*Row) error { return f.err }

// finish keeps the rest of the input and says how the rows ended.
func (r *Reader) finish(err error) error {
	if derr := r.tape.drain(); derr != nil {
		err = derr
	}
	if err == io.EOF && r.damage != nil {
		err = r.damage
	}
	r.done = err
	if r.dups > 0 {
		r.warn(count(r.dups, "row") + " with a duplicate key: the last of its values counts")
	}
	return err
}

// warn adds warnings.
func (r *Reader) warn(w ...string) { r.found.Warnings = append(r.found.Warnings, w...) }

// Form says how the spans of the rows become rows again. It is known when Next has returned an
// error other than ErrAgain.
func (r *Reader) Form() Form { return r.form }

// Found says what was found around the rows. It is known when Form is.
func (r *Reader) Found() Found {
	f := r.found
	f.RowsAt = r.form.RowsAt
	for _, s := range r.more {
		f.More = f.More || s.says(r.given)
	}
	return f
}
