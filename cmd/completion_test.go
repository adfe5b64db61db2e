package cmd

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolfit/toolfit/man"
)

var update = flag.Bool("update", false, "write what is made from the tables of commands and flags")

// The scripts in the folder completions are what the tables of commands and flags say now.
func TestCompletionsAreThoseOfTheTables(t *testing.T) {
	for shell, script := range map[string]string{
		"bash": bashCompletion(), "zsh": zshCompletion(), "fish": fishCompletion(),
	} {
		path := filepath.Join("..", "completions", "toolfit."+shell)
		if *update {
			if err := os.WriteFile(path, []byte(script), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if readDoc(t, path) != script {
			t.Errorf("%s isn't what the tables say: go generate ./cmd", path)
		}
	}
}

// lsHandles is the command that lists the handles of the scope: in ls each stands on a line of its own.
const lsHandles = `toolfit ls --budget 20000 2>/dev/null | sed -n 's/^{"handle":"\(art-[0-9]*\)".*/\1/p'`

// title is how the scripts call a command: the filter has no name.
func title(c command) string {
	if c.name == "" {
		return "filter"
	}
	return c.name
}

// flagsIn returns the flags of a command.
func flagsIn(c command) []flagSpec {
	return slices.DeleteFunc(slices.Clone(flagSpecs), func(f flagSpec) bool { return f.on&c.on == 0 })
}

// spellings returns a flag as it can be typed.
func spellings(f flagSpec) []string {
	if f.short == "" {
		return []string{"--" + f.name}
	}
	return []string{"--" + f.name, "-" + f.short}
}

// valued returns patterns of command:flag for all flags that take a value in some command.
func valued() []string {
	var list []string
	for _, f := range flagSpecs {
		if f.value == "" {
			continue
		}
		for _, s := range spellings(f) {
			list = append(list, "*:"+s)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// switches returns command:flag for those of them that take none in another command.
func switches() []string {
	var list []string
	for _, c := range commands() {
		for _, f := range flagsIn(c) {
			if f.value == "" && slices.Contains(valued(), "*:--"+f.name) {
				list = append(list, title(c)+":--"+f.name)
			}
		}
	}
	return list
}

// offered returns what the values of a flag or the arguments of a command are, in one of the words
// that the scripts know: a list, handles, folders, files, commands or nothing.
func offered(placeholder string, words []string) (kind, list string) {
	switch {
	case words != nil:
		return "words", strings.Join(words, " ")
	case strings.Contains(placeholder, "HANDLE"):
		return "handles", ""
	case strings.Contains(placeholder, "DIR"):
		return "folders", ""
	case strings.Contains(placeholder, "CMD"):
		return "commands", ""
	case strings.Contains(placeholder, "FILE"):
		return "files", ""
	case placeholder == "SHELL":
		return "words", strings.Join(shells, " ")
	case placeholder == "[PAGE]":
		return "words", strings.Join(man.Names(), " ")
	}
	return "nothing", ""
}

// cases returns the arms of a shell's case: what is offered behind each flag of each command, and
// without one for the commands' arguments.
func cases() string {
	var b strings.Builder
	for _, c := range commands() {
		for _, f := range flagsIn(c) {
			if f.value == "" {
				continue
			}
			kind, list := offered(f.value, choices(f.name, c.on))
			if kind == "nothing" {
				continue
			}
			arms := spellings(f)
			for i := range arms {
				arms[i] = title(c) + ":" + arms[i]
			}
			fmt.Fprintf(&b, "\t%s) kind=%s list='%s' ;;\n", strings.Join(arms, " | "), kind, list)
		}
		kind, list := offered(c.args, nil)
		fmt.Fprintf(&b, "\t%s:) kind=%s list='%s' ;;\n", title(c), kind, list)
	}
	return b.String()
}

// flagCases returns the arms that name the flags of each command.
func flagCases() string {
	var b strings.Builder
	for _, c := range commands() {
		fmt.Fprintf(&b, "\t%s) flags='%s' ;;\n", title(c), strings.Join(flagWords(c), " "))
	}
	return b.String()
}

func flagWords(c command) []string {
	var list []string
	for _, f := range flagsIn(c) {
		list = append(list, spellings(f)...)
	}
	return append(list, "--help", "--version")
}

func commandNames() []string {
	var names []string
	for _, c := range commands()[1:] {
		names = append(names, c.name)
	}
	return names
}

// script fills in a template of a shell's script.
func script(template string) string {
	return strings.NewReplacer(
		"@valued@", strings.Join(valued(), " | "),
		"@fishvalued@", "'"+strings.Join(valued(), "' '")+"'",
		"@switches@", strings.Join(switches(), " | "),
		"@fishswitches@", strings.Join(switches(), " "),
		"@commands@", strings.Join(commandNames(), " "),
		"@fishcommands@", "filter:"+strings.Join(commandNames(), " filter:"),
		"@alternatives@", strings.Join(commandNames(), " | "),
		"@listing@", lsHandles,
		"@cases@", cases(),
		"@flags@", flagCases(),
	).Replace(template)
}

func bashCompletion() string { return script(bashTemplate) }

const bashTemplate = `# shellcheck shell=bash
# Completion of toolfit in bash. Made by go generate from the tables of package cmd.

_toolfit_handles() {
	@listing@
}

# _toolfit_command sets command to the command that is called, and first to whether none may be.
_toolfit_command() {
	local i word
	command=filter first=yes
	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		case $command:$word in
		*:--) first='' dashes=yes && return ;;
		@switches@) ;;
		@valued@)
			if [[ ${COMP_WORDS[i + 1]-} == '=' ]]; then
				((i++))
			fi
			((i++))
			;;
		*:-*) ;;
		*)
			if [[ -n $first ]]; then
				case $word in
				@alternatives@) command=$word ;;
				esac
			fi
			first=''
			;;
		esac
	done
}

_toolfit() {
	local cur=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD - 1]}
	local command first dashes='' flags='' kind='' list=''
	COMPREPLY=()
	if [[ $cur == '=' ]]; then
		cur=''
	elif [[ $flag == '=' ]]; then
		flag=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	_toolfit_command
	case $command:$flag in
	@switches@) flag='' ;;
	@valued@) ;;
	*) flag='' ;;
	esac
	if [[ -n $dashes ]]; then
		flag=''
	fi
	case $command in
@flags@	esac
	case $command:$flag in
@cases@	esac
	if [[ -z $flag && -z $dashes && $cur == -* ]]; then
		kind=words list=$flags
	elif [[ -z $flag && -n $first ]]; then
		list='@commands@'
	fi
	case $kind in
	handles) list=$(_toolfit_handles) ;;
	folders) compopt -o filenames 2>/dev/null && mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
	files) compopt -o filenames 2>/dev/null && mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
	commands) mapfile -t COMPREPLY < <(compgen -c -- "$cur") ;;
	esac
	if [[ -n $list ]]; then
		mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$list" -- "$cur")
	fi
}

complete -F _toolfit toolfit
`

func zshCompletion() string { return script(zshTemplate) }

const zshTemplate = `#compdef toolfit
# Completion of toolfit in zsh. Made by go generate from the tables of package cmd.

_toolfit_handles() {
	@listing@
}

_toolfit() {
	emulate -L zsh
	local command=filter first=yes dashes='' flag='' flags='' kind='' list='' word
	local -i i
	for ((i = 2; i < CURRENT; i++)); do
		word=$words[i]
		case $command:$word in
		(*:--) first='' dashes=yes; break ;;
		(@switches@) ;;
		(@valued@)
			if ((i == CURRENT - 1)); then flag=$word; fi
			((i++))
			;;
		(*:-*) ;;
		(*)
			if [[ -n $first ]]; then
				case $word in
				(@alternatives@) command=$word ;;
				esac
			fi
			first=''
			;;
		esac
	done
	if [[ -z $dashes && $words[CURRENT] == --*=* ]]; then
		flag=${words[CURRENT]%%=*}
		compset -P '*='
	fi
	case $command in
@flags@	esac
	case $command:$flag in
@cases@	esac
	if [[ -z $flag && -z $dashes && $PREFIX == -* ]]; then
		kind=words list=$flags
	elif [[ -z $flag && -n $first ]]; then
		compadd -- @commands@
	fi
	case $kind in
	(words) compadd -- ${=list} ;;
	(handles) compadd -- ${(f)"$(_toolfit_handles)"} ;;
	(folders) _files -/ ;;
	(files) _files ;;
	(commands) _command_names -e ;;
	esac
}

if [[ ${funcstack[1]-} == _toolfit ]]; then
	_toolfit "$@"
else
	compdef _toolfit toolfit
fi
`

func fishCompletion() string {
	var b strings.Builder
	for _, c := range commands()[1:] {
		fmt.Fprintf(&b, "complete -c toolfit -n __toolfit_first -a %s -d %s\n", c.name, shellQuote(c.usage))
	}
	for _, c := range commands() {
		is := "-n '__toolfit_is " + title(c) + "'"
		if kind, list := offered(c.args, nil); kind != "nothing" {
			fmt.Fprintf(&b, "complete -c toolfit %s%s\n", is, fishOffer(kind, list))
		}
		for _, f := range flagsIn(c) {
			fmt.Fprintf(&b, "complete -c toolfit %s -l %s", is, f.name)
			if f.short != "" {
				fmt.Fprintf(&b, " -s %s", f.short)
			}
			if f.value != "" {
				kind, list := offered(f.value, choices(f.name, c.on))
				b.WriteString(" -r" + fishOffer(kind, list))
			}
			fmt.Fprintf(&b, " -d %s\n", shellQuote(f.usage))
		}
	}
	return script(strings.Replace(fishTemplate, "@lines@", b.String(), 1))
}

// fishOffer returns the options of fish's complete that offer something.
func fishOffer(kind, list string) string {
	switch kind {
	case "words":
		return " -a '" + list + "'"
	case "handles":
		return " -a '(__toolfit_handles)'"
	case "folders":
		return " -a '(__fish_complete_directories)'"
	case "files":
		return " -F"
	case "commands":
		return " -a '(__fish_complete_command)'"
	}
	return ""
}

const fishTemplate = `# Completion of toolfit in fish. Made by go generate from the tables of package cmd.

function __toolfit_handles
	@listing@
end

# __toolfit_command prints the command that is called; nothing where none was named yet.
function __toolfit_command
	set -l skip 0
	# The filter's flags are those that may stand before a command.
	for word in (commandline -opc)[2..-1]
		if test $skip = 1
			set skip 0
			continue
		end
		switch "filter:$word"
			case 'filter:--'
				echo filter
				return
			case @fishswitches@
			case @fishvalued@
				set skip 1
			case 'filter:-*'
			case @fishcommands@
				echo $word
				return
			case '*'
				echo filter
				return
		end
	end
end

function __toolfit_first
	test (count (__toolfit_command)) = 0
end

function __toolfit_is
	set -l command (__toolfit_command)
	test "$command" = $argv[1]; or test -z "$command" -a $argv[1] = filter
end

complete -c toolfit -f
complete -c toolfit -l help -s h -d 'how it is called'
complete -c toolfit -l version -s v -d 'the version'
@lines@`
