package input

import (
	"bytes"
	"unicode/utf8"
)

// textFlags returns the flags of a string, or of a piece of one.
func textFlags(b []byte) (flags uint8) {
	if bytes.IndexByte(b, '\\') >= 0 {
		flags |= Escaped
	}
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return flags | NonASCII
		}
	}
	return flags
}

// TextSize returns the length in UTF-8 of what a JSON string, given with its quotes, stands for.
func TextSize(raw []byte) int {
	if len(raw) < 2 {
		return 0
	}
	n, _ := textSize(raw[1 : len(raw)-1])
	return n
}

// textSize is TextSize for a piece of a string, without quotes. It also reports whether the piece
// is valid UTF-8 as it stands.
func textSize(b []byte) (n int, valid bool) {
	valid = true
	for i := 0; i < len(b); {
		end, high := plain(b, i)
		n += end - i
		if high != 0 && !utf8.Valid(b[i:end]) {
			n += invalid(b[i:end]) * (len(replacement) - 1)
			valid = false
		}
		switch i = end; {
		case i == len(b):
		case b[i] == '\\':
			r, size := unescape(b[i:])
			n += len(string(r))
			i += size
		default:
			n++
			i++
		}
	}
	return n, valid
}

// invalid counts the bytes of b that aren't part of valid UTF-8.
func invalid(b []byte) (n int) {
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			n++
		}
		b = b[size:]
	}
	return n
}

// cutText returns the longest beginning of b, a string without its closing quote, that is at most
// limit bytes and doesn't end inside an escape, a pair of surrogates or an UTF-8 sequence.
func cutText(b []byte, limit int) []byte {
	if len(b) <= limit {
		return b
	}
	end := 0
	for end < limit {
		n := bytes.IndexByte(b[end:limit], '\\')
		if n < 0 {
			head := b[:limit]
			return head[:limit-min(unfinished(head), limit-end)]
		}
		_, size := unescape(b[end+n:])
		if end+n+size > limit {
			return b[:end+n]
		}
		end += n + size
	}
	return b[:end]
}
