package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestLargeRowToPipe has rows that are too long to be held: whole, they go to a pipe nevertheless. What
// would have to be taken out of one is refused, with the rows before it.
func TestLargeRowToPipe(t *testing.T) {
	d := newDesk(t)
	large := fmt.Sprintf(`{"id": 1, "text": "%s" , "list": [ 1, 2.50 ] }`, strings.Repeat(`漢 \"\ud83d 🙂`, 300_000))
	for name, c := range map[string]struct{ rows, input string }{
		"lines": {".", `{"id":0}` + "\n" + large + "\n" + `{"id":2}`},
		"array": {".", `[{"id":0},` + large + `,{"id":2}]`},
		"map":   {".pages[]", `{"pages":{"a":{"id":0},"b":` + large + `,"c":{"id":2}}}`},
	} {
		e, err := open(d.call([]byte(c.input), "-b", "400", "--rows", c.rows).out)
		if err != nil || e.Handle == nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := json.Compact(&want, []byte(large)); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ flags, want string }{
			{"", `{"id":0}` + "\n" + want.String() + "\n" + `{"id":2}` + "\n"},
			{"--where .id>0", want.String() + "\n" + `{"id":2}` + "\n"},
			{"--row 1", want.String() + "\n"},
			{"--offset 1 --limit 1", want.String() + "\n"},
		} {
			r := d.call(nil, append([]string{"read", *e.Handle, "--to", "ndjson"}, strings.Fields(c.flags)...)...)
			if r.code != 0 || string(r.out) != c.want {
				t.Errorf("%s: %q: exit %d, %d bytes, want %d: %.200s", name, c.flags, r.code, len(r.out), len(c.want), r.out)
			}
		}
		r := d.call(nil, "read", *e.Handle, "--to", "ndjson", "-f", "id")
		if r.code != 2 || !bytes.HasPrefix(r.out, []byte(`{"id":0}`+"\n"+`{"error":{"code":"usage"`)) {
			t.Errorf("%s: a projection: exit %d: %.300s", name, r.code, r.out)
		}
	}
}
