package vocab

import "fmt"

// What the patterns of the encodings ask of a character. The value 0 is a character that is none
// of these: punctuation, a symbol, a control character, or unassigned.
const (
	Space   byte = 1 << iota // \s
	Newline                  // \r or \n; Space too
	Number                   // \p{N}
	Letter                   // \p{L}
	Head                     // \p{Lu} \p{Lt} \p{Lm} \p{Lo} \p{M}: begins a word in o200k_base
	Tail                     // \p{Ll} \p{Lm} \p{Lo} \p{M}: ends one
)

const (
	blockBits = 7
	blockSize = 1 << blockBits
	blocks    = (0x10ffff + 1) >> blockBits
)

// Classes is a table of the classes of all code points: the number of a block for every 128 code
// points (one byte each), then the blocks, one byte for a code point.
type Classes string

// Of returns the class of r, which must not be over 0x10ffff.
func (c Classes) Of(r uint32) byte {
	return c[blocks+int(c[r>>blockBits])<<blockBits+int(r&(blockSize-1))]
}

// BuildClasses lays out the classes of the code points from 0 to 0x10ffff.
func BuildClasses(all []byte) ([]byte, error) {
	numbers := map[string]byte{}
	first, second := []byte{}, []byte{}
	for i := 0; i < len(all); i += blockSize {
		block := string(all[i : i+blockSize])
		n, ok := numbers[block]
		if !ok {
			if len(numbers) == 256 {
				return nil, fmt.Errorf("lay out classes: more than 256 blocks")
			}
			n = byte(len(numbers))
			numbers[block] = n
			second = append(second, block...)
		}
		first = append(first, n)
	}
	return append(first, second...), nil
}
