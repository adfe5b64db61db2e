package input

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// TestCompactTo holds values that come in pieces against Compact, which has them whole.
func TestCompactTo(t *testing.T) {
	parts := []string{
		"{ ", "\"a b\" : ", "[ 1 ,\t-2.50e3 ]", "\"\\\" \\\\\"", "\"漢 🙂\"", "\" \xff\xe6\xbc \"", " }\r\n", "\"\\u0020\"",
		"\"" + strings.Repeat("é ", 1<<17) + "\"", strings.Repeat(" ", 1<<18),
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		var b []byte
		for range r.IntN(30) {
			b = append(b, parts[r.IntN(len(parts))]...)
		}
		for name, in := range map[string]io.Reader{
			"whole": bytes.NewReader(b), "halves": iotest.HalfReader(bytes.NewReader(b)),
			"end with the last": iotest.DataErrReader(bytes.NewReader(b)),
			"shifted":           io.MultiReader(bytes.NewReader(b[:len(b)/3]), bytes.NewReader(b[len(b)/3:])),
		} {
			var got bytes.Buffer
			if err := CompactTo(&got, in); err != nil || !bytes.Equal(got.Bytes(), Compact(nil, b)) {
				t.Fatalf("%s: %v: %d bytes of %.200q", name, err, got.Len(), b)
			}
		}
	}
	if err := CompactTo(io.Discard, iotest.ErrReader(io.ErrUnexpectedEOF)); err != io.ErrUnexpectedEOF {
		t.Error(err)
	}
}
