package cmd

import (
	"os"
	"strings"
	"testing"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/shape/input"
)

// Every flag, error code and subcommand stands in the README.
func TestReadmeNamesEverything(t *testing.T) {
	readme := readDoc(t, "../README.md")
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

// check knows every error code.
func TestCheckKnowsCodes(t *testing.T) {
	for _, r := range append(rules, internal) {
		f := shape.Failure{Code: r.code, Retryable: r.retryable, Detail: "x", Next: r.next, Ref: "err-1"}
		if broken := shape.Check(f.Bare(), shape.CheckOptions{}); broken != nil {
			t.Errorf("%s: %v", r.code, broken)
		}
	}
}

// Every format stands in the README, the manual page and the help, and every command in the page.
func TestDocsNameFormats(t *testing.T) {
	var help strings.Builder
	if status := Run([]string{"--help"}, nil, strings.NewReader(""), &help, &help); status != 0 {
		t.Fatalf("--help: status %d", status)
	}
	page, readme := readDoc(t, "../man/toolfit.1"), readDoc(t, "../README.md")
	for _, f := range input.Formats() {
		if !strings.Contains(help.String(), f.Name) {
			t.Errorf("--help lacks the format %s", f.Name)
		}
		if f.Name != input.Auto && !strings.Contains(page, ".It Cm "+f.Name+"\n") {
			t.Errorf("man/toolfit.1 lacks the format %s", f.Name)
		}
		if !strings.Contains(readme, "`"+f.Name+"`") {
			t.Errorf("README.md lacks the format %s", f.Name)
		}
	}
	for _, c := range commands()[1:] {
		if !strings.Contains(page, ".Cm "+c.name+"\n") {
			t.Errorf("man/toolfit.1 lacks the command %s", c.name)
		}
	}
}

func readDoc(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
