package cmd

import (
	"cmp"
	"errors"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/toolfit/toolfit/shape/query"
)

// Version is the version that --version prints, where a build sets it with -ldflags -X. Else it is
// that of the module as the toolchain wrote it down: a tag, or the time and hash of the commit.
var Version string

// unreleased is the version of a build that knows nothing of where its source comes from.
const unreleased = "0.1.0-dev"

func version() string {
	info, _ := debug.ReadBuildInfo()
	if Version != "" || info == nil {
		return cmp.Or(Version, unreleased)
	}
	if info.Main.Version == "(devel)" {
		return unreleased
	}
	return cmp.Or(strings.TrimPrefix(info.Main.Version, "v"), unreleased)
}

// A command is one subcommand: the name by which it is called, what it takes and what it does.
type command struct {
	name, args, usage string
	on                int // which flags are its
	max               int // arguments that it takes at most; -1: any number
	do                func(*call, *given) error
}

// commands lists the subcommands; the first is the filter, which has no name on the command line.
func commands() []command {
	return []command{
		{"", "[FILE]", "stdin, or FILE → one bounded envelope", onFilter, 1, (*call).filter},
		{"read", "HANDLE", "page, filter, sort, search a stored result", onRead, 1, (*call).read},
		{"run", "-- CMD [ARG…]", "run a command, shape its output, tell its failure", onFilter | onRun, -1, (*call).execute},
		{"ls", "", "stored results of this scope", onStore | onList, 0, (*call).list},
		{"rm", "HANDLE…", "remove stored results", onStore, -1, (*call).remove},
		{"gc", "", "remove what has expired", onStore | onCollect, 0, (*call).collect},
		{"clip", "", "the last resort: any text, cut loudly to N tokens", onClip, 0, (*call).clip},
		{"check", "", "an envelope on stdin: does it keep the contract?", onCheck, 0, (*call).check},
		{"stats", "", "the ledger: sizes, by tool", onStore | onList | onStats, 0, (*call).stats},
		{"errors", "[REF]", "the ledger: errors of this scope, or one", onStore | onList | onErrors, 1, (*call).errors},
		{"config", "", "what is in force, and where it comes from", onFilter | onStore | onList | onConfig, 0, (*call).config},
		{"count", "", "exact token count of stdin", onCount, 0, (*call).count},
		{"calibrate", "NAME", "samples on stdin → a named tokenizer", onCalibrate, 1, (*call).calibrate},
		{"compact", "", "transcript on stdin → old tool results as one-line stubs", onCompact, 0, (*call).compact},
		{"schema", "", "the JSON Schema of the envelope", onText, 0, (*call).schema},
		{"prompt", "", "how to read an envelope, for a model's prompt", onText, 0, (*call).prompt},
		{"completion", "SHELL", "what completes toolfit in bash, zsh or fish", onText, 1, (*call).completion},
		{"man", "[PAGE]", "a manual page: toolfit man read | man -l -", onText, 1, (*call).manual},
	}
}

// run carries the call out and returns the exit status. Whatever fails becomes an envelope here.
func (c *call) run() int {
	c.given = &given{flags: map[string]string{}}
	err := c.dispatch()
	defer c.log()
	var printed *printedError
	if errors.As(err, &printed) {
		return printed.exit
	}
	if errors.Is(err, syscall.EPIPE) { // whoever read stdout has gone
		return closedPipe
	}
	if err != nil {
		return c.fail(err)
	}
	return 0
}

// dispatch finds the command, takes its flags apart, and lets the library run it.
func (c *call) dispatch() error {
	cmd, words, err := c.find()
	if err != nil {
		return err
	}
	g, err := parse(words, cmd.on)
	c.given, c.entry.Command = g, cmp.Or(cmd.name, "filter")
	c.counted = cmd.on&onPage != 0 && cmd.on&onLooks == 0
	if err != nil {
		return err
	}
	if g.print == "" && cmd.max >= 0 && len(g.args) > cmd.max {
		return c.tooMany(cmd, g.args)
	}
	line := []string{"toolfit"}
	if cmd.name != "" {
		line = append(line, cmd.name)
	}
	if g.print != "" {
		line = append(line, g.print)
	}
	if g.print != "" {
		c.entry.Command = ""
	} else if err := c.useTool(cmd.on); err != nil {
		return err
	}
	return c.app().Run(line)
}

// find splits the words of the command line into the command and the rest. A word is a command
// if it comes before any other argument; a file of that name is read as ./NAME.
func (c *call) find() (command, []string, error) {
	all := commands()
	for i := 0; i < len(c.args); i++ {
		word := c.args[i]
		if word == "--" {
			break
		}
		if len(word) > 1 && word[0] == '-' {
			i += valuesBehind(word)
			continue
		}
		for _, cmd := range all[1:] {
			if cmd.name == word {
				return cmd, slices.Concat(c.args[:i], c.args[i+1:]), nil
			}
		}
		break
	}
	return all[0], c.args, nil
}

// tooMany tells what is wrong with an argument that the command has no place for.
func (c *call) tooMany(cmd command, args []string) error {
	if cmd.name == "" {
		return unknownCommand(args[0])
	}
	return usagef("%s takes %d arguments at most, not %d", cmd.name, cmd.max, len(args))
}

// app describes the program to the library, which prints help and calls the command.
func (c *call) app() *cli.App {
	all := commands()
	app := &cli.App{
		Name: "toolfit", Version: version(), Usage: "fit a tool's result into a token budget",
		Action: c.action(all[0]),
		Reader: c.stdin, Writer: c.stdout, ErrWriter: c.stderr, HideHelpCommand: true,
		OnUsageError:   func(_ *cli.Context, err error, _ bool) error { return usagef("%v", err) },
		ExitErrHandler: func(*cli.Context, error) {},
	}
	app.CustomAppHelpTemplate = c.help(all[0])
	for _, cmd := range all[1:] {
		app.Commands = append(app.Commands, &cli.Command{
			Name: cmd.name, Usage: cmd.usage,
			Action: c.action(cmd), OnUsageError: app.OnUsageError, HideHelpCommand: true,
			CustomHelpTemplate: c.help(cmd),
		})
	}
	return app
}

func (c *call) action(cmd command) cli.ActionFunc {
	return func(*cli.Context) error { return cmd.do(c, c.given) }
}

// valuesBehind returns how many words behind a flag are its value, as far as that can be told
// before the command is known.
func valuesBehind(word string) int {
	name := strings.TrimLeft(word, "-")
	if spec := findFlag(name, ^0); spec != nil && spec.value != "" {
		return 1
	}
	return 0
}

// open returns the input: the named file, or stdin.
func (c *call) open(args []string) (file, error) {
	if len(args) == 0 || args[0] == "-" {
		return file{Reader: c.stdin}, nil
	}
	f, err := os.Open(args[0])
	if err != nil {
		return file{}, unknownCommand(args[0])
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return file{}, usagef("%s is a folder", clip(args[0], 60))
	}
	return file{f, f}, nil
}

// unknownCommand tells of a word that is neither a command nor a file.
func unknownCommand(word string) error {
	var names []string
	for _, cmd := range commands()[1:] {
		names = append(names, cmd.name)
	}
	return &usageError{
		detail: quote(word) + " is neither a command nor a file that can be read",
		next:   didYouMean(query.Near(word, names), "see toolfit --help"),
	}
}
