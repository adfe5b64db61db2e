package cmd

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// helpOf returns what --help prints; stderr must stay empty.
func helpOf(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs strings.Builder
	status := Run(append(args, "--help"), nil, strings.NewReader(""), &out, &errs)
	if status != 0 || errs.Len() > 0 {
		t.Fatalf("%s --help: status %d, stderr %q", args, status, errs.String())
	}
	return out.String()
}

// Help is short, names all commands and all flags of the filter, and has three examples.
func TestHelpIsShort(t *testing.T) {
	text := helpOf(t)
	if n := strings.Count(text, "\n"); n >= 50 {
		t.Errorf("--help has %d lines", n)
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' })
	for _, f := range flagSpecs {
		if f.on&onFilter != 0 && !slices.Contains(words, "--"+f.name) {
			t.Errorf("--help lacks --%s", f.name)
		}
	}
	for _, c := range commands()[1:] {
		if !slices.Contains(words, c.name) {
			t.Errorf("--help lacks %s", c.name)
		}
	}
	_, last, _ := strings.Cut(text, "\nExamples\n")
	if n := strings.Count(last, "toolfit "); n != 3 {
		t.Errorf("--help has %d examples", n)
	}
}

// The help of a command has all its flags, no other, and an example of it.
func TestHelpOfCommands(t *testing.T) {
	for _, c := range commands()[1:] {
		text := helpOf(t, c.name)
		flags, example, _ := strings.Cut(text, "\nExample\n")
		if !strings.Contains(example, "toolfit "+c.name) {
			t.Errorf("%s --help has no example", c.name)
		}
		for _, f := range flagSpecs {
			has := strings.Contains(flags, "  --"+f.name+" ") || f.short != "" && strings.Contains(flags, ", --"+f.name+" ")
			if has != (findFlag(f.name, c.on) != nil) {
				t.Errorf("%s --help: that it has --%s is %v", c.name, f.name, has)
			}
		}
	}
}

// The examples of help are calls that can be: the flags are there.
func TestHelpExamplesParse(t *testing.T) {
	for _, e := range slices.AppendSeq(slices.Clone(helpExamples), maps.Values(examples)) {
		_, line, _ := strings.Cut(e, "toolfit ")
		line, _, _ = strings.Cut(strings.TrimSuffix(line, ")"), " > ")
		line, _, _ = strings.Cut(line, " | ")
		line, _, _ = strings.Cut(line, " < ")
		c := &call{args: strings.Fields(line)}
		cmd, words, err := c.find()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parse(words, cmd.on); err != nil {
			t.Errorf("%s: %v", e, err)
		}
	}
}
