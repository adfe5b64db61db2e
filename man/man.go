// Package man holds the manual pages.
package man

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.1
var pages embed.FS

// Page returns the manual page of a command, in mdoc, or with "" that of the program. The error
// is that of a file that isn't there.
func Page(command string) ([]byte, error) {
	name := "toolfit"
	if command != "" {
		name += "-" + command
	}
	return pages.ReadFile(name + ".1")
}

// Names lists the commands that have a page of their own.
func Names() []string {
	files, err := fs.Glob(pages, "toolfit-*.1")
	if err != nil {
		panic(err) // the pattern is malformed
	}
	for i, file := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(file, "toolfit-"), ".1")
	}
	return files
}
