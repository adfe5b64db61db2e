package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/toolfit/toolfit/completions"
	"github.com/toolfit/toolfit/man"
	"github.com/toolfit/toolfit/shape/query"
)

//go:generate go test -count 1 -run ^TestCompletionsAreThoseOfTheTables$ . -update

// completion prints what completes toolfit in a shell.
func (c *call) completion(g *given) error {
	if len(g.args) == 0 {
		return &usageError{"completion takes a shell", "toolfit completion bash, zsh or fish"}
	}
	shell := g.args[0]
	if !slices.Contains(shells, shell) {
		return &usageError{
			detail: fmt.Sprintf("completion takes %s, not %s", strings.Join(shells, ", "), quote(shell)),
			next:   didYouMean(query.Near(shell, shells), "see toolfit completion --help"),
		}
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
		return &usageError{
			detail: fmt.Sprintf("man takes %s, not %s", strings.Join(man.Names(), ", "), quote(name)),
			next:   didYouMean(query.Near(name, man.Names()), "toolfit man, without a name, is about all commands"),
		}
	}
	if err != nil {
		return err
	}
	_, err = c.stdout.Write(page)
	return err
}
