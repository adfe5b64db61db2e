package input

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// A TextReader gives what encoding/json makes of the string, wherever its pieces end, and says when
// that isn't all of it.
func TestTextReader(t *testing.T) {
	filler := strings.Repeat("x", textPiece-20)
	for _, c := range []struct {
		raw   string
		lossy bool
	}{
		{`""`, false},
		{`"plain"`, false},
		{`"a\n\t\"\\\/é\u00e9"`, false},
		{`"😀\ud83d\ude00"`, false},
		{`"\ufffd�"`, false},
		{`"\ud83d"`, true},
		{`"\ude00\ud83d"`, true},
		{"\"a\xffb\"", true},
	} {
		for pad := 0; pad < 24; pad++ {
			raw := c.raw
			if pad > 0 {
				raw = `"` + filler + strings.Repeat("y", pad) + raw[1:]
			}
			var want string
			if err := json.Unmarshal([]byte(raw), &want); err != nil {
				t.Fatalf("%s: %v", c.raw, err)
			}
			r := NewTextReader(nil)
			for _, in := range []io.Reader{
				strings.NewReader(raw), iotest.HalfReader(strings.NewReader(raw)),
			} {
				r.Reset(in)
				got, err := io.ReadAll(r)
				if err != nil || !bytes.Equal(got, []byte(want)) || r.Lossy() != c.lossy {
					t.Fatalf("%s, %d bytes before: %v, lossy %t", c.raw, len(filler)+pad, err, r.Lossy())
				}
			}
		}
	}
}
