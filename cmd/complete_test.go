package cmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// completers complete a line of words, of which the last is the one that the cursor is on, in the
// shell itself. $1 is the script. They print what is offered, a line each.
var completers = map[string]string{
	"bash": `
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_toolfit
printf '%s\n' "${COMPREPLY[@]}"`,

	"fish": `
source $argv[1]
complete -C (string join ' ' -- $argv[2..-1])`,

	// zsh completes in an editor only: one on a terminal of its own, in which compadd notes what it
	// is given that fits.
	"zsh": `
zmodload zsh/zpty
script=$1 out=$PWD/offered; shift
zpty editor zsh -f -i
zpty -w editor "autoload -Uz compinit; compinit -u -C -d $PWD/dump; source $script
compadd() { local -a fits; builtin compadd -O fits \"\$@\"; print -rl -- \$fits >>$out; return 1 }
unsetopt beep; zle-line-init() { print -n re''ady }; zle -N zle-line-init"
zpty -r editor seen '*ready*'
zpty -w -n editor "${(j: :)@}"$'\t'$'\025'"print do''ne"$'\n'
zpty -r editor seen '*done*'
cat $out`,
}

// Each script, loaded in its own shell, completes commands, flags, their values and handles.
func TestCompletionInShells(t *testing.T) {
	d := newDesk(t)
	orders, err := filepath.Abs(filepath.Join("..", "testdata", "orders.json"))
	if err != nil {
		t.Fatal(err)
	}
	handle := ""
	if e, err := open(d.call(nil, "-b", "300", orders).out); err != nil || e.Handle == nil {
		t.Fatal("no handle to complete", err)
	} else {
		handle = *e.Handle
	}
	tests := []struct {
		line  string
		offer string // is offered
		not   string // isn't
	}{
		{"re", "read", "rm"},
		{"--bud", "--budget", "--fields"},
		{"read --wh", "--where", "--keep"},
		{"--from ", "ndjson", "read"},
		{"--from c", "csv", "json"},
		{"--from=", "csv", "read"},
		{"--to ", "mcp", "raw"},
		{"read --to ", "raw", "read"},
		{"ls --layout ", "columns", "ls"},
		{"read ", handle, "count"},
		{"rm art-", handle, "json"},
		{"--run ls read ", "", "count"},
		{"--budget 900 rea", "read", "rm"},
		{"completion ", "fish", "read"},
	}
	for shell, completer := range completers {
		t.Run(shell, func(t *testing.T) {
			needShell(t, shell)
			script := filepath.Join(d.dir, "script."+shell)
			if err := os.WriteFile(script, d.call(nil, "completion", shell).out, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, test := range tests {
				got := offered(d, shell, completer, script, test.line)
				if test.offer != "" && !slices.Contains(got, test.offer) {
					t.Errorf("%q: %s isn't in %q", test.line, test.offer, got)
				}
				if slices.Contains(got, test.not) {
					t.Errorf("%q: %s is in %q", test.line, test.not, got)
				}
			}
		})
	}
}

// needShell skips the test where the shell isn't installed, but not where all tests must run.
func needShell(t *testing.T, shell string) {
	if _, err := exec.LookPath(shell); err == nil {
		return
	} else if os.Getenv("TOOLFIT_CI") != "" {
		t.Fatal(err)
	}
	t.Skip(shell + " isn't installed")
}

// offered returns what a shell offers for the last word of a line.
func offered(d *desk, shell, completer, script, line string) []string {
	words := strings.Split("toolfit "+line, " ")
	if shell == "bash" { // it takes these apart
		words = strings.Split(strings.ReplaceAll(strings.Join(words, " "), "=", " = "), " ")
		words = slices.Compact(words)
	}
	os.Remove(filepath.Join(d.dir, "offered"))
	args := []string{"-c", completer}
	if shell != "fish" {
		args = append(args, shell) // $0
	}
	c := d.command(shell, slices.Concat(args, []string{script}, words)...)
	out, err := c.CombinedOutput()
	if err != nil {
		d.t.Errorf("%s: %v: %s", shell, err, out)
	}
	var list []string
	for l := range strings.Lines(string(out)) {
		word, _, _ := strings.Cut(strings.TrimRight(l, "\n"), "\t")
		list = append(list, strings.TrimPrefix(word, "--from="))
	}
	return list
}
