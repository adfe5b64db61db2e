package query

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// stringText is the text of a JSON string: the bytes between the quotes where they need no
// decoding, else decoded into buf, which comes back for the next use. As with encoding/json,
// bytes that aren't UTF-8 and lone surrogates become U+FFFD.
func stringText(raw, buf []byte) (text, scratch []byte) {
	if len(raw) < 2 {
		return nil, buf
	}
	s := raw[1 : len(raw)-1]
	if bytes.IndexByte(s, '\\') < 0 && utf8.Valid(s) {
		return s, buf
	}
	buf = appendText(buf[:0], s)
	return buf, buf
}

// appendText decodes what stands between the quotes of a string.
func appendText(dst, s []byte) []byte {
	for len(s) > 0 {
		switch c := s[0]; {
		case c == '\\' && len(s) > 1:
			dst, s = appendEscaped(dst, s)
		case c < utf8.RuneSelf:
			dst, s = append(dst, c), s[1:]
		default:
			r, n := utf8.DecodeRune(s)
			dst, s = utf8.AppendRune(dst, r), s[n:]
		}
	}
	return dst
}

// appendEscaped decodes the escape that s begins with.
func appendEscaped(dst, s []byte) (_, rest []byte) {
	switch s[1] {
	case 'b':
		return append(dst, '\b'), s[2:]
	case 'f':
		return append(dst, '\f'), s[2:]
	case 'n':
		return append(dst, '\n'), s[2:]
	case 'r':
		return append(dst, '\r'), s[2:]
	case 't':
		return append(dst, '\t'), s[2:]
	case 'u':
		r, n := unicodeEscape(s)
		return utf8.AppendRune(dst, r), s[n:]
	}
	return append(dst, s[1]), s[2:]
}

// unicodeEscape decodes \uXXXX, or two of them if they are a surrogate pair.
func unicodeEscape(s []byte) (r rune, n int) {
	r, ok := hex4(s)
	switch {
	case !ok:
		return utf8.RuneError, min(len(s), 6)
	case !utf16.IsSurrogate(r):
		return r, 6
	}
	if low, ok := hex4(s[6:]); ok {
		if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
			return both, 12
		}
	}
	return utf8.RuneError, 6
}

func hex4(s []byte) (r rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	for _, c := range s[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
