package cmd

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/toolfit/toolfit/completions"
	"github.com/toolfit/toolfit/man"
)

//go:generate go test -count 1 -run ^TestCompletionsAreThoseOfTheTables$ . -update

// completion prints what completes toolfit in a shell.
func (c *call) completion(g *given) error {
	if len(g.args) == 0 {
		return &usageError{"completion takes a shell", "toolfit completion bash, zsh or fish"}
	}
	shell := g.args[0]
	if err := mustBe("completion", shell, shells, "see toolfit completion --help"); err != nil {
		return err
	}
	script, err := completions.Scripts.ReadFile("toolfit." + shell)
	if err != nil {
		return err
	}
	_, err = c.stdout.Write(script)
	return err
}

// manual prints a manual page as it is written; man reads it: toolfit man read | man -l -.
func (c *call) manual(g *given) error {
	name := ""
	if len(g.args) > 0 && g.args[0] != "toolfit" {
		name = strings.TrimPrefix(g.args[0], "toolfit-")
	}
	page, err := man.Page(name)
	if errors.Is(err, fs.ErrNotExist) {
		return mustBe("man", name, man.Names(), "toolfit man, without a name, is about all commands")
	}
	if err != nil {
		return err
	}
	_, err = c.stdout.Write(page)
	return err
}
