// Package completions holds what completes toolfit's commands, flags and their values in a shell.
// The scripts are made by go generate from the tables of package cmd.
package completions

import "embed"

// Scripts has one file for each shell, toolfit.SHELL.
//
//go:embed toolfit.bash toolfit.zsh toolfit.fish
var Scripts embed.FS
