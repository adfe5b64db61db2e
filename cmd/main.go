// Package cmd is the command line: flags, environment, the store's wiring, and the one place where
// an error becomes an envelope and an exit status.
package cmd

import (
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// call is one run of the program: all that it sees of the world outside.
type call struct {
	args   []string // without the program's name
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	env    func(string) string
	now    func() time.Time
	given  *given // the command line, taken apart
	entry  entry  // what the ledger will have of the call

	alone   bool              // the process is ours: so are all of its children
	release func()            // lets signals be handled by others; nil: they are
	counted bool              // the ledger has it even if all went well
	lowered map[string]string // flags that something lowered, and what that was
	shared  bool              // the share of the context lowered the budget
}

// Main runs the program on the process's own arguments and streams, and returns its exit status.
func Main() int {
	delayCollection()
	c := call{
		args: os.Args[1:], stdin: inputFrom(os.Stdin, os.Stderr), stdout: os.Stdout, stderr: os.Stderr,
		env: os.Getenv, now: time.Now, alone: true, release: handleSignals(),
	}
	return c.run()
}

// delayCollection lets the heap grow to 16 MiB, not 4, before garbage is collected for the first
// time, and to twice of what is live as usual from then on: most calls end without a collection,
// which takes an eighth of the time of a small one.
func delayCollection() {
	usual := debug.SetGCPercent(400) // of 4 MiB
	runtime.SetFinalizer(new(firstCollection), func(*firstCollection) { debug.SetGCPercent(usual) })
}

// firstCollection is garbage from the start. It has a pointer, so that it shares no block of memory.
type firstCollection struct{ _ *byte }

// Run runs the program on args (without its name) and an environment of "NAME=value" entries, of
// which the last of a name counts.
func Run(args []string, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	vars := map[string]string{}
	for _, entry := range env {
		if name, value, ok := strings.Cut(entry, "="); ok {
			vars[name] = value
		}
	}
	c := call{
		args: args, stdin: stdin, stdout: stdout, stderr: stderr,
		env: func(name string) string { return vars[name] }, now: time.Now,
	}
	return c.run()
}
