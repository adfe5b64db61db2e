package cmd

import (
	"cmp"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/toolfit/toolfit/shape"
)

// inForce is one setting as config shows it. From is "flag", the name of an environment variable,
// that of a configuration file, "context-share" for a budget that this lowers, or "default".
type inForce struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
	From  string `json:"from"`
}

// notSettings are flags that belong to one call.
var notSettings = map[string]bool{"offset": true, "cursor": true, "json": true}

// config shows what is in force for a call of the filter with these flags, and where it comes from.
// What isn't set and has no default is left out.
func (c *call) config(g *given) error {
	req, _, err := c.request()
	if err != nil {
		return err
	}
	scope, err := c.scope()
	if err != nil {
		return err
	}
	defaults := c.defaults()
	var list []inForce
	for _, spec := range flagSpecs {
		if spec.on&onFilter == 0 || notSettings[spec.name] {
			continue
		}
		if s, ok := c.inForce(&spec, defaults, &req); ok {
			list = append(list, s)
		}
	}
	rows, err := ndjson(list)
	if err != nil {
		return err
	}
	for name := range g.profile { // it is about the rows of the tool, not about these
		delete(g.flags, name)
	}
	words := []string{"config"}
	return c.listing(scope, listing{words: words, cursors: "config " + g.flags["tool"], rows: rows})
}

// inForce returns the value of one flag, unless it has none.
func (c *call) inForce(spec *flagSpec, defaults map[string]string, req *shape.Request) (inForce, bool) {
	text, from := c.setting(spec.name, defaults[spec.name])
	switch {
	case c.given.profile[spec.name] != "":
		from = c.given.profile[spec.name]
	case c.given.explicit(spec.name):
		from = "flag"
	}
	// The environment fixes a scope; a flag can but repeat it.
	if env := envOf[spec.name]; (spec.name == "run" || spec.name == "principal") && c.env(env) != "" {
		from = env
	}
	switch spec.name {
	case "budget":
		text, from = strconv.Itoa(req.Budget), cmp.Or(c.lowered["budget"], from)
	case "max-bytes":
		text, from = strconv.Itoa(req.MaxBytes), cmp.Or(c.lowered["max-bytes"], from)
	case "tokenizer":
		if model := c.given.flags["model"]; model != "" {
			text, from = req.Counter.Name(), "model"
		}
	case "store":
		text, from = c.storeName(from)
	}
	if text == "" {
		return inForce{}, false
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && spec.value == "N" {
		return inForce{spec.name, n, from}, true
	}
	return inForce{spec.name, text, from}, true
}

// defaults has the values of what is neither given nor set.
func (c *call) defaults() map[string]string {
	return map[string]string{
		"from": "auto", "layout": "records", "budget": strconv.Itoa(defaultBudget),
		"max-bytes": strconv.Itoa(defaultMaxBytes), "tokenizer": "o200k_base", "to": "json",
		"summary": "auto", "run": "default", "principal": c.user(), "store": "toolfit",
		"context-share": defaultShare,
	}
}

// storeName names the store without the way to it: below the home as a shell has it, else by its
// last part.
func (c *call) storeName(from string) (name, source string) {
	dir := c.storeDir()
	if from == "default" && filepath.IsAbs(c.env("XDG_STATE_HOME")) {
		from = "XDG_STATE_HOME"
	}
	if rest, ok := strings.CutPrefix(dir, strings.TrimRight(c.env("HOME"), "/")+"/"); ok && c.env("HOME") != "" {
		return "~/" + rest, from
	}
	if filepath.IsAbs(dir) {
		return "…/" + filepath.Base(dir), from
	}
	return dir, from
}
