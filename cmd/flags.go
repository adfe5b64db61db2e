package cmd

import (
	"slices"
	"strings"
)

// The commands that a flag belongs to.
const (
	onFilter = 1 << iota
	onRead
	onStore // ls, rm, gc
	onCount
	onCalibrate
	onCompact
	onList    // ls, beside onStore
	onCollect // gc, beside onStore
	onCheck
	onClip
	onText   // what prints a text that is built in
	onStats  // stats, beside onStore and onList
	onErrors // errors, likewise
	onConfig // config, beside onFilter and onList
	onRun    // run, beside onFilter

	onRows = onFilter | onRead
	onPage = onRows | onList // what prints envelopes
	// What looks into the ledger, or at the call itself, is no call to be counted in it.
	onLooks = onStats | onErrors | onConfig
	onAll   = onRows | onStore | onCount | onCalibrate | onCheck | onClip | onCompact | onText
)

// A flagSpec is one flag: the one place that names it.
type flagSpec struct {
	name, short string
	value       string // what stands for the value in help; "" for a switch
	on          int
	usage       string
	next        bool // repeated in the commands that an envelope prints
}

// flagSpecs lists all flags, in the order in which help and printed commands have them.
var flagSpecs = []flagSpec{
	{"fields", "f", "LIST", onRows, "show these: id,user.login,labels[].name,who=.user.login, or jq in {…}", false},
	{"where", "w", "EXPR", onRows, "rows for which this jq expression is truthy", false},
	{"grep", "g", "REGEX", onRows, "rows whose text matches (RE2)", false},
	{"sort", "s", "KEYS", onRows, "order: -date,id or -date:time; - is descending", false},
	{"key", "k", "PATH", onRows, "what identifies a row", false},
	{"rows", "", "PATH", onRows, "where the rows are (default: found by itself)", false},
	{"from", "", "FORMAT", onFilter, "format of the input", false},
	{"offset", "", "N", onPage, "start at row N", false},
	{"cursor", "", "C", onPage, "start where a page ended; without HANDLE on fresh data, with its --sort and --key", false},
	{"row", "", "N", onRead, "one record in detail", false},
	{"field", "", "PATH", onRead, "with --row: one long string, in slices", false},
	{"limit", "n", "N", onPage, "at most N items", true},
	{"layout", "", "LAYOUT", onPage, "records, or columns: names once, rows as arrays", true},
	{"budget", "b", "N", onPage | onCheck, "tokens of the envelope (default: 1500)", true},
	{"max-bytes", "", "N", onPage | onCheck, "bytes of the envelope (default: 65536)", true},
	{"tokenizer", "", "NAME", onPage | onCount | onCheck | onClip, "o200k_base, cl100k_base, p50k_base, r50k_base, a calibrated name, or bytes:N", true},
	{"model", "", "NAME", onPage | onCount | onCheck | onClip, "count as this model does", true},
	{"whole", "", "", onRead, "cut no value, but in an item that is too big", true},
	{"to", "", "FORM", onPage, "json, mcp, or table, for people; read also has raw and ndjson", true},
	{"next", "", "TEMPLATE", onRows, "how the next command is worded, with {handle} and {cursor}", true},
	{"summary", "", "MODE", onRows, "auto, none or only", false},
	{"count-by", "", "PATHS", onRows, "count the values of these", false},
	{"sum", "", "PATHS", onRows, "add these up", false},
	{"range", "", "PATHS", onRows, "least and greatest, or oldest and newest, of these", false},
	{"distinct", "", "PATHS", onRows, "how many different values these have", false},
	{"top", "", "N:PATH", onRows, "the N rows with the greatest", false},
	{"keep", "", "", onFilter, "store the input even if all of it is shown", false},
	{"keep", "", "N", onCompact, "results of the last N assistant turns stay (default: 3)", false},
	{"log", "", "FILE", onCompact, "append what was replaced, as JSON Lines", false},
	{"progress", "", "", onFilter, "show on stderr how the reading of a long input goes on", false},
	{"timeout", "", "D", onRun, "how long the command may run, as in 30s", false},
	{"ok-exit", "", "LIST", onRun, "statuses of the command that are no failure, as in 0,1", false},
	{"idempotency-key", "", "KEY", onRun, "run the command once; another call with this key prints what the first did", false},
	{"dry-run", "", "", onCollect, "tell what would be removed", false},
	{"verify", "", "", onCollect, "read all that is stored, and tell what is damaged", false},
	{"walk", "", "", onCheck, "follow the cursors to the end, and work out the summary again", false},
	{"total-key", "", "NAME", onCheck, "of an envelope of another tool's: where its total is", false},
	{"items-key", "", "NAME", onCheck, "where its items are", false},
	{"returned-key", "", "NAME", onCheck, "where the number of its items is", false},
	{"truncated-key", "", "NAME", onCheck, "where it says that there are more", false},
	{"cursor-key", "", "NAME", onCheck, "where its cursor is", false},
	{"tokens", "", "N", onClip, "tokens of what is printed, at most", false},
	{"keep", "", "END", onClip, "what is kept: head (the default), tail, or ends", false},
	{"sentinel", "", "TEXT", onClip, "words that mark the cut; {tokens} is N", false},
	{"json", "", "", onCount | onCheck | onStats | onConfig, "print the count, or the rules that are broken, as JSON; stats and config print JSON in any case", false},
	{"tool", "", "NAME", onRows | onStats | onConfig, "name in the ledger, and the profile of that name in the configuration", true},
	{"context-window", "", "N", onRows, "tokens of the model's window: the budget is also at most a share of what is left of it", false},
	{"context-used", "", "N", onRows, "tokens of it that are used (default: 0)", false},
	{"context-share", "", "X", onRows, "the share (default: 0.05)", false},
	{"fail-growth", "", "X", onStats, "exit 1 if the envelopes or rows of a tool have grown by more than this", true},
	{"over", "", "N", onStats, "calls that growth is looked for in (default: 20)", true},
	{"run", "", "NAME", onAll, "scope: the run (default: default)", true},
	{"principal", "", "NAME", onAll, "scope: who asks (default: the user)", true},
	{"store", "", "DIR", onAll, "where artifacts are", true},
}

