package cmd_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs the console blocks of README.md: each line that begins with "$ " in the root of
// the repository, with one store for all of them, and compares what it prints with the lines below
// it, in which […] stands for anything on that line, and a line of … for any lines. A block of "sh" shows
// commands that aren't run here.
func TestReadme(t *testing.T) {
	root := filepath.Join("..")
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t)
	d.dir, err = filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, block := range regexp.MustCompile("(?ms)^```console\n(.*?)^```$").FindAllSubmatch(text, -1) {
		for step := range strings.SplitSeq("\n"+string(block[1]), "\n$ ") {
			line, want, _ := strings.Cut(step, "\n")
			if strings.TrimSpace(line) == "" {
				continue
			}
			r := d.sh(nil, line)
			ran++
			if got := string(r.out) + string(r.err); !pattern(want).MatchString(strings.TrimRight(got, "\n")) {
				t.Errorf("$ %s\n%s\nREADME.md says\n%s", line, got, want)
			}
		}
	}
	if ran == 0 {
		t.Error("no console block in README.md")
	}
}

// pattern turns the lines printed in the README into an expression for all that they stand for.
func pattern(want string) *regexp.Regexp {
	expr := regexp.QuoteMeta(strings.TrimRight(want, "\n"))
	expr = strings.ReplaceAll(expr, regexp.QuoteMeta("[…]"), `[^\n]*`)
	expr = regexp.MustCompile(`(?m)^…$`).ReplaceAllLiteralString(expr, `(?s:.*)`)
	return regexp.MustCompile(`\A` + expr + `\z`)
}
