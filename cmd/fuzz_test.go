package cmd_test

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"testing"
)

// FuzzFilter holds any bytes under any budget against the promises that need no knowledge of the
// rows: one JSON value within its limits, an error if and only if the exit status says so, and
// behind the handle the very input.
func FuzzFilter(f *testing.F) {
	for n := range uint64(40) {
		r := rand.New(rand.NewPCG(n, 2))
		if s := invent(r); len(s.body) < 4096 {
			f.Add(s.body, 60+r.IntN(600))
		}
	}
	d := newDesk(f)
	f.Fuzz(func(t *testing.T, body []byte, budget int) {
		if len(body) > 1<<16 || budget < 0 || budget > 2000 {
			t.Skip("too large for tiktoken-go, which is quadratic on long runs")
		}
		r := d.call(body, "--keep", "-b", strconv.Itoa(budget))
		e, err := open(r.out)
		if err != nil {
			t.Fatalf("exit %d: %v", r.code, err)
		}
		if (r.code == 0) != (e.Error == nil) || len(r.err) > 0 {
			t.Fatalf("exit %d, stderr %q: %s", r.code, r.err, r.out)
		}
		if err := inLimits(e, r.out, "o200k_base", budget, 65536); err != nil {
			t.Fatalf("%v: %s", err, r.out)
		}
		if e.Handle == nil {
			return
		}
		if raw := d.call(nil, "read", *e.Handle, "--to", "raw"); !bytes.Equal(raw.out, body) {
			t.Fatalf("--to raw gave %d bytes of %d", len(raw.out), len(body))
		}
	})
}
