package cmd_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs the console blocks of README.md: each line that begins with "$ ", in the root of
// the repository, with one store for all of them, and compares what it prints with the lines below
// it. There […] stands for anything on the line, and handles, cursors and references, which are
// keyed by the store, for those that are printed. A block of "sh" shows commands that aren't run.
func TestReadme(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t)
	d.dir = root
	ran, keyed := 0, map[string]string{}
	for _, block := range regexp.MustCompile("(?ms)^```console\n(.*?)^```$").FindAllSubmatch(text, -1) {
		for step := range strings.SplitSeq("\n"+string(block[1]), "\n$ ") {
			line, want, _ := strings.Cut(step, "\n")
			if strings.TrimSpace(line) == "" {
				continue
			}
			ran++
			r := d.sh(nil, replaceAll(runnable(line), keyed))
			got := strings.TrimRight(string(r.out)+string(r.err), "\n")
			pair(keyed, want, got)
			if want = replaceAll(want, keyed); !pattern(want).MatchString(got) {
				t.Errorf("$ %s\n%s\nREADME.md says\n%s", line, got, want)
			}
		}
	}
	if ran == 0 {
		t.Error("no console block in README.md")
	}
}

// runnable puts the toolfit under test in place of one that would be compiled first.
func runnable(line string) string { return strings.ReplaceAll(line, "go run .", "toolfit") }

var keyedText = regexp.MustCompile(`art-[0-9]+|err-[0-9]+|(?:"next_cursor":"|--cursor )[^" ]+`)

// pair notes which text of got stands for which of the README's.
func pair(keyed map[string]string, want, got string) {
	have := keyedText.FindAllString(got, -1)
	for i, name := range keyedText.FindAllString(want, -1) {
		if i < len(have) && keyed[name] == "" {
			keyed[name] = have[i]
		}
	}
}

func replaceAll(text string, keyed map[string]string) string {
	return keyedText.ReplaceAllStringFunc(text, func(name string) string {
		if actual := keyed[name]; actual != "" {
			return actual
		}
		return name
	})
}

// pattern turns the lines printed in the README into an expression for all that they stand for.
func pattern(want string) *regexp.Regexp {
	expr := regexp.QuoteMeta(strings.TrimRight(want, "\n"))
	expr = strings.ReplaceAll(expr, regexp.QuoteMeta("[…]"), `[^\n]*`)
	return regexp.MustCompile(`\A` + expr + `\z`)
}