// values returns what a flag may be, where that is registered elsewhere.
func values(flag string) string {
	if flag != "from" {
		return ""
	}
	return ": " + strings.Join(formatNames(), ", ")
}

// findFlag returns the flag of this name, long or short, that belongs to a command.
func findFlag(name string, on int) *flagSpec {
	i := slices.IndexFunc(flagSpecs, func(f flagSpec) bool {
		return f.on&on != 0 && (f.name == name || f.short != "" && f.short == name)
	})
	if i < 0 {
		return nil
	}
	return &flagSpecs[i]
}

// flagNames returns the long names of a command's flags.
func flagNames(on int) []string {
	var names []string
	for _, f := range flagSpecs {
		if f.on&on != 0 {
			names = append(names, "--"+f.name)
		}
	}
	return names
}

// given is what a command line holds, taken apart.
type given struct {
	flags  map[string]string // by long name; the last one counts
	args   []string
	behind []string // of the args, those behind --
	print  string   // --help or --version, if that is asked for

	profile map[string]string // which of the flags come from a profile, and from which file
}

// explicit tells whether a flag stands on the command line.
func (g *given) explicit(name string) bool {
	_, set := g.flags[name]
	_, profile := g.profile[name]
	return set && !profile
}

// parse takes a command line apart: flags may stand before, between and after other arguments, and
// "--" ends them. It is done here since the library ignores flags behind an argument. With an error,
// which is the first, comes what there is beside it: the error belongs to the scope that is named.
func parse(words []string, on int) (g *given, first error) {
	g = &given{flags: map[string]string{}}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch {
		case word == "--":
			g.args, g.behind = append(g.args, words...), words
			return g, first
		case word == "--help" || word == "-h":
			g.print = "--help"
		case word == "--version" || word == "-v":
			g.print = "--version"
		case len(word) < 2 || word[0] != '-':
			g.args = append(g.args, word)
		default:
			rest, err := g.flag(word, words, on)
			if first == nil {
				first = err
			}
			words = rest
		}
	}
	return g, first
}

// flag takes one flag, and its value from the words behind it if it has none of its own.
func (g *given) flag(word string, words []string, on int) ([]string, error) {
	name, value, inline := strings.Cut(strings.TrimLeft(word, "-"), "=")
	spec := findFlag(name, on)
	if spec == nil && word[1] != '-' && len(word) > 2 { // -n5
		if spec = findFlag(word[1:2], on); spec != nil && spec.value != "" {
			value, inline = word[2:], true
		} else {
			spec = nil
		}
	}
	switch {
	case spec == nil:
		return words, unknownFlag(word, on)
	case spec.value == "" && !inline:
		value = "true"
	case spec.value == "" && value != "true" && value != "false":
		return words, usagef("--%s takes no value", spec.name)
	case spec.value != "" && !inline && len(words) == 0:
		return words, usagef("--%s needs a value: %s", spec.name, spec.value)
	case spec.value != "" && !inline:
		value, words = words[0], words[1:]
	}
	g.flags[spec.name] = value
	return words, nil
}
