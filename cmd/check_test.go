package cmd_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/toolfit/toolfit/cmd"
)

// What can't be read to its end is no envelope, whatever came before.
func TestCheckUnreadable(t *testing.T) {
	d := newDesk(t)
	in := io.MultiReader(strings.NewReader(`{"truncated":false,`), iotest.ErrReader(errors.New("gone")))
	var out bytes.Buffer
	if code := cmd.Run([]string{"check"}, d.env, in, &out, &out); code != 1 || out.String() != "input: stdin can't be read\n" {
		t.Errorf("exit %d: %s", code, out.String())
	}
}

// TestCheckWalks lets check follow the envelopes of invented inputs to the end: what toolfit prints
// keeps every promise that check knows of.
func TestCheckWalks(t *testing.T) {
	trials := 60
	if long() {
		trials = 2000
	}
	ways := [][]string{
		{"--layout", "columns"}, {"--sort=-id"}, {"--count-by", "id,note", "--top", "2:id"}, {"--to", "mcp"}, {"-n", "3"},
	}
	d := newDesk(t)
	for _, one := range []string{`[[]]`, `[[1,2]]`, `[[{"id":5}]]`} { // a row is a list
		page := d.call([]byte(one), "--count-by", "id,.[]")
		if c := d.call(page.out, "check", "--walk"); string(c.out) != "ok\n" {
			t.Errorf("%s: %s\n%.900s", one, c.out, page.out)
		}
	}
	for n := range trials {
		r := rand.New(rand.NewPCG(uint64(n), 9))
		s := invent(r)
		args := append([]string{"-b", strconv.Itoa(300 + r.IntN(2500))}, s.args...)
		for _, way := range ways {
			if r.IntN(4) == 0 {
				args = append(args, way...)
			}
		}
		page := d.call(s.body, args...)
		if c := d.call(page.out, "check", "--walk"); c.code != 0 || string(c.out) != "ok\n" {
			t.Errorf("trial %d, %q: %s\n%.900s", n, args, c.out, page.out)
		}
	}
}
