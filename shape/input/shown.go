package input

import (
	"bytes"
	"unicode/utf8"
)

// maxSequence bounds an ANSI sequence that carries a string (a title, a link), in bytes. What is
// longer, or has no end, is not taken for one, so that no text can vanish in it.
const maxSequence = 4 << 10

// ShownLine appends to dst what is shown of a line of text, and compared: the line without ANSI
// sequences, and with U+FFFD for bytes that are no UTF-8.
func ShownLine(dst, line []byte) []byte {
	dst, _ = appendShown(dst, line, true)
	return dst
}

// appendShown is ShownLine for a line that comes in pieces: unless last, it may leave up to
// maxSequence bytes at the end, whose meaning isn't known yet, and returns how many it took.
func appendShown(dst, line []byte, last bool) ([]byte, int) {
	at := 0
	for at < len(line) {
		text := line[at:]
		if n := bytes.IndexByte(text, 0x1b); n >= 0 {
			text = text[:n]
		}
		stop := last || at+len(text) < len(line)
		n := 0
		dst, n = repair(dst, text, stop)
		if at += n; at == len(line) || n < len(text) {
			return dst, at
		}
		n, whole := sequence(line[at:])
		if !whole && !last && len(line)-at < maxSequence {
			return dst, at
		}
		at += n
	}
	return dst, at
}

// sequence returns the length of the ANSI sequence that b begins with, escape included, and
// whether it has its end in b. A lone escape, or one that no sequence follows, is one byte.
func sequence(b []byte) (n int, whole bool) {
	if len(b) < 2 {
		return 1, false
	}
	switch c := b[1]; {
	case c == '[':
		return ended(b, 2, 0x20, 0x3f, 0x40)
	case c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_':
		return stringEnd(b)
	case c >= 0x20 && c < 0x30:
		return ended(b, 2, 0x20, 0x2f, 0x30)
	case c >= 0x30 && c < 0x7f:
		return 2, true
	}
	return 1, true
}

// ended finds the last byte of a control sequence: from byte i on there are bytes from lo to hi,
// then one from final to 0x7e.
func ended(b []byte, i int, lo, hi, final byte) (int, bool) {
	for i < len(b) && b[i] >= lo && b[i] <= hi {
		i++
	}
	if i == len(b) {
		return 1, false
	}
	if b[i] < final || b[i] > 0x7e {
		return 1, true
	}
	return i + 1, true
}

// stringEnd finds the end of a sequence that carries a string: BEL, or ESC and a backslash.
func stringEnd(b []byte) (int, bool) {
	for i := 2; i < len(b) && i < maxSequence; i++ {
		if b[i] == 0x07 {
			return i + 1, true
		}
		if b[i] == 0x1b && i+1 < len(b) && b[i+1] == '\\' {
			return i + 2, true
		}
	}
	return 1, len(b) >= maxSequence
}

// repair appends text to dst with U+FFFD for each maximal part that isn't UTF-8 (as the
// Unicode standard recommends). Unless last, it leaves a character that is cut at the end, and
// returns how many bytes it took.
func repair(dst, text []byte, last bool) ([]byte, int) {
	at, from := 0, 0
	for at < len(text) {
		if text[at] < utf8.RuneSelf {
			at++
			continue
		}
		if r, n := utf8.DecodeRune(text[at:]); r != utf8.RuneError || n > 1 {
			at += n
			continue
		}
		if !last && !utf8.FullRune(text[at:]) {
			break
		}
		dst = append(append(dst, text[from:at]...), "\uFFFD"...)
		at += subpart(text[at:])
		from = at
	}
	return append(dst, text[from:at]...), at
}

// subpart returns how many bytes of b, which begins with no valid character, could have been the
// beginning of one: at least 1.
func subpart(b []byte) int {
	n := 1
	for n < len(b) && n < utf8.UTFMax && !utf8.FullRune(b[:n]) && !utf8.RuneStart(b[n]) {
		n++
	}
	if n > 1 && utf8.FullRune(b[:n]) {
		n--
	}
	return n
}
