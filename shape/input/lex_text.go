package input

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Each of these has one value in all eight bytes of a word.
const (
	ones    = 0x0101010101010101
	highs   = 0x80 * ones
	spaces  = ' ' * ones
	quotes  = '"' * ones
	slashes = '\\' * ones
)

// stops marks the bytes of a word that can't just be passed over inside a string: quotes,
// backslashes and control characters. Only the lowest mark is exact.
func stops(x uint64) uint64 {
	return ((x ^ quotes - ones) | (x ^ slashes - ones) | (x - spaces)) &^ x & highs
}

// plain returns the index of the first stop in b from i on, or len(b), and whether a byte before
// it isn't ASCII.
func plain(b []byte, i int) (end int, high uint64) {
	for i+8 <= len(b) {
		x := binary.LittleEndian.Uint64(b[i:])
		if m := stops(x); m != 0 {
			n := bits.TrailingZeros64(m) &^ 7
			return i + n>>3, (high | x&(1<<n-1)) & highs
		}
		high |= x
		i += 8
	}
	for ; i < len(b); i++ {
		c := b[i]
		if c < ' ' || c == '"' || c == '\\' {
			break
		}
		high |= uint64(c)
	}
	return i, high & highs
}

// text takes a string. Its bytes are buf[start:end], unless it is cut.
func (l *Lexer) text() bool {
	l.flags, l.cut = 0, false
	b, i, high := l.buf, l.pos+1, uint64(0)
	for i+8 <= len(b) { // as in plain, which isn't inlined
		x := binary.LittleEndian.Uint64(b[i:])
		if m := stops(x); m != 0 {
			n := bits.TrailingZeros64(m) &^ 7
			high |= x & (1<<n - 1)
			i += n >> 3
			break
		}
		high |= x
		i += 8
	}
	if i < len(b) && b[i] == '"' && high&highs == 0 {
		l.pos, l.end = i+1, i+1
		return true
	}
	return l.textFrom(i, high&highs)
}

// textFrom takes the rest of a string, from i on; high isn't 0 if there was a byte before it that
// isn't ASCII.
func (l *Lexer) textFrom(i int, high uint64) bool {
	b, more := l.buf, uint64(0)
	for {
		i, more = plain(b, i)
		high |= more
		switch {
		case i == len(b):
			if !l.moreText(i) {
				return l.incomplete()
			}
			b, i = l.buf, l.pos
		case b[i] == '"':
			return l.endText(i, high != 0)
		case b[i] != '\\':
			return l.fail(i, "control character in a string")
		default:
			l.flags |= Escaped
			if i = l.escape(i); i < 0 {
				return false
			}
			b = l.buf
		}
	}
}

func (l *Lexer) endText(i int, high bool) bool {
	l.pos, l.end = i+1, i+1
	if high {
		l.flags |= NonASCII
	}
	if l.cut {
		l.measure(l.start, i)
		return true
	}
	if high && !utf8.Valid(l.buf[l.start+1:i]) && l.bad < 0 {
		l.bad = l.off + int64(l.start)
	}
	return true
}

// escapes has 1 for what may stand behind a backslash, and 2 for u.
var escapes = [256]uint8{
	'"': 1, '\\': 1, '/': 1, 'b': 1, 'f': 1, 'n': 1, 'r': 1, 't': 1, 'u': 2,
}

// escape passes over the escape sequence at i, and returns the index behind it, or -1.
func (l *Lexer) escape(i int) int {
	if i+2 <= len(l.buf) && escapes[l.buf[i+1]] == 1 {
		return i + 2
	}
	i = l.atLeast(i, 6)
	b := l.buf[i:]
	for j := 1; j < min(len(b), 6); j++ {
		switch {
		case j == 1 && escapes[b[1]] == 1:
			return i + 2
		case j == 1 && escapes[b[1]] == 0 || j > 1 && hexDigit(b[j]) < 0:
			l.fail(i+j, "invalid escape in a string")
			return -1
		}
	}
	if len(b) < 6 {
		l.incomplete()
		return -1
	}
	if d := hexDigit(b[3]); b[2]|0x20 == 'd' && d >= 8 && d < 12 && !l.hold {
		i = l.atLeast(i, 12) // measure must see a pair of surrogates in one piece
	}
	return i + 6
}

// atLeast gets n bytes from i on into the window, if there are so many, and returns the new i.
func (l *Lexer) atLeast(i, n int) int {
	for more := true; more && len(l.buf)-i < n; i = l.pos {
		more = l.moreText(i)
	}
	return i
}

// moreText is more for a token that may be longer than max: it lets go of all but its head. The
// token goes on at pos, which may be a few bytes before i.
func (l *Lexer) moreText(i int) bool {
	l.pos = i
	if !l.hold && (l.cut || i-l.start > l.max) {
		if l.ioErr != nil {
			return false
		}
		l.spill()
	}
	return l.more()
}

func (l *Lexer) spill() {
	from := l.start
	l.pos -= unfinished(l.buf[from:l.pos])
	if !l.cut {
		l.cut, l.size, l.from = true, 0, l.off+int64(l.start)
		l.head = append(l.head[:0], cutText(l.buf[l.start:l.pos], l.max)...)
		if l.buf[from] == '"' {
			from++
		}
	}
	l.measure(from, l.pos)
	l.start = l.pos
}

// measure adds a piece of a cut string to its size.
func (l *Lexer) measure(from, to int) {
	n, valid := textSize(l.buf[from:to])
	l.size += int64(n)
	if !valid && l.bad < 0 {
		l.bad = l.from
	}
}

// unfinished returns the length of an UTF-8 sequence that the end of b breaks off.
func unfinished(b []byte) int {
	for n := 1; n <= min(3, len(b)); n++ {
		if c := b[len(b)-n]; utf8.RuneStart(c) {
			if c < utf8.RuneSelf || utf8.FullRune(b[len(b)-n:]) {
				return 0
			}
			return n
		}
	}
	return 0
}
