package cmd

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolfit/toolfit/shape/query"
)

// A profile is the table [tool.NAME] of a configuration file. Its keys are the names of flags.
//
// The nearest toolfit.toml comes with whatever was checked out, so it may only say how results are
// shaped. What could lead the program or its reader elsewhere, or let more through, is taken from
// the user's own file alone; in a folder's file it is an error rather than ignored: who wrote it
// there must not believe that it holds.
var (
	shapingKeys = []string{
		"fields", "where", "grep", "sort", "key", "rows", "from", "limit", "layout", "budget",
		"tokenizer", "model", "whole", "to", "summary", "count-by", "sum", "range", "distinct", "top",
		"keep", "context-window", "context-share",
	}
	ownKeys = []string{"next", "max-bytes", "run", "principal", "store"}
)

// envOf has the environment variables that give a flag its value where it isn't given.
var envOf = map[string]string{
	"budget": "TOOLFIT_BUDGET", "run": "TOOLFIT_RUN", "principal": "TOOLFIT_PRINCIPAL",
	"store": "TOOLFIT_STORE", "context-window": "TOOLFIT_CONTEXT_WINDOW",
	"context-used": "TOOLFIT_CONTEXT_USED", "context-share": "TOOLFIT_CONTEXT_SHARE",
	"to": "TOOLFIT_TO",
}

// excludes has flags of which only one can hold: the one that is said nearer to the call.
var excludes = map[string]string{"tokenizer": "model", "model": "tokenizer"}

// maxTool is how long the name of a tool may be, in bytes.
const maxTool = 100

// useTool takes the name of a tool, and what its profile says where neither a flag nor the
// environment does.
func (c *call) useTool(on int) error {
	tool, ok := c.given.flags["tool"]
	if !ok {
		return nil
	}
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	if tool == "" || len(tool) > maxTool || !utf8.ValidString(tool) || strings.ContainsFunc(tool, unprintable) {
		return usagef("--tool takes a name of 1 to %d bytes that can be printed", maxTool)
	}
	if on&onLooks == 0 {
		c.entry.Tool = tool
	}
	profile, err := c.profile(tool)
	if err != nil {
		return err
	}
	c.given.profile = map[string]string{}
	for name, s := range profile {
		spec := findFlag(name, on)
		if spec == nil || !reaches(spec, on) || c.said(name) || c.said(excludes[name]) {
			continue
		}
		c.given.profile[name] = s.from
	}
	for name := range c.given.profile {
		c.given.flags[name] = profile[name].value
	}
	return nil
}

// said tells whether a flag or the environment gives a value.
func (c *call) said(flag string) bool {
	_, given := c.given.flags[flag]
	return given || envOf[flag] != "" && c.env(envOf[flag]) != ""
}

// reaches tells whether a profile gives a command the value of a flag. A stored result has been
// selected, ordered and projected: on read there is left how a page looks. Of stats it says where the
// ledger is.
func reaches(spec *flagSpec, on int) bool {
	switch {
	case on&onFilter == 0 && on&onRead != 0:
		return spec.next
	case on&onStats != 0:
		return spec.on == onAll
	}
	return true
}

// A profiled value is one of a profile, and the file that it comes from.
type profiled struct{ value, from string }

// profile returns the values for a tool: those of the nearest toolfit.toml, then the user's own. A
// tool that neither file has is one without a profile.
func (c *call) profile(tool string) (map[string]profiled, error) {
	found := map[string]profiled{}
	for i, path := range []string{folderConfig(), c.userConfig()} {
		var conf config
		if err := readConfig(path, &conf); err != nil {
			return nil, err
		}
		file := relative(path)
		if err := checkTables(file, conf.unknown); err != nil {
			return nil, err
		}
		table := conf.Tool[tool]
		nearer := maps.Clone(found)
		for _, key := range slices.Sorted(maps.Keys(table)) {
			value, err := profileValue(file, key, table[key], i == 0)
			if err != nil {
				return nil, err
			}
			_, set := nearer[key]
			if _, other := nearer[excludes[key]]; !set && !other {
				found[key] = profiled{value, file}
			}
		}
	}
	return found, nil
}

// relative names a configuration file without telling where it is: a folder's file by the way to it,
// the user's own by its name.
func relative(path string) string {
	if here, err := filepath.Abs("."); err == nil && filepath.Base(path) == folderFile {
		if rel, err := filepath.Rel(here, path); err == nil {
			return rel
		}
	}
	return filepath.Base(path)
}

// checkTables refuses a configuration file with a table, or a value outside of tables, of a name that
// means nothing.
func checkTables(file string, unknown []string) error {
	if len(unknown) == 0 {
		return nil
	}
	near := query.Near(unknown[0], []string{"tool", "tokenizer"})
	return &usageError{
		detail: fmt.Sprintf("%s: unknown table %s", file, quote(unknown[0])),
		next:   didYouMean(near, "profiles are in [tool.NAME], tokenizers in [tokenizer.NAME]"),
	}
}

// profileValue checks one key of a profile, and returns its value as a flag would have it.
func profileValue(file, key string, value any, folder bool) (string, error) {
	own := slices.Contains(ownKeys, key)
	switch {
	case !own && !slices.Contains(shapingKeys, key):
		return "", &usageError{
			detail: fmt.Sprintf("%s: unknown key %s in a profile", file, quote(key)),
			next:   didYouMean(query.Near(key, slices.Concat(shapingKeys, ownKeys)), "keys are names of flags that shape"),
		}
	case own && folder:
		return "", &usageError{
			detail: fmt.Sprintf("%s: %s can't be set by a folder's file", file, key),
			next:   "set it in your own config.toml, or by a flag",
		}
	}
	spec := findFlag(key, onRows)
	text, ok := flagText(value, spec.value == "")
	if !ok {
		return "", usagef("%s: %s is of a kind that --%s can't be", file, key, key)
	}
	return text, nil
}

// flagText returns a TOML value as the text of a flag. A list is joined by commas.
func flagText(value any, isSwitch bool) (text string, ok bool) {
	if b, is := value.(bool); is || isSwitch {
		return strconv.FormatBool(b), is && isSwitch
	}
	switch v := value.(type) {
	case string:
		return v, true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	case []any:
		var list []string
		for _, e := range v {
			s, ok := e.(string)
			if !ok {
				return "", false
			}
			list = append(list, s)
		}
		return strings.Join(list, ","), true
	}
	return "", false
}
