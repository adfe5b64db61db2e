package cmd_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/toolfit/toolfit/cmd"
)

// The tests of package cmd_test see toolfit as its users do: arguments, environment, stdin, stdout,
// exit status. On PATH the test binary itself stands under the name toolfit.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"toolfit":      func() { os.Exit(cmd.Main()) },
		"toolfit-heap": func() { os.Exit(heapMain()) },
	})
}

// long says that the tests run at their full size, which takes minutes.
func long() bool { return os.Getenv("TOOLFIT_LONG") != "" }

// A reply is what one command printed, and its exit status.
type reply struct {
	out, err []byte
	code     int
}

// A desk runs commands on a store of its own.
type desk struct {
	t   testing.TB
	dir string
	env []string
}

// newDesk keeps out what the environment would tell toolfit, and points it at an empty store.
func newDesk(t testing.TB) *desk {
	d := &desk{t: t, dir: t.TempDir()}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "TOOLFIT_") && !strings.HasPrefix(v, "XDG_") {
			d.env = append(d.env, v)
		}
	}
	d.env = append(d.env, "HOME="+d.dir, "TOOLFIT_STORE="+d.store())
	return d
}

func (d *desk) store() string { return filepath.Join(d.dir, "store") }

// A process runs one command; the flag library has state of its own that two of them would share.
var running sync.Mutex

// call runs toolfit in this process, which is far faster than starting one.
func (d *desk) call(stdin []byte, args ...string) reply {
	running.Lock()
	defer running.Unlock()
	var out, errs bytes.Buffer
	code := cmd.Run(args, d.env, bytes.NewReader(stdin), &out, &errs)
	return reply{out.Bytes(), errs.Bytes(), code}
}

// sh runs a line of shell in a process of its own, as a caller of toolfit would.
func (d *desk) sh(stdin []byte, line string) reply {
	d.t.Helper()
	var out, errs bytes.Buffer
	c := d.command("sh", "-c", line)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(stdin), &out, &errs
	err := c.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		d.t.Error(err)
		return reply{code: -1}
	}
	return reply{out.Bytes(), errs.Bytes(), c.ProcessState.ExitCode()}
}

// command prepares a process with the desk's environment and folder.
func (d *desk) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir, c.Env = d.dir, d.env
	return c
}
