// Command toolfit fits the result of a tool into a token budget; see README.md.
package main

import (
	"os"

	"github.com/toolfit/toolfit/cmd"
)

func main() { os.Exit(cmd.Main()) }
