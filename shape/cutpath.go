package shape

import (
	"bytes"

	"github.com/toolfit/toolfit/shape/input"
)

// path returns the jq path of value i, and whether it is an array or an object. It ends at an
// object if the member on the way is not the one that jq sees there.
func (c *cutter) path(i int32) (path string, list bool) {
	var b []byte
	at := int32(0)
	for at != i {
		next, nth := c.towards(at, i)
		cell := &c.cells[next]
		if c.hidden(next, at) {
			break
		}
		if cell.Key < 0 {
			if len(b) == 0 {
				b = append(b, '.')
			}
			b = append(b, '[')
			b = append(appendInt(b, nth), ']')
		} else {
			b = appendName(append(b, '.'), unescaped(c.label(next)))
		}
		at = next
	}
	if len(b) == 0 {
		b = append(b, '.')
	}
	return string(b), container(&c.cells[at])
}

// hidden reports whether a member of object at is followed by another one of the same name.
func (c *cutter) hidden(member, at int32) bool {
	if c.cells[member].Key < 0 {
		return false
	}
	name := c.label(member)
	plain := unescaped(name)
	for k := c.cells[member].Next; k < c.cells[at].Next; k = c.cells[k].Next {
		other := c.label(k)
		if bytes.Equal(other, name) ||
			bytes.IndexByte(other, '\\') >= 0 && unescaped(other) == plain ||
			string(other) == plain {
			return true
		}
	}
	return false
}

// towards returns the child of container at that value i is in, and which one it is.
func (c *cutter) towards(at, i int32) (child int32, nth int64) {
	child = at + 1
	for c.cells[child].Next <= i {
		child = c.cells[child].Next
		nth++
	}
	return child, nth
}

// appendName appends a name as a jq path has it: as a JSON string unless it is a word.
func appendName(dst []byte, name string) []byte {
	word := len(name) > 0 && (name[0] < '0' || name[0] > '9')
	for _, b := range []byte(name) {
		word = word && (b == '_' || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z')
	}
	if word {
		return append(dst, name...)
	}
	return input.AppendString(dst, []byte(name))
}
