package stat

import "encoding/json"

// Fit chooses which fields a summary of at most room tokens states, and in which forms. It returns
// the summary as a JSON object on one line, fields in their order, and how many were left out; nil
// if none fits. count is the exact count of tokens of a text.
//
// Fields asked for come first, each in a form as long as leaves room for the shortest forms of
// those asked for behind it. Then the others, in their normal forms or, where these don't fit, in
// a shorter one; then longer forms where there is room; then trivial fields, in the first half of
// the room only.
func Fit(fields []Field, room int, count func([]byte) int) (line []byte, omitted int) {
	for limit := room; limit > 0; {
		f := fitter{fields: fields, room: limit, count: count, form: make([]int, len(fields))}
		f.choose()
		line = f.write()
		n := 0
		if line != nil {
			n = count(line)
		}
		if n <= room {
			return line, len(fields) - f.taken
		}
		limit -= max(1, n-room)
	}
	return nil, len(fields)
}

// fitter places fields by the sum of the tokens of their texts. The whole may have a few more, so
// that is counted afterwards.
type fitter struct {
	fields     []Field
	form       []int // chosen; -1: left out
	used, room int
	taken      int
	count      func([]byte) int
}

func (f *fitter) choose() {
	f.used = 2 // braces
	for i := range f.form {
		f.form[i] = -1
	}
	asked := func(x *Field) bool { return x.Asked }
	other := func(x *Field) bool { return !x.Asked && !x.Trivial }
	f.pass(asked, func(x *Field) int { return len(x.Forms) - 1 })
	f.pass(asked, func(*Field) int { return 0 })
	f.pass(other, func(x *Field) int { return x.Normal })
	f.pass(other, func(*Field) int { return 0 })
	f.room /= 2
	f.pass(func(x *Field) bool { return x.Trivial }, func(x *Field) int { return x.Normal })
}

// pass goes through some of the fields in order and gives each the longest form that fits, from
// the one given on to the shorter ones.
func (f *fitter) pass(some func(*Field) bool, from func(*Field) int) {
	for i := range f.fields {
		x := &f.fields[i]
		if !some(x) {
			continue
		}
		old, last := 0, len(x.Forms)
		if f.form[i] >= 0 {
			old, last = f.size(x, f.form[i]), f.form[i]
		}
		for n := from(x); n < last; n++ {
			if size := f.size(x, n); f.used-old+size <= f.room {
				if f.form[i] < 0 {
					f.taken++
				}
				f.used += size - old
				f.form[i] = n
				break
			}
		}
	}
}

func (f *fitter) size(x *Field, form int) int {
	return f.count(append(member(nil, x, form), ','))
}

func member(dst []byte, x *Field, form int) []byte {
	dst = append(quote(dst, []byte(x.Name)), ':')
	return append(dst, x.Forms[form]...)
}

func (f *fitter) write() json.RawMessage {
	if f.taken == 0 {
		return nil
	}
	out := []byte{'{'}
	for i := range f.fields {
		if f.form[i] < 0 {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = member(out, &f.fields[i], f.form[i])
	}
	return append(out, '}')
}
