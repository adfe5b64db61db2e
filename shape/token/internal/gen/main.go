// Command gen writes what package token embeds: the vocabularies, the classes of characters, and
// the encodings of the models. It is run by go generate in the folder of that package.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run() error {
	files, err := generate()
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the content of every generated file by name. It depends on the versions of the
// modules and of Unicode only.
func generate() (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, name := range []string{"o200k_base", "cl100k_base", "p50k_base"} {
		table, err := vocabulary(name)
		if err != nil {
			return nil, err
		}
		files[name+".bin"] = table
	}
	classes, err := classTable()
	if err != nil {
		return nil, err
	}
	files["classes.bin"] = classes
	if files["ascii_gen.go"], err = asciiTable(); err != nil {
		return nil, err
	}
	files["models_gen.go"], err = modelTable()
	return files, err
}
