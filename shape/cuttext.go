package shape

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/toolfit/toolfit/shape/input"
)

// ellipsis ends a string that was cut.
const ellipsis = "…"

// A headFinder finds where to cut strings. Strings are given as the content of JSON strings: what
// is between the quotes, escapes included.
type headFinder struct {
	trial []byte
	plain []byte // without escapes
}

// short writes string i, cut, in at most room tokens, or as nothing but an ellipsis. A string that
// is no more than a head and an ellipsis itself stays what it is.
func (c *cutter) short(dst []byte, i int32, room int) ([]byte, form) {
	text := c.content(&c.cells[i])
	n, tokens := c.headOf(text, room, ellipsis, true)
	_, lost := c.facts.lost(i)
	if n == len(text) && !lost {
		n = c.head.cluster(text, max(n-1, 0))
	}
	if !lost && len(text)-n <= len(`\u2026`) && unescaped(text[n:]) == ellipsis {
		whole := c.src[c.cells[i].Start:c.cells[i].End]
		return append(dst, whole...), form{kept: len(text), tokens: tokens}
	}
	dst = append(dst, '"')
	dst = append(dst, text[:n]...)
	dst = append(dst, ellipsis...)
	return append(dst, '"'), form{cuts: 1, first: i, kept: n, tokens: tokens, cut: true}
}

// slice appends to dst a JSON string with the piece of the JSON string raw that begins at byte
// offset of what raw stands for: as many grapheme clusters as have room in fit tokens, quotes
// included, and at least one character. Pieces are parts of raw as it is written, so that joined
// they stand for the same as raw. A lone surrogate and an invalid byte count as 3 bytes.
//
// start is where the piece begins: offset, or the first character behind if there is none at
// offset; end is where it ends, which is the whole size if nothing is left.
func (c *cutter) slice(dst, raw []byte, offset int64, fit int) (out []byte, start, end int64) {
	if !utf8.Valid(raw) {
		raw = input.Compact(nil, raw)
	}
	text := raw[1 : len(raw)-1]
	at, start := seek(text, offset)
	text = text[at:]
	n, _ := c.headOf(text, fit, "", true)
	if n == 0 {
		n, _ = c.headOf(text, fit, "", false)
	}
	if n == 0 && len(text) > 0 {
		n = unit(text)
	}
	from := len(dst)
	dst = append(dst, '"')
	dst = append(dst, text[:n]...)
	dst = append(dst, '"')
	return dst, start, start + int64(input.TextSize(dst[from:]))
}

// headOf returns the length of the longest head of text, about, that has at most room tokens in
// quotes and with end behind it, and those tokens. It ends between two grapheme clusters or, if
// clusters is false, between two characters. It may be empty, and too much even so.
func (c *cutter) headOf(text []byte, room int, end string, clusters bool) (n, tokens int) {
	cut := c.head.character
	if clusters {
		cut = c.head.cluster
	}
	n = cut(text, c.longest(text, room))
	for want, tries := room, 0; ; tries++ {
		tokens = c.count.Count(c.head.quoted(text[:n], end+`"`))
		if n == 0 || tokens <= room {
			return n, tokens
		}
		want -= max(tokens-room, 1<<tries>>3)
		n = cut(text, max(c.count.Prefix(c.head.quoted(text[:n], ""), max(want, 0))-1, 0))
	}
}

// longest returns how much of text has room, about, with a quote before it.
func (c *cutter) longest(text []byte, room int) int {
	for size := 8*max(room, 0) + 64; ; size *= 4 {
		for size < len(text) && !utf8.RuneStart(text[size]) {
			size--
		}
		window := text[:min(size, len(text))]
		n := max(c.count.Prefix(c.head.quoted(window, ""), max(room, 0))-1, 0)
		if n < len(window) || len(window) == len(text) {
			return n
		}
	}
}

// quoted returns text with a quote before and end behind it, until it is called again.
func (h *headFinder) quoted(text []byte, end string) []byte {
	h.trial = append(h.trial[:0], '"')
	h.trial = append(h.trial, text...)
	h.trial = append(h.trial, end...)
	return h.trial
}

// character returns the end of the last character of text that ends at or before n.
func (h *headFinder) character(text []byte, n int) int {
	at := 0
	for at < n {
		next := at + unit(text[at:])
		if next > n {
			break
		}
		at = next
	}
	return at
}

// cluster returns the end of the last grapheme cluster of text that ends at or before n.
func (h *headFinder) cluster(text []byte, n int) int {
	if n <= 0 || n == len(text) || betweenASCII(text, n) {
		return n
	}
	h.plain = h.plain[:0]
	limit := 0
	for at := 0; at <= n; {
		limit = len(h.plain)
		next := at + unit(text[at:])
		h.plain = appendUnit(h.plain, text[at:next])
		at = next
	}
	end := 0
	for it := graphemes.FromBytes(h.plain); it.Next() && it.End() <= limit; {
		end = it.End()
	}
	at, _ := seek(text, int64(end))
	return at
}

// betweenASCII reports whether n is between two ASCII characters of text that aren't written as
// escapes. No cluster goes on there.
func betweenASCII(text []byte, n int) bool {
	const longest = len(`\ud83d\ude00`)
	return text[n-1] < utf8.RuneSelf && text[n] < utf8.RuneSelf &&
		bytes.IndexByte(text[max(0, n-longest):n], '\\') < 0
}

// seek finds the first character of text at or behind byte offset of what text stands for. It
// returns its place in text, and its offset.
func seek(text []byte, offset int64) (at int, found int64) {
	for found < offset && at < len(text) {
		plain := bytes.IndexByte(text[at:], '\\')
		if plain < 0 {
			plain = len(text) - at
		}
		if plain > 0 {
			n := int(min(int64(plain), offset-found))
			for at+n < len(text) && !utf8.RuneStart(text[at+n]) {
				n++
			}
			at, found = at+n, found+int64(n)
			continue
		}
		n := unit(text[at:])
		found += int64(len(appendUnit(nil, text[at:at+n])))
		at += n
	}
	return at, found
}

// unit returns the length of the first character of text as it is written: a byte sequence, an
// escape, or two escapes for the halves of a surrogate pair.
func unit(text []byte) int {
	if text[0] != '\\' {
		_, n := utf8.DecodeRune(text)
		return n
	}
	if text[1] != 'u' {
		return 2
	}
	if utf16.IsSurrogate(hex(text[2:])) && len(text) >= 12 && text[6] == '\\' && text[7] == 'u' &&
		utf16.DecodeRune(hex(text[2:]), hex(text[8:])) != utf8.RuneError {
		return 12
	}
	return 6
}

// appendUnit appends what one character, as it is written, stands for. A lone surrogate becomes
// U+FFFD, which is as long.
func appendUnit(dst, text []byte) []byte {
	switch {
	case text[0] != '\\':
		return append(dst, text...)
	case len(text) == 12:
		return utf8.AppendRune(dst, utf16.DecodeRune(hex(text[2:]), hex(text[8:])))
	case len(text) == 6:
		return utf8.AppendRune(dst, hex(text[2:]))
	}
	const escapes, meanings = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	return append(dst, meanings[bytes.IndexByte([]byte(escapes), text[1])])
}

// hex decodes the four digits of an escape.
func hex(b []byte) rune {
	r := rune(0)
	for _, d := range b[:4] {
		switch {
		case d <= '9':
			d -= '0'
		default:
			d = d&^0x20 - 'A' + 10
		}
		r = r<<4 | rune(d)
	}
	return r
}
