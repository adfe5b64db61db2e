package token

import (
	_ "embed"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

//go:embed classes.bin
var classBytes string

const (
	space   = vocab.Space
	newline = vocab.Newline
	number  = vocab.Number
	letter  = vocab.Letter
	head    = vocab.Head
	tail    = vocab.Tail
)

// wide is in asciiClass for a byte that is part of a longer character. It is no class.
const wide = 1 << 7

// classAt returns the class of the character at b[i], and its length in bytes. Here and in all
// functions that cut pre-tokens b is valid UTF-8.
func classAt(b []byte, i int) (class byte, size int) {
	if class = asciiClass[b[i]]; class != wide {
		return class, 1
	}
	return wideClassAt(b, i)
}

func wideClassAt(b []byte, i int) (class byte, size int) {
	c := vocab.Classes(classBytes)
	b0 := b[i]
	switch r := b[i+1:]; {
	case b0 < 0xe0:
		return c.Of(uint32(b0&0x1f)<<6 | uint32(r[0]&0x3f)), 2
	case b0 < 0xf0:
		return c.Of(uint32(b0&0xf)<<12 | uint32(r[0]&0x3f)<<6 | uint32(r[1]&0x3f)), 3
	default:
		return c.Of(uint32(b0&7)<<18 | uint32(r[0]&0x3f)<<12 |
			uint32(r[1]&0x3f)<<6 | uint32(r[2]&0x3f)), 4
	}
}

// runOf returns the end of the run of characters from b[i] that are in any of the classes of mask.
func runOf(b []byte, i int, mask byte) int {
	for i < len(b) {
		if asciiClass[b[i]]&mask != 0 {
			i++
			continue
		}
		class, size := classAt(b, i)
		if class&mask == 0 {
			break
		}
		i += size
	}
	return i
}

// runWithout returns the end of the run of characters from b[i] that are in no class of mask.
func runWithout(b []byte, i int, mask byte) int {
	for i < len(b) {
		class, size := classAt(b, i)
		if class&mask != 0 {
			break
		}
		i += size
	}
	return i
}
