package cmd_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterrupted ends a process whose input goes on, as Ctrl-C, kill and a closed terminal do. It
// dies of that signal, says nothing, and leaves neither a handle nor what it had begun to write.
func TestInterrupted(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		d := newDesk(t)
		c := d.command("toolfit", "--keep")
		var said bytes.Buffer
		c.Stdout, c.Stderr = &said, &said
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := in.Write(manyLines("cut short", 100_000)); err != nil {
			t.Fatal(err)
		}
		for len(unfinished(t, d)) == 0 {
			time.Sleep(time.Millisecond)
		}
		if err := c.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		c.Wait() // says that a signal ended it
		in.Close()
		if died := c.ProcessState.Sys().(syscall.WaitStatus); !died.Signaled() || died.Signal() != s {
			t.Errorf("%v: %v", s, c.ProcessState)
		}
		if said.Len() > 0 {
			t.Errorf("%v: it said %s", s, said.Bytes())
		}
		if left := append(handles(t, d), unfinished(t, d)...); len(left) > 0 {
			t.Errorf("%v left %q", s, left)
		}
	}
}

// unfinished are files that are being written in a desk's store.
func unfinished(t *testing.T, d *desk) []string {
	files, err := filepath.Glob(filepath.Join(d.store(), "*", "tmp-*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestClosedPipe has each kind of output go where nobody reads. Nothing is said of it, the status is
// that of SIGPIPE, whether or not the parent ignores the signal, and what was stored is whole.
func TestClosedPipe(t *testing.T) {
	d := newDesk(t)
	input := manyLines("whole", 30_000)
	first, err := open(d.call(input).out)
	if err != nil || first.Handle == nil {
		t.Fatal(err)
	}
	tests := []string{
		"--run other", "-f id", "--to table", "ls", "stats", "count", "clip --tokens 500", "check",
		"read HANDLE", "read HANDLE --to raw", "read HANDLE --to ndjson", "schema", "man read", "completion zsh",
	}
	for _, test := range tests {
		for _, ignored := range []string{"", "trap '' PIPE; "} {
			line := strings.ReplaceAll(test, "HANDLE", *first.Handle)
			if code, said := intoClosedPipe(t, d, input, ignored+"exec toolfit "+line); code != 141 || said != "" {
				t.Errorf("%s%s: exit %d: %s", ignored, test, code, said)
			}
		}
	}
	if code, said := intoClosedPipe(t, d, input, "toolfit --feilds id"); code != 2 || said != "" {
		t.Errorf("an error: exit %d: %s", code, said) // its status says more
	}
	if left := unfinished(t, d); len(left) > 0 {
		t.Errorf("left %q", left)
	}
	for _, handle := range listed(t, d, "other") {
		if raw := d.call(nil, "read", handle, "--run", "other", "--to", "raw"); !bytes.Equal(raw.out, input) {
			t.Errorf("%s gives %d bytes", handle, len(raw.out))
		}
	}
	if r := d.sh(input, "toolfit -b 3000 | head -1"); r.code != 0 || len(r.err) > 0 || bytes.Count(r.out, []byte("\n")) != 1 {
		t.Errorf("head: exit %d: %s%s", r.code, r.out, r.err)
	}
}

// intoClosedPipe runs a line of shell, and returns its exit status, as a shell has it, and what it
// said on stderr.
func intoClosedPipe(t *testing.T, d *desk, stdin []byte, line string) (code int, said string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	var errs bytes.Buffer
	c := d.command("sh", "-c", line)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(stdin), w, &errs
	err = c.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) && !errors.Is(err, syscall.EPIPE) {
		t.Fatal(err)
	}
	if died := c.ProcessState.Sys().(syscall.WaitStatus); died.Signaled() {
		return 128 + int(died.Signal()), errs.String()
	}
	return c.ProcessState.ExitCode(), errs.String()
}
