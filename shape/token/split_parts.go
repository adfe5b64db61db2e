package token

// contraction returns the length of 's 't 'm 'd 're 've 'll at b[i], or 0. With fold, letters match
// in both cases, and s as U+017F too.
func contraction(b []byte, i int, fold bool) int {
	if i+1 >= len(b) || b[i] != '\'' {
		return 0
	}
	bit := byte(0)
	if fold {
		bit = 'a' - 'A'
	}
	x, y := b[i+1]|bit, byte(0)
	if i+2 < len(b) {
		y = b[i+2] | bit
	}
	switch {
	case x == 's', x == 't', x == 'm', x == 'd':
		return 2
	case x == 'r' && y == 'e', x == 'v' && y == 'e', x == 'l' && y == 'l':
		return 3
	case fold && b[i+1] == longS[0] && i+2 < len(b) && b[i+2] == longS[1]:
		return 1 + len(longS)
	}
	return 0
}

const longS = "\u017f"

// digits returns the end of a run of up to three numbers from b[i].
func digits(b []byte, i int) int {
	for n := 0; n < 3 && i < len(b); n++ {
		class, size := classAt(b, i)
		if class&number == 0 {
			break
		}
		i += size
	}
	return i
}

// newlines returns the end of the run of carriage returns, newlines and bytes also from b[i].
func newlines(b []byte, i int, also byte) int {
	for i < len(b) && (b[i] == '\r' || b[i] == '\n' || b[i] == also) {
		i++
	}
	return i
}

// spaces returns the end of the run of white space from b[i], where its last character begins, and
// the end of its last newline, which is 0 if it has none.
func spaces(b []byte, i int) (end, last, afterNewline int) {
	for i < len(b) {
		class, size := classAt(b, i)
		if class&space == 0 {
			break
		}
		last = i
		i += size
		if class&newline != 0 {
			afterNewline = i
		}
	}
	return i, last, afterNewline
}

// trailing matches \s+(?!\S)|\s+ on the run of white space b[i:end], the last character of which
// begins at last: one that stands before something else is left for it.
func trailing(b []byte, i, end, last int) int {
	if end == len(b) || last == i {
		return end
	}
	return last
}

// whiteSpace matches \s*[\r\n]+|\s+(?!\S)|\s+ at b[i], which is white space.
func whiteSpace(b []byte, i int) int {
	end, last, afterNewline := spaces(b, i)
	if afterNewline > 0 {
		return afterNewline
	}
	return trailing(b, i, end, last)
}
