package cmd

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"
)

// slowly reads a line at a time, which takes as long as step on its clock.
type slowly struct {
	lines []string
	clock time.Time
	step  time.Duration
}

func (s *slowly) Read(p []byte) (int, error) {
	if len(s.lines) == 0 {
		return 0, io.EOF
	}
	line := s.lines[0]
	s.lines = s.lines[1:]
	s.clock = s.clock.Add(s.step)
	return copy(p, line), nil
}

// A line on stderr says what was read, if reading takes over a second and it was asked for; it is
// gone at the end, and stdout is the same.
func TestProgress(t *testing.T) {
	tests := []struct {
		args  []string
		step  time.Duration
		shows bool
	}{
		{[]string{"--progress"}, 400 * time.Millisecond, true},
		{[]string{"--progress"}, time.Millisecond, false},
		{nil, 400 * time.Millisecond, false},
		{[]string{"--to", "table"}, 400 * time.Millisecond, false}, // stderr is no terminal
	}
	for _, test := range tests {
		in := &slowly{lines: strings.SplitAfter(strings.Repeat("{\"a\":1}\n", 100), "\n"), step: test.step}
		env := map[string]string{"TOOLFIT_STORE": t.TempDir(), "HOME": t.TempDir()}
		var out, errs bytes.Buffer
		c := call{
			args: test.args, stdin: in, stdout: &out, stderr: &errs,
			env: func(name string) string { return env[name] },
			now: func() time.Time { return in.clock },
		}
		if status := c.run(); status != 0 || !strings.Contains(out.String(), "100") {
			t.Fatalf("%s: status %d: %s", test.args, status, out.String())
		}
		lines := strings.Split(errs.String(), "\r")
		if !test.shows {
			if errs.Len() > 0 {
				t.Errorf("%s: stderr has %q", test.args, errs.String())
			}
			continue
		}
		shown := regexp.MustCompile(`^[0-9.]+ K?i?B +[0-9]+ rows +.+`)
		if len(lines) < 5 || !shown.MatchString(lines[len(lines)-3]) {
			t.Errorf("%s: stderr has %q", test.args, lines)
		}
		if wiped := lines[len(lines)-2]; strings.ContainsAny(wiped, "B0123456789rows") || lines[len(lines)-1] != "" {
			t.Errorf("%s: at last stderr has %q", test.args, lines[len(lines)-2:])
		}
	}
}
