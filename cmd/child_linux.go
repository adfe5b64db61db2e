package cmd

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// groupOf has a command start in a process group of its own, and die with this process. If it is to
// read from a terminal it gets the terminal; the function that comes back gives that back.
func groupOf(cmd *exec.Cmd, stdin io.Reader) (restore func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	f, ok := stdin.(*os.File)
	if !ok || !isTerminal(f) {
		return func() {}
	}
	fd := int(f.Fd())
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	if err != nil || group != unix.Getpgrp() { // a job in the background
		return func() {}
	}
	cmd.SysProcAttr.Foreground, cmd.SysProcAttr.Ctty = true, fd
	return func() {
		signal.Ignore(syscall.SIGTTOU)
		_ = unix.IoctlSetPointerInt(fd, unix.TIOCSPGRP, group)
		signal.Reset(syscall.SIGTTOU)
	}
}

// becomeReaper makes this process the parent of what its children leave behind.
func becomeReaper() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// reap takes leave of children that are dead. The command itself must be waited for before.
func reap() {
	for {
		if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); err != nil || pid <= 0 {
			return
		}
	}
}

// orphans returns the processes below this one, but for those given and those that are dead.
func orphans(but []int) (pids []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	children := map[int][]int{}
	for _, path := range stats {
		// pid (name) state ppid …: the name may hold anything.
		text, _ := os.ReadFile(path)
		fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err != nil || len(fields) < 2 || string(fields[0]) == "Z" {
			continue
		}
		if parent, err := strconv.Atoi(string(fields[1])); err == nil {
			children[parent] = append(children[parent], pid)
		}
	}
	for from := []int{os.Getpid()}; len(from) > 0; from = from[1:] {
		for _, pid := range children[from[0]] {
			if !slices.Contains(but, pid) {
				pids, from = append(pids, pid), append(from, pid)
			}
		}
	}
	return pids
}
