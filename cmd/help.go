package cmd

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A helpLine is one line of help: flags or commands that are wanted together, by name, and what
// they do. Without words of its own it has those of the only one.
type helpLine struct{ names, usage string }

// helpGroups are the filter's flags, by what one wants to do. Flags that are in none come last.
var helpGroups = []struct {
	title string
	lines []helpLine
}{
	{"Choose rows", []helpLine{
		{"where", ""}, {"grep", ""}, {"sort", ""}, {"limit", ""},
		{"offset cursor", "where the page begins"},
	}},
	{"Choose what is shown of them", []helpLine{
		{"fields", ""}, {"layout", ""},
		{"budget max-bytes", "tokens and bytes, at most (1500, 65536)"},
		{"tokenizer model", "how tokens are counted"},
		{"to", ""},
	}},
	{"Ask for figures over all rows", []helpLine{
		{"summary", ""}, {"count-by sum range distinct", "of these fields"}, {"top", ""},
	}},
	{"Say what comes in and where it is kept", []helpLine{
		{"from", ""}, {"rows", ""}, {"key", ""}, {"keep", ""},
		{"run principal store", "scope and folder of handles"},
	}},
}

// helpCommands are commands that share a line. Others have one each.
var helpCommands = []helpLine{
	{"ls rm gc", "list, remove, clean up stored results"},
	{"clip compact", "cut any text loudly; shrink the old results of a transcript"},
	{"stats errors config", "what the ledger says; what is in force"},
	{"count calibrate", "exact token counts; a tokenizer made from samples"},
	{"schema prompt completion man", "texts for validators, models, shells, you"},
}

// examples has a line for each command; the filter's are in its own help.
var examples = map[string]string{
	"":           "gh api repos/cli/cli/issues | toolfit -f number,title,user.login -s -created_at",
	"read":       `toolfit read art-190338475021 --where '.status=="open"' --fields id,title`,
	"run":        "toolfit run --timeout 30s -b 800 -- kubectl get events -o json",
	"ls":         "toolfit ls --limit 5",
	"rm":         "toolfit rm art-190338475021",
	"gc":         "toolfit gc --dry-run",
	"count":      "toolfit count --model gpt-4o < prompt.txt",
	"calibrate":  "toolfit calibrate claude < samples.jsonl",
	"clip":       "make 2>&1 | toolfit clip --tokens 2000 --keep ends",
	"check":      "./my-tool | toolfit check --budget 1500",
	"compact":    "toolfit compact --keep 5 < transcript.json > shorter.json",
	"stats":      "toolfit stats --fail-growth 1.5",
	"errors":     "toolfit errors err-482913506",
	"config":     "toolfit config --tool orders",
	"schema":     "toolfit schema > envelope.schema.json",
	"prompt":     "toolfit prompt >> AGENTS.md",
	"completion": "source <(toolfit completion bash)",
	"man":        "toolfit man | man -l -",
}

// helpExamples are those of the filter.
var helpExamples = []string{
	examples[""],
	"kubectl get pods -A -o json | toolfit --count-by status.phase --where '.status.phase!=\"Running\"'",
	"toolfit --from csv --top 5:amount sales.csv",
}

// helpText is the help of the filter, and of the program.
func helpText() string {
	var b strings.Builder
	b.WriteString("toolfit: fit a tool's result into a token budget\n\n" +
		"Usage: toolfit [flags] [FILE]         stdin, or FILE → one bounded envelope\n" +
		"       toolfit COMMAND [flags] …      COMMAND --help tells more\n\nCommands\n")
	b.WriteString(commandLines())
	named := map[string]bool{}
	for _, g := range helpGroups {
		fmt.Fprintf(&b, "\n%s\n", g.title)
		for _, l := range g.lines {
			b.WriteString(flagLine(l, named))
		}
	}
	b.WriteString(otherFlags(named))
	b.WriteString("\nExamples\n")
	for _, e := range helpExamples {
		b.WriteString("  " + e + "\n")
	}
	return b.String()
}

// commandLines describes the commands, in the order of their table.
func commandLines() string {
	var b strings.Builder
	done := map[string]bool{}
	for _, c := range commands()[1:] {
		line := helpLine{c.name, c.usage}
		for _, l := range helpCommands {
			if slices.Contains(strings.Fields(l.names), c.name) {
				line = l
			}
		}
		if done[line.names] {
			continue
		}
		done[line.names] = true
		var words []string
		for _, other := range commands()[1:] {
			if slices.Contains(strings.Fields(line.names), other.name) {
				words = append(words, strings.TrimSpace(other.name+" "+other.args))
			}
		}
		if len(words) == 1 {
			line.usage = c.usage
		}
		b.WriteString(twoColumns(strings.Join(words, ", "), line.usage))
	}
	return b.String()
}

// flagLine describes the flags of a line, and notes that they are named.
func flagLine(l helpLine, named map[string]bool) string {
	var words []string
	usage := l.usage
	for name := range strings.FieldsSeq(l.names) {
		f := findFlag(name, onFilter)
		if f == nil {
			continue
		}
		named[name] = true
		if n := len(words); n > 0 { // --sum, --range PATHS
			words[n-1] = strings.TrimSuffix(words[n-1], " "+f.value)
		}
		words = append(words, typed(f))
		if l.usage == "" {
			usage = f.usage + values(f.name)
		}
	}
	return twoColumns(strings.Join(words, ", "), usage)
}

// typed is a flag as it is typed, short and long.
func typed(f *flagSpec) string {
	s := "--" + f.name
	if f.short != "" {
		s = "-" + f.short + ", " + s
	}
	return strings.TrimSpace(s + " " + f.value)
}

// otherFlags lists the filter's flags that no line names.
func otherFlags(named map[string]bool) string {
	var words []string
	for i := range flagSpecs {
		if f := &flagSpecs[i]; f.on&onFilter != 0 && !named[f.name] {
			words = append(words, typed(f))
		}
	}
	words = append(words, "-h, --help", "-v, --version")
	lines := []string{"\nAlso"}
	for _, w := range words {
		last := len(lines) - 1
		if last == 0 || len(lines[last])+len(w) > 90 {
			lines = append(lines, "  "+w)
		} else {
			lines[last] += ", " + w
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// twoColumns puts what is typed beside what it does, or above it where it is long.
func twoColumns(left, right string) string {
	const width = 34
	if n := utf8.RuneCountInString(left); n < width {
		return "  " + left + strings.Repeat(" ", width-n) + right + "\n"
	}
	return "  " + left + "  " + right + "\n"
}

// help returns the help of a command as a template of the library, if help is asked for.
func (c *call) help(cmd command) string {
	text := ""
	switch {
	case c.given.print == "":
	case cmd.name == "":
		text = helpText()
	default:
		text = cmd.help()
	}
	return strings.ReplaceAll(text, "{{", `{{"{{"}}`)
}

// help is the help of one command: all its flags, and an example.
func (c *command) help() string {
	var b strings.Builder
	words := strings.TrimSpace(c.name + " " + c.args)
	fmt.Fprintf(&b, "toolfit %s: %s\n\nUsage: toolfit %s [flags]\n\nFlags\n", c.name, c.usage, words)
	for i := range flagSpecs {
		if f := &flagSpecs[i]; f.on&c.on != 0 {
			b.WriteString(twoColumns(typed(f), f.usage+values(f.name)))
		}
	}
	b.WriteString(twoColumns("-h, --help", "this text"))
	if e := examples[c.name]; e != "" {
		b.WriteString("\nExample\n  " + e + "\n")
	}
	return b.String()
}
