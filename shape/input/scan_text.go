package input

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

const replacement = "\uFFFD"

// Compact appends a JSON value to dst without the white space between its tokens. Everything else
// stays as it came, byte for byte, but for bytes that aren't valid UTF-8: each becomes U+FFFD.
// The value must have been scanned before.
func Compact(dst, b []byte) []byte {
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '"':
			end, high := textEnd(b, i)
			dst = appendUTF8(dst, b[i:end], high)
			i = end
		case c <= ' ':
			i++
		default:
			from := i
			for i < len(b) && b[i] > ' ' && b[i] != '"' {
				i++
			}
			dst = append(dst, b[from:i]...)
		}
	}
	return dst
}

// textEnd returns the index behind the string that begins at b[i], and whether it has a byte
// that isn't ASCII.
func textEnd(b []byte, i int) (end int, high bool) {
	for i++; ; {
		j, h := plain(b, i)
		high = high || h != 0
		switch {
		case j >= len(b):
			return len(b), high
		case b[j] == '"':
			return j + 1, high
		case b[j] == '\\':
			j++
		}
		i = min(j+1, len(b))
	}
}

// appendUTF8 appends b, with U+FFFD for each byte that isn't part of valid UTF-8.
func appendUTF8(dst, b []byte, high bool) []byte {
	if !high || utf8.Valid(b) {
		return append(dst, b...)
	}
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		dst = utf8.AppendRune(dst, r)
		b = b[n:]
	}
	return dst
}

// AppendString appends text to dst as a JSON string. Quotes, backslashes and control characters
// are escaped, bytes that aren't valid UTF-8 become U+FFFD, all else stays as it is.
func AppendString(dst, text []byte) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for len(text) > 0 {
		n, high := plain(text, 0)
		dst = appendUTF8(dst, text[:n], high != 0)
		if n == len(text) {
			break
		}
		switch c := text[n]; c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		text = text[n+1:]
	}
	return append(dst, '"')
}

// Unquote appends what a JSON string, given with its quotes, stands for: always valid UTF-8, with
// U+FFFD for lone surrogates and for invalid bytes.
func Unquote(dst, raw []byte) []byte {
	if len(raw) < 2 {
		return dst
	}
	raw = raw[1 : len(raw)-1]
	for {
		n := bytes.IndexByte(raw, '\\')
		if n < 0 {
			return appendUTF8(dst, raw, true)
		}
		dst = appendUTF8(dst, raw[:n], true)
		r, size := unescape(raw[n:])
		dst = utf8.AppendRune(dst, r)
		raw = raw[n+size:]
	}
}

// unescape decodes the escape sequence, or the pair of them, that b begins with.
func unescape(b []byte) (r rune, size int) {
	if len(b) < 2 {
		return utf8.RuneError, len(b)
	}
	switch b[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
	default:
		return rune(b[1]), 2
	}
	if r = hexRune(b); r < 0 {
		return utf8.RuneError, len(b)
	}
	if pair := utf16.DecodeRune(r, hexRune(b[6:])); pair != utf8.RuneError {
		return pair, 12
	}
	return r, 6 // AppendRune makes U+FFFD of a surrogate
}

// hexRune returns the value of \uXXXX at the beginning of b, or -1.
func hexRune(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range b[2:6] {
		d := hexDigit(c)
		if d < 0 {
			return -1
		}
		r = r<<4 | rune(d)
	}
	return r
}

func hexDigit(c byte) int {
	switch {
	case c-'0' < 10:
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
