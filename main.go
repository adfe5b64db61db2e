// Command toolfit fits the result of a tool into a token budget; see README.md.
package main

import (
	"os"

	"github.com/toolfit/toolfit/cmd"
)

//go:generate go run ./testdata/generate testdata/orders.json

func main() { os.Exit(cmd.Main()) }
