package main

import (
	"bytes"
	"fmt"
	"go/format"
	"unicode"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

const (
	upper    = vocab.Letter | vocab.Head
	lower    = vocab.Letter | vocab.Tail
	caseless = vocab.Letter | vocab.Head | vocab.Tail
	mark     = vocab.Head | vocab.Tail
	number   = vocab.Number
)

// goUnicode is the version of Unicode in the standard library that added starts from.
const goUnicode = "15.0.0"

// classTable returns the class of every code point in two stages: see vocab.Classes.
func classTable() ([]byte, error) {
	if unicode.Version != goUnicode {
		return nil, fmt.Errorf("classify Unicode: this Go has version %s, not %s",
			unicode.Version, goUnicode)
	}
	all := make([]byte, unicode.MaxRune+1)
	for r := range all {
		all[r] = class(rune(r))
	}
	for _, a := range added {
		for r := a.first; r <= a.last; r++ {
			all[r] = a.class
		}
	}
	return vocab.BuildClasses(all)
}

// asciiTable returns the source of the classes of ASCII, by byte, with the rest set to wide.
func asciiTable() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(header +
		"// asciiClass is the class of a byte of ASCII, and wide for any other byte.\n" +
		"var asciiClass = [256]byte{")
	for i := range 256 {
		if i%16 == 0 {
			b.WriteString("\n")
		}
		if i < 0x80 {
			fmt.Fprintf(&b, "%d, ", class(rune(i)))
		} else {
			b.WriteString("wide, ")
		}
	}
	b.WriteString("\n}\n")
	return format.Source(b.Bytes())
}

func class(r rune) byte {
	switch {
	case r == '\r' || r == '\n':
		return vocab.Space | vocab.Newline
	case unicode.IsSpace(r):
		return vocab.Space
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return upper
	case unicode.Is(unicode.Ll, r):
		return lower
	case unicode.IsLetter(r):
		return caseless
	case unicode.IsMark(r):
		return mark
	case unicode.IsNumber(r):
		return number
	}
	return 0
}

// added lists the letters, marks and numbers that Unicode 15.1 and 16.0 added. tiktoken itself, in
// Rust, knows them (its regex-syntax is at 16.0); tiktoken-go takes what the Go it is built with
// has. The difference is rarely seen: these characters are in no token.
var added = []struct {
	first, last rune
	class       byte
}{
	{0x897, 0x897, mark},
	{0x1c89, 0x1c89, upper},
	{0x1c8a, 0x1c8a, lower},
	{0xa7cb, 0xa7cc, upper},
	{0xa7cd, 0xa7cd, lower},
	{0xa7da, 0xa7da, upper},
	{0xa7db, 0xa7db, lower},
	{0xa7dc, 0xa7dc, upper},
	{0x105c0, 0x105f3, caseless},
	{0x10d40, 0x10d49, number},
	{0x10d4a, 0x10d4d, caseless},
	{0x10d4e, 0x10d4e, caseless},
	{0x10d4f, 0x10d4f, caseless},
	{0x10d50, 0x10d65, upper},
	{0x10d69, 0x10d6d, mark},
	{0x10d6f, 0x10d6f, caseless},
	{0x10d70, 0x10d85, lower},
	{0x10ec2, 0x10ec4, caseless},
	{0x10efc, 0x10efc, mark},
	{0x11380, 0x11389, caseless},
	{0x1138b, 0x1138b, caseless},
	{0x1138e, 0x1138e, caseless},
	{0x11390, 0x113b5, caseless},
	{0x113b7, 0x113b7, caseless},
	{0x113b8, 0x113c0, mark},
	{0x113c2, 0x113c2, mark},
	{0x113c5, 0x113c5, mark},
	{0x113c7, 0x113ca, mark},
	{0x113cc, 0x113d0, mark},
	{0x113d1, 0x113d1, caseless},
	{0x113d2, 0x113d2, mark},
	{0x113d3, 0x113d3, caseless},
	{0x113e1, 0x113e2, mark},
	{0x116d0, 0x116e3, number},
	{0x11bc0, 0x11be0, caseless},
	{0x11bf0, 0x11bf9, number},
	{0x11f5a, 0x11f5a, mark},
	{0x13460, 0x143fa, caseless},
	{0x16100, 0x1611d, caseless},
	{0x1611e, 0x1612f, mark},
	{0x16130, 0x16139, number},
	{0x16d40, 0x16d42, caseless},
	{0x16d43, 0x16d6a, caseless},
	{0x16d6b, 0x16d6c, caseless},
	{0x16d70, 0x16d79, number},
	{0x18cff, 0x18cff, caseless},
	{0x1ccf0, 0x1ccf9, number},
	{0x1e5d0, 0x1e5ed, caseless},
	{0x1e5ee, 0x1e5ef, mark},
	{0x1e5f0, 0x1e5f0, caseless},
	{0x1e5f1, 0x1e5fa, number},
	{0x2ebf0, 0x2ee5d, caseless},
}
