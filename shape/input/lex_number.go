package input

import "io"

// number takes a number. One that isn't whole in the window, or isn't one, is left to digits.
func (l *Lexer) number() bool {
	l.cut = false
	if end := numberEnd(l.buf, l.pos); end > 0 && end < len(l.buf) {
		l.pos, l.end = end, end
		return true
	}
	return l.digits()
}

// numberEnd returns the index behind the number at b[i:], -1 if there is none.
func numberEnd(b []byte, i int) int {
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if i = skipDigits(b, i); i < 0 {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i = skipDigits(b, i+1); i < 0 {
			return -1
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		i = skipDigits(b, i)
	}
	return i
}

// skipDigits returns the index behind the digits at b[i:], -1 if there are none.
func skipDigits(b []byte, i int) int {
	from := i
	for i < len(b) && b[i]-'0' < 10 {
		i++
	}
	if i == from {
		return -1
	}
	return i
}

// States inside a number; those from numZero on may be its end.
const (
	numStart uint8 = iota
	numMinus
	numPoint
	numE
	numSign
	numZero
	numInt
	numFrac
	numExp
	numStates
	numStop = 0xff
)

// numNext is the state behind a byte of class digit 1–9, 0, minus, plus, point, e; numStart for
// one that can't be there.
var numNext = [numStates][6]uint8{
	numStart: {numInt, numZero, numMinus, 0, 0, 0},
	numMinus: {numInt, numZero, 0, 0, 0, 0},
	numPoint: {numFrac, numFrac, 0, 0, 0, 0},
	numE:     {numExp, numExp, numSign, numSign, 0, 0},
	numSign:  {numExp, numExp, 0, 0, 0, 0},
	numZero:  {0, 0, 0, 0, numPoint, numE},
	numInt:   {numInt, numInt, 0, 0, numPoint, numE},
	numFrac:  {numFrac, numFrac, 0, 0, 0, numE},
	numExp:   {numExp, numExp, 0, 0, 0, 0},
}

// digits takes a number byte by byte, over any number of windows.
func (l *Lexer) digits() bool {
	state := numStart
	for {
		if l.pos == len(l.buf) && !l.moreText(l.pos) {
			break
		}
		class := numClass(l.buf[l.pos])
		if class < 0 || numNext[state][class] == numStart {
			break
		}
		state = numNext[state][class]
		l.pos++
	}
	switch {
	case l.pos == len(l.buf) && (l.ioErr != io.EOF || state < numZero || l.depth > 0):
		return l.incomplete()
	case state < numZero:
		return l.fail(l.pos, "malformed number")
	}
	l.end = l.pos
	if l.cut {
		l.measure(l.start, l.pos)
	}
	return true
}

func numClass(c byte) int {
	switch {
	case c-'1' < 9:
		return 0
	case c == '0':
		return 1
	case c == '-':
		return 2
	case c == '+':
		return 3
	case c == '.':
		return 4
	case c|0x20 == 'e':
		return 5
	}
	return -1
}

// word takes a literal.
func (l *Lexer) word(w string) bool {
	l.cut = false
	for len(l.buf)-l.pos < len(w) && l.more() {
	}
	b := l.buf[l.pos:]
	for i := range len(w) {
		if i == len(b) {
			return l.incomplete()
		}
		if b[i] != w[i] {
			return l.fail(l.pos+i, "malformed literal")
		}
	}
	l.pos += len(w)
	l.end = l.pos
	return true
}
