package cmd

import (
	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/token"
)

// Words that a flag takes.
var (
	layouts   = []string{"records", "columns"}
	summaries = []string{"auto", "none", "only"}
	shells    = []string{"bash", "zsh", "fish"}
)

// choices returns the words that a flag of a command takes, as far as they can be listed, or nil.
func choices(flag string, on int) []string {
	switch flag {
	case "from":
		return formatNames()
	case "to":
		return forms(on)
	case "layout":
		return layouts
	case "summary":
		return summaries
	case "tokenizer":
		return token.Names()
	}
	return nil
}

// forms returns what a command can print.
func forms(on int) []string {
	if on&onRead != 0 {
		return []string{"json", "mcp", "table", "raw", "ndjson"}
	}
	return []string{"json", "mcp", "table"}
}

func formatNames() []string {
	var names []string
	for _, f := range input.Formats() {
		names = append(names, f.Name)
	}
	return names
}
