//go:build !linux

package cmd

import (
	"io"
	"os/exec"
	"syscall"
)

// groupOf has a command start in a process group of its own.
func groupOf(cmd *exec.Cmd, _ io.Reader) (restore func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return func() {}
}

// becomeReaper does nothing: what leaves the process group can't be found here.
func becomeReaper() {}

func reap() {}

func orphans([]int) []int { return nil }
