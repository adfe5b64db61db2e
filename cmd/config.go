package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// config is what the configuration file holds.
type config struct {
	Tokenizer map[string]tokenizerConfig `toml:"tokenizer"`
	Tool      map[string]map[string]any  `toml:"tool"` // profiles

	unknown []string // other names at the root, in the order of the file
}

// tokenizerConfig is a tokenizer that was calibrated: tokens of Base times Factor, rounded up.
type tokenizerConfig struct {
	Base    string `toml:"base"`
	Factor  string `toml:"factor"`
	Samples int    `toml:"samples"`
}

// maxConfig is how large a configuration file may be, in bytes.
const maxConfig = 1 << 20

// userConfig returns the path of the user's own configuration file, or "" without a home.
func (c *call) userConfig() string {
	if dir := c.env("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "toolfit", "config.toml")
	}
	if home := c.env("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".config", "toolfit", "config.toml")
	}
	return ""
}

// folderFile is the name of a folder's configuration file.
const folderFile = "toolfit.toml"

// folderConfig returns the path of the nearest toolfit.toml, here or above, or "".
func folderConfig() string {
	dir, err := os.Getwd()
	for err == nil {
		path := filepath.Join(dir, folderFile)
		if info, e := os.Stat(path); e == nil && info.Mode().IsRegular() {
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return ""
}

// calibrated looks a tokenizer up: in the nearest toolfit.toml, then in the user's own file.
func (c *call) calibrated(name string) (t tokenizerConfig, known bool, err error) {
	for _, path := range []string{folderConfig(), c.userConfig()} {
		var conf config
		if err := readConfig(path, &conf); err != nil {
			return t, false, err
		}
		if t, ok := conf.Tokenizer[name]; ok {
			return t, true, nil
		}
	}
	return t, false, nil
}

// readConfig reads a configuration file; one that isn't there is empty.
func readConfig(path string, conf *config) error {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxConfig {
		return usagef("%s can't be read", filepath.Base(path))
	}
	meta, err := toml.DecodeFile(path, conf)
	var syntax toml.ParseError // its text may have some of the file in it
	if errors.As(err, &syntax) {
		return usagef("%s can't be read: line %d is not TOML", filepath.Base(path), syntax.Position.Line)
	}
	if err != nil {
		return usagef("%s can't be read", filepath.Base(path))
	}
	for _, key := range meta.Undecoded() {
		if name := key[0]; name != "tool" && name != "tokenizer" && !slices.Contains(conf.unknown, name) {
			conf.unknown = append(conf.unknown, name)
		}
	}
	return nil
}

// saveTokenizer writes a tokenizer's table to the user's configuration file, in place of one of
// the same name; the rest of the file stays as it is.
func (c *call) saveTokenizer(name string, t tokenizerConfig) error {
	path := c.userConfig()
	if path == "" {
		return usagef("no home for a configuration file: set XDG_CONFIG_HOME")
	}
	if err := readConfig(path, &config{}); err != nil {
		return err
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return usagef("config.toml can't be read")
	}
	header := fmt.Sprintf("[tokenizer.%s]", name)
	table := fmt.Sprintf("%s\nbase = %q\nfactor = %q\nsamples = %d\n", header, t.Base, t.Factor, t.Samples)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return usagef("config.toml can't be written")
	}
	if err := replaceFile(path, replaceTable(string(old), header, table)); err != nil {
		return usagef("config.toml can't be written")
	}
	return nil
}

// replaceTable puts a table in place of the one that begins with header, or at the end.
func replaceTable(text, header, table string) string {
	at := regexp.MustCompile(`(?m)^[ \t]*` + regexp.QuoteMeta(header) + `[^\n]*\n?`).FindStringIndex(text)
	if at == nil {
		if text != "" {
			text = strings.TrimRight(text, "\n") + "\n\n"
		}
		return text + table
	}
	rest := text[at[1]:]
	if next := regexp.MustCompile(`(?m)^[ \t]*\[`).FindStringIndex(rest); next != nil {
		return text[:at[0]] + table + "\n" + rest[next[0]:]
	}
	return text[:at[0]] + table
}

// replaceFile writes a file in one go: a reader sees the old one or the new one.
func replaceFile(path, text string) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".config-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err = f.WriteString(text); err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
