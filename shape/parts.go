package shape

import (
	"regexp"
	"sync"

	"github.com/toolfit/toolfit/shape/input"
)

// A part is a member of an object or an element of an array, by where it stands in the text.
type part struct {
	name       string // of a member, without escapes
	key        int    // where its name begins; of an element the same as start
	start, end int    // of the value
}

// partsOf takes the object or array that begins at text[at] apart. The text must be valid JSON, of
// any size and depth. end is the place behind the value.
func partsOf(text []byte, at int) (list []part, end int) {
	object := text[at] == '{'
	for i := at + 1; ; {
		if i = skipTo(text, i); text[i] == '}' || text[i] == ']' {
			return list, i + 1
		}
		p := part{key: i, start: i}
		if object {
			behind := stringEnd(text, i)
			p.name = string(input.Unquote(nil, text[i:behind]))
			p.start = skipTo(text, skipTo(text, behind)+1)
		}
		p.end = valueEnd(text, p.start)
		list = append(list, p)
		i = p.end
	}
}

// skipTo returns the place of the next byte that is neither white space nor a comma.
func skipTo(text []byte, i int) int {
	for text[i] <= ' ' || text[i] == ',' {
		i++
	}
	return i
}

// valueEnd returns the place behind the value that begins at text[i].
func valueEnd(text []byte, i int) int {
	for depth := 0; ; {
		switch c := text[i]; {
		case c == '"':
			i = stringEnd(text, i)
		case c == '{' || c == '[':
			depth++
			i++
		case c == '}' || c == ']':
			depth--
			i++
		case c == ',' || c == ':' || c <= ' ':
			i++
			continue
		default:
			for i < len(text) && !delimiter(text[i]) {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
}

func delimiter(c byte) bool { return c <= ' ' || c == ',' || c == '}' || c == ']' || c == ':' }

// expression returns what compiles a regular expression when it is first wanted: no call pays for
// one that it doesn't want.
func expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// unquoted returns what a JSON string stands for, "" if it is none.
func unquoted(raw []byte) string {
	if len(raw) == 0 || raw[0] != '"' {
		return ""
	}
	return string(input.Unquote(nil, raw))
}
