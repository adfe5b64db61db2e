package input

import (
	"io"
	"strings"
	"testing"
)

// Where NDJSON is asked for, one line of it is one row, whatever it wraps.
func TestOneLineOfNDJSON(t *testing.T) {
	for _, text := range []string{
		`{"a":1,"items":[{"b":1},{"b":2}]}` + "\n",
		`{"a":1,"items":[{"b":1},{"b":2}]}` + "\n" + `{"a":2,"items":[]}`,
	} {
		r := Open(strings.NewReader(text), Options{From: "ndjson", Kept: new(memBody)})
		var row Row
		n := 0
		for ; ; n++ {
			err := r.Next(&row)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.Split(strings.TrimSpace(text), "\n")[n]; string(row.Bytes) != want {
				t.Errorf("row %d is %s, want %s", n, row.Bytes, want)
			}
		}
		if want := strings.Count(strings.TrimSpace(text), "\n") + 1; n != want {
			t.Errorf("%d rows in %q, want %d", n, text, want)
		}
	}
}
