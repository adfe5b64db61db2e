package cmd

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolfit/toolfit/man"
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

// Every flag, error code and command stands in the manual. A command's own page has all of its flags;
// the others are in that of the program.
func TestManualNamesEverything(t *testing.T) {
	page := readDoc(t, "../man/toolfit.1")
	for _, c := range commands() {
		text, file := page, "toolfit.1"
		if slices.Contains(man.Names(), c.name) {
			file = "toolfit-" + c.name + ".1"
			text = readDoc(t, "../man/"+file)
			if !strings.Contains(page, ".Xr toolfit-"+c.name+" 1 .\n") {
				t.Errorf("man/toolfit.1 doesn't lead to %s", file)
			}
		}
		for _, f := range flagsIn(c) {
			name := "Fl -" + f.name
			if f.short != "" {
				name = "Fl " + f.short + " , -" + f.name
			}
			if !regexp.MustCompile(`(?m)^\.It .*` + regexp.QuoteMeta(name) + `( |$)`).MatchString(text) {
				t.Errorf("man/%s lacks the flag --%s", file, f.name)
			}
		}
	}
	status := cutBetween(page, ".Sh EXIT STATUS\n", ".Sh EXAMPLES\n")
	for _, r := range append(rules, internal) {
		if !slices.Contains(strings.Fields(status), r.code) {
			t.Errorf("man/toolfit.1 lacks the error code %s", r.code)
		}
	}
	synopsis := cutBetween(page, ".Sh SYNOPSIS\n", ".Sh DESCRIPTION\n")
	for _, c := range commands()[1:] {
		if !strings.Contains(synopsis, ".Cm "+c.name+"\n") {
			t.Errorf("man/toolfit.1 lacks the command %s", c.name)
		}
	}
}

// Each manual page is printed as it is in the folder; another isn't, and says which there are.
func TestManualPages(t *testing.T) {
	if len(man.Names()) == 0 {
		t.Fatal("no command has a page")
	}
	printed := func(args ...string) (string, int) {
		var out strings.Builder
		status := Run(append([]string{"man"}, args...), nil, strings.NewReader(""), &out, &out)
		return out.String(), status
	}
	files := map[string]string{"": "toolfit.1", "toolfit": "toolfit.1"}
	for _, name := range man.Names() {
		file := "toolfit-" + name
		files[name], files[file] = file+".1", file+".1"
	}
	for name, file := range files {
		args := []string{name}
		if name == "" {
			args = nil
		}
		if out, status := printed(args...); status != 0 || out != readDoc(t, "../man/"+file) {
			t.Errorf("man %s: status %d\n%s", name, status, out)
		}
	}
	for _, name := range []string{"raed", "toolfit-raed", "../man", "*"} {
		if out, status := printed(name); status != 2 || !strings.Contains(out, "read") {
			t.Errorf("man %s: status %d\n%s", name, status, out)
		}
	}
}

func TestManualIsClean(t *testing.T) {
	if _, err := exec.LookPath("mandoc"); err != nil {
		if os.Getenv("TOOLFIT_CI") != "" {
			t.Fatal(err)
		}
		t.Skip("mandoc isn't installed")
	}
	pages, err := filepath.Glob("../man/*.1")
	if err != nil || len(pages) != len(man.Names())+1 {
		t.Fatalf("%q: %v", pages, err)
	}
	lint := exec.Command("mandoc", append([]string{"-T", "lint", "-W", "style"}, pages...)...)
	out, err := lint.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		_, other, _ := strings.Cut(line, "referenced manual not found: Xr ") // not installed here
		if other == "" && !strings.Contains(line, "outdated mandoc.db") {
			t.Error(line)
		}
		if own, ok := strings.CutPrefix(other, "toolfit-"); ok {
			if name, _, _ := strings.Cut(own, " "); !slices.Contains(man.Names(), name) {
				t.Error(line)
			}
		}
	}
}

// cutBetween returns what stands between two headings.
func cutBetween(page, from, to string) string {
	_, part, _ := strings.Cut(page, from)
	part, _, _ = strings.Cut(part, to)
	return part
}

// Every flag, format and command is completed in each shell.
func TestCompletionsNameEverything(t *testing.T) {
	for _, shell := range shells {
		var out strings.Builder
		if status := Run([]string{"completion", shell}, nil, strings.NewReader(""), &out, &out); status != 0 {
			t.Fatalf("completion %s: status %d", shell, status)
		}
		words := map[string]bool{}
		for _, w := range strings.FieldsFunc(out.String(), func(r rune) bool {
			return strings.ContainsRune(" \n\t'", r)
		}) {
			words[w] = true
		}
		for _, f := range flagSpecs {
			if !words["--"+f.name] && !strings.Contains(out.String(), " -l "+f.name+" ") {
				t.Errorf("%s: lacks the flag --%s", shell, f.name)
			}
		}
		for _, f := range input.Formats() {
			if !words[f.Name] {
				t.Errorf("%s: lacks the format %s", shell, f.Name)
			}
		}
		for _, c := range commands()[1:] {
			if !words[c.name] {
				t.Errorf("%s: lacks the command %s", shell, c.name)
			}
		}
	}
}

// Every format stands in the README, the manual page and the help.
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
}

func readDoc(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The schema has the codes of the table of errors, those of run, and no other.
func TestSchemaHasCodes(t *testing.T) {
	var s struct {
		Defs struct{ Code struct{ Enum []string } } `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		t.Fatal(err)
	}
	codes := []string{"command_failed", "command_timeout", "rate_limited"}
	for _, r := range append(rules, internal) {
		codes = append(codes, r.code)
	}
	slices.Sort(codes)
	codes = slices.Compact(codes)
	if have := slices.Sorted(slices.Values(s.Defs.Code.Enum)); !slices.Equal(have, codes) {
		t.Errorf("schema.json has the codes\n%q\nnot\n%q", have, codes)
	}
}
