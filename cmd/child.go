package cmd

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// How long what is left of a command is given: between asking its processes to end and ending them,
// and then until its output is closed, whoever may hold it open.
const (
	politeness = time.Second
	lingering  = time.Second
)

// maxTail is how many bytes of the end of a command's output and of its stderr are looked at.
const maxTail = 8 << 10

// maxPipe is how many bytes a pipe holds at most, as Linux allows it to all users.
const maxPipe = 1 << 20

// A child is a command that runs, with all that it starts, in a process group of its own. Its
// standard output is read from the child.
type child struct {
	cmd      *exec.Cmd
	out      *os.File // where its output is read
	printed  tail     // the end of the output
	late     int      // bytes read after the time to read was over
	said     tail     // the end of stderr
	reaps    bool     // orphans of the command become children of this process
	others   []int    // children that this process had before
	timedOut atomic.Bool
	quiet    sync.WaitGroup // until stderr has ended
	ended    chan struct{}  // closed when the command has
	status   error          // how it ended
	finish   sync.Once
}

// start starts a command with a standard input. A limit over 0 is how long it may run.
func start(argv []string, stdin io.Reader, limit time.Duration, reaps bool) (*child, error) {
	c := &child{cmd: exec.Command(argv[0], argv[1:]...), reaps: reaps, ended: make(chan struct{})}
	out, outEnd, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	errs, errsEnd, err := os.Pipe()
	if err != nil {
		out.Close()
		outEnd.Close()
		return nil, err
	}
	c.out = out
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = stdin, outEnd, errsEnd
	c.cmd.WaitDelay = lingering // for a stdin that is no file
	if reaps {
		c.others = orphans(nil)
		becomeReaper()
	}
	signals := make(chan os.Signal, 4)
	notify(signals)
	restore := groupOf(c.cmd, stdin)
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // the command is to die with this process: its thread has to stay
		started <- c.cmd.Start()
		<-c.ended
	}()
	err = <-started
	outEnd.Close()
	errsEnd.Close()
	if err != nil {
		close(c.ended)
		signal.Stop(signals)
		out.Close()
		errs.Close()
		return nil, err
	}
	c.quiet.Add(1)
	go func() {
		defer c.quiet.Done()
		io.Copy(&c.said, errs)
	}()
	go c.watch(signals, limit)
	go func() {
		c.status = c.cmd.Wait()
		restore()
		c.endGroup(errs)
		signal.Stop(signals)
		close(c.ended)
	}()
	return c, nil
}

// watch passes signals on, and ends a command that runs for too long.
func (c *child) watch(signals <-chan os.Signal, limit time.Duration) {
	var over <-chan time.Time
	if limit > 0 {
		over = time.After(limit)
	}
	for {
		select {
		case s := <-signals:
			c.signal(s.(syscall.Signal))
		case <-over:
			c.timedOut.Store(true)
			c.signal(syscall.SIGTERM)
			select {
			case <-time.After(politeness):
				c.signal(syscall.SIGKILL)
			case <-c.ended:
			}
			return
		case <-c.ended:
			return
		}
	}
}

// signal sends a signal to the process group.
func (c *child) signal(s syscall.Signal) { _ = syscall.Kill(-c.cmd.Process.Pid, s) }

// endGroup ends what the command has left behind, and sees to it that readers of its output and of
// its stderr come to an end even if something holds these open.
func (c *child) endGroup(errs *os.File) {
	c.signal(syscall.SIGTERM)
	closed := make(chan struct{})
	go func() {
		c.quiet.Wait()
		close(closed)
	}()
	c.killOrphans(syscall.SIGTERM)
	for range 10 {
		left := c.killOrphans(0)
		if c.reaps {
			reap()
		}
		if syscall.Kill(-c.cmd.Process.Pid, 0) != nil && !left {
			break
		}
		time.Sleep(politeness / 10)
	}
	c.signal(syscall.SIGKILL)
	c.killOrphans(syscall.SIGKILL)
	_ = c.out.SetReadDeadline(time.Now().Add(lingering))
	_ = errs.SetReadDeadline(time.Now().Add(lingering))
	go func() {
		<-closed
		errs.Close()
	}()
}

// killOrphans sends a signal to what the command's process group doesn't have any more, as far as
// that can be found, and tells whether there is any such process.
func (c *child) killOrphans(s syscall.Signal) (found bool) {
	if !c.reaps {
		return false
	}
	for _, pid := range orphans(append(c.others, c.cmd.Process.Pid)) {
		found = syscall.Kill(pid, s) == nil || found
	}
	return found
}

// Read reads the command's output.
func (c *child) Read(p []byte) (int, error) {
	n, err := c.out.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) { // the command has ended, its output is held open
		n, err = c.rest(p)
	}
	c.printed.Write(p[:n])
	return n, err
}

// rest reads what is in the pipe when the time to read it is over: a reader may have been busy with
// what came before, and nothing is lost for that. It takes no more than a pipe holds, so that
// something that goes on writing doesn't go on for ever.
func (c *child) rest(p []byte) (n int, err error) {
	raw, err := c.out.SyscallConn()
	if err != nil {
		return 0, err
	}
	p = p[:min(len(p), maxPipe-c.late)]
	if e := raw.Control(func(fd uintptr) {
		for err = syscall.EINTR; err == syscall.EINTR; {
			n, err = syscall.Read(int(fd), p)
		}
	}); e != nil {
		return 0, e
	}
	if n <= 0 || err != nil { // the pipe is empty
		return 0, io.EOF
	}
	c.late += n
	return n, nil
}

// wait reads what is left of the output and waits for the command to end. The error is nil, or
// tells the status; it is an *exec.ExitError but where waiting itself failed.
func (c *child) wait() error {
	c.finish.Do(func() {
		io.Copy(io.Discard, c)
		<-c.ended
		c.quiet.Wait()
		c.out.Close()
	})
	if errors.Is(c.status, exec.ErrWaitDelay) { // stdin was not read to its end
		return nil
	}
	return c.status
}

// exitStatus is the status of a command as a shell tells it.
func exitStatus(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		if w, ok := exit.Sys().(syscall.WaitStatus); ok && w.Signaled() {
			return 128 + int(w.Signal())
		}
		return exit.ExitCode()
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist), errors.Is(err, exec.ErrDot):
		return 127
	}
	return 126
}

// A tail keeps the last bytes written to it.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.b = append(t.b, p[max(0, len(p)-maxTail):]...)
	if len(t.b) > 2*maxTail {
		t.b = append(t.b[:0], t.b[len(t.b)-maxTail:]...)
	}
	return len(p), nil
}

// bytes returns the last bytes, maxTail at most.
func (t *tail) bytes() []byte { return t.b[max(0, len(t.b)-maxTail):] }
