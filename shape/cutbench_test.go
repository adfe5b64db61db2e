package shape

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// ticket is an item as trackers give them: small values, links, a long text, a list of comments.
func ticket(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"id":4711,"title":"The page does not load","user":{"login":"mona","id":7`)
	for i := range 12 {
		fmt.Fprintf(&b, `,"link_%d":"https://tracker.example/users/mona/%d"`, i, i)
	}
	fmt.Fprintf(&b, `},"body":%q,"comments":[`, strings.Repeat("It worked before the last change. ", 20*n))
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"by":"user%d","at":"2026-01-02T03:04:05Z","text":%q}`, i,
			strings.Repeat("I see the same here. ", 1+i%20))
	}
	b.WriteString(`],"open":true}`)
	return b.Bytes()
}

func BenchmarkCut(b *testing.B) {
	items := []struct {
		name       string
		item       []byte
		limit, fit int
	}{
		{"ticket/list", ticket(50), 75, 375},
		{"ticket/detail", ticket(50), 0, 1400},
		{"text/4MiB", encode(map[string]string{"t": strings.Repeat("天地玄黃宇宙洪荒", 170_000)}), 75, 375},
		{"run/4MiB", encode(map[string]string{"t": strings.Repeat("y", 4<<20)}), 75, 375},
		{"members/100000", members(100_000), 75, 375},
		{"nested/100000", nested(100_000), 75, 375},
	}
	for _, it := range items {
		b.Run(it.name, func(b *testing.B) {
			c := newCutter(b)
			var dst []byte
			b.SetBytes(int64(len(it.item)))
			for b.Loop() {
				dst = c.cut(dst[:0], it.item, nil, it.limit, it.fit).out
			}
		})
	}
}

// members is an object with n members.
func members(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, `,"member_%d":%d`, i, i)
	}
	return append(append([]byte{'{'}, b.Bytes()[1:]...), '}')
}

// nested is n arrays and objects around each other.
func nested(n int) []byte {
	return []byte(strings.Repeat(`[{"a":`, n/2) + "1" + strings.Repeat("}]", n/2))
}
