package cmd

import (
	"os"
	"strings"
	"testing"
)

// Every flag, error code and subcommand stands in the README.
func TestReadmeNamesEverything(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(text)
	for _, f := range flagSpecs {
		if !strings.Contains(readme, "--"+f.name) {
			t.Errorf("README.md lacks the flag --%s", f.name)
		}
		if f.short != "" && !strings.Contains(readme, "`-"+f.short+", --"+f.name) {
			t.Errorf("README.md lacks the flag -%s", f.short)
		}
	}
	for _, r := range append(rules, internal) {
		if !strings.Contains(readme, "`"+r.code+"`") {
			t.Errorf("README.md lacks the error code %s", r.code)
		}
	}
	for _, c := range commands() {
		if !strings.Contains(readme, strings.TrimSpace("toolfit "+c.name)) {
			t.Errorf("README.md lacks the command %s", c.name)
		}
	}
}
