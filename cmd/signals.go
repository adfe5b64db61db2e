package cmd

import (
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/toolfit/toolfit/store"
)

// closedPipe is the exit status where nobody reads stdout any more: as a shell has it of SIGPIPE.
const closedPipe = 128 + int(syscall.SIGPIPE)

// handleSignals has the process die of the usual signals as it would without it, so that a shell
// knows of what, but for what it was writing to the store: that goes first. A closed pipe is the
// error of a write, and ends the call as any error does, without a word. release ends that.
func handleSignals() (release func()) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	caught := make(chan os.Signal, 1)
	notify(caught)
	go func() {
		s := (<-caught).(syscall.Signal)
		store.Abandon()
		signal.Reset(s)
		_ = syscall.Kill(syscall.Getpid(), s) // it can't fail on oneself
	}()
	return func() { signal.Stop(caught) }
}

// notify has the usual signals come on a channel.
func notify(signals chan<- os.Signal) {
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as under nohup
			signal.Notify(signals, s)
		}
	}
}

// expected is a terminal as input. Whoever sits there is told, when the first byte is wanted, what
// the command waits for; stdout is the same as with any other input.
type expected struct {
	from *os.File
	to   io.Writer
	told bool
}

const expectation = "toolfit: waiting for input from the terminal; Ctrl-D on a line of its own ends it, " +
	"Ctrl-C gives up, toolfit --help tells more\n"

func (e *expected) Read(p []byte) (int, error) {
	if !e.told {
		e.told = true
		io.WriteString(e.to, expectation)
	}
	return e.from.Read(p)
}

// inputFrom returns a file as the input of a call.
func inputFrom(f *os.File, stderr io.Writer) io.Reader {
	if !isTerminal(f) {
		return f
	}
	return &expected{from: f, to: stderr}
}
