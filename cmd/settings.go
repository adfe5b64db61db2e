package cmd

import (
	"fmt"
	"io"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/shape/query"
	"github.com/toolfit/toolfit/shape/token"
	"github.com/toolfit/toolfit/store"
)

// Defaults and bounds of section 1.
const (
	defaultBudget   = 1500
	defaultMaxBytes = 65536
	maxName         = 512 // bytes of a run's or principal's name
)

// file is an input with what is to be closed behind it, if anything.
type file struct {
	io.Reader
	closer io.Closer
}

func (f file) Close() {
	if f.closer != nil {
		f.closer.Close()
	}
}

// scope opens the store for the run and principal in force. A name set by the environment is the
// harness's: a flag may repeat it but not change it.
func (c *call) scope() (*store.Scope, error) {
	if dir, given := c.given.flags["store"]; given && dir == "" {
		return nil, usagef("--store is empty")
	}
	run, err := c.fixed("run", "TOOLFIT_RUN", "default")
	if err != nil {
		return nil, err
	}
	if _, given := c.given.flags["run"]; !given && c.env("TOOLFIT_RUN") == "" && c.needsRun() {
		return nil, &usageError{"TOOLFIT_REQUIRE_SCOPE is set, and no run is named", "name it: --run NAME, or TOOLFIT_RUN"}
	}
	principal, err := c.fixed("principal", "TOOLFIT_PRINCIPAL", "")
	if err != nil {
		return nil, err
	}
	if principal == "" {
		principal = c.user()
	}
	s := store.Open(c.storeDir())
	s.Now = c.now
	return s.Scope(run, principal), nil
}

// needsRun tells whether the environment refuses calls of no run.
func (c *call) needsRun() bool {
	v := c.env("TOOLFIT_REQUIRE_SCOPE")
	return v != "" && v != "0"
}

// fixed returns a name that the environment fixes, a flag gives, or that is the default.
func (c *call) fixed(flag, env, otherwise string) (string, error) {
	value, given := c.given.flags[flag]
	set := c.env(env)
	switch {
	case given && value == "":
		return "", usagef("--%s is empty", flag)
	case set != "" && given && value != set:
		return "", usagef("--%s differs from %s, which the environment fixes", flag, env)
	case set == "" && !given:
		return otherwise, nil
	case set != "":
		value = set
	}
	if len(value) > maxName {
		return "", usagef("--%s is over %d bytes", flag, maxName)
	}
	return value, nil
}

// user returns the name of the OS user, or its number where it has no name.
func (c *call) user() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "uid-unknown"
}

// storeDir returns the folder of artifacts. Without a home it is relative to nothing that exists,
// so that writing fails and says so.
func (c *call) storeDir() string {
	if dir, ok := c.given.flags["store"]; ok {
		return dir
	}
	if dir := c.env("TOOLFIT_STORE"); dir != "" {
		return dir
	}
	if dir := c.env("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "toolfit")
	}
	if home := c.env("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "toolfit")
	}
	return noStore
}

// noStore is a place where nothing can be written.
const noStore = "/dev/null/toolfit"

// request turns flags and environment into what is asked of the rows. warnings tell of flags that
// a ceiling lowered.
func (c *call) request() (req shape.Request, warnings []string, err error) {
	g := c.given.flags
	req = shape.Request{
		From: g["from"], Rows: g["rows"], Fields: g["fields"], Where: g["where"], Grep: g["grep"],
		Sort: g["sort"], Key: g["key"], Whole: g["whole"] == "true", Keep: g["keep"] == "true",
		Limit: -1,
		Ask: shape.Ask{
			CountBy: g["count-by"], Sum: g["sum"], Range: g["range"], Distinct: g["distinct"],
			Top: g["top"],
		},
	}
	if req.Budget, err = c.ceiling("budget", "TOOLFIT_BUDGET", "TOOLFIT_MAX_BUDGET",
		defaultBudget, &warnings); err != nil {
		return req, nil, err
	}
	if req.Budget, err = c.withinContext(req.Budget, &warnings); err != nil {
		return req, nil, err
	}
	if req.MaxBytes, err = c.ceiling("max-bytes", "", "TOOLFIT_MAX_BYTES",
		defaultMaxBytes, &warnings); err != nil {
		return req, nil, err
	}
	for name, to := range map[string]*int64{"limit": &req.Limit, "offset": &req.Offset} {
		if text, ok := g[name]; ok {
			if *to, err = count(name, text); err != nil {
				return req, nil, err
			}
			if name == "limit" && *to == 0 {
				return req, nil, usagef("--limit takes a number over 0; --summary only shows no rows")
			}
		}
	}
	if err := c.formKnown(); err != nil {
		return req, nil, err
	}
	if err := oneOf("layout", g, layouts...); err != nil {
		return req, nil, err
	}
	req.Columns = g["layout"] == "columns"
	if err := oneOf("summary", g, summaries...); err != nil {
		return req, nil, err
	}
	req.Summary = g["summary"]
	req.Counter, err = c.counter()
	if err == nil && c.env("TOOLFIT_MAX_BUDGET") != "" && req.Counter.Lax() {
		err = usagef("%s counts too little where TOOLFIT_MAX_BUDGET is set", quote(req.Counter.Name()))
	}
	return req, warnings, err
}

// ceiling returns a number that a flag, else the environment, else the default gives, lowered to
// the ceiling that the harness set.
func (c *call) ceiling(flag, env, most string, otherwise int, warnings *[]string) (int, error) {
	n, given, err := c.number(flag, env)
	if err != nil {
		return 0, err
	}
	if !given {
		n = otherwise
	}
	text := c.env(most)
	if text == "" {
		return n, nil
	}
	limit, err := positive(most, text)
	if err != nil || n <= limit {
		return n, err
	}
	c.lower(flag, most)
	if c.given.explicit(flag) {
		w := fmt.Sprintf("--%s %d lowered to %d, the most that is allowed here", flag, n, limit)
		*warnings = append(*warnings, w)
	}
	return limit, nil
}

// lower notes what lowered the value of a flag.
func (c *call) lower(flag, by string) {
	if c.lowered == nil {
		c.lowered = map[string]string{}
	}
	c.lowered[flag] = by
}

// number returns the number that a flag gives, else the environment.
func (c *call) number(flag, env string) (n int, given bool, err error) {
	if text, ok := c.given.flags[flag]; ok {
		n, err = positive("--"+flag, text)
		return n, true, err
	}
	if text := c.env(env); env != "" && text != "" {
		n, err = positive(env, text)
		return n, true, err
	}
	return 0, false, nil
}

// positive reads a whole number over 0.
func positive(name, text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 0, usagef("%s takes a whole number over 0, not %s", name, quote(text))
	}
	return int(n), nil
}

// count reads a whole number that isn't negative.
func count(name, text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 62)
	if err != nil || n < 0 {
		return 0, usagef("--%s takes a whole number, not %s", name, quote(text))
	}
	return n, nil
}

// oneOf refuses a flag whose value is none of the words.
func oneOf(name string, flags map[string]string, words ...string) error {
	value, ok := flags[name]
	if !ok {
		return nil
	}
	return mustBe("--"+name, value, words, "see toolfit --help")
}

// mustBe refuses a value that is none of the words. otherwise is what to do where none is like it.
func mustBe(what, value string, words []string, otherwise string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return &usageError{
		detail: fmt.Sprintf("%s takes %s, not %s", what, strings.Join(words, ", "), quote(value)),
		next:   didYouMean(query.Near(value, words), otherwise),
	}
}

// counter opens the tokenizer that is asked for.
func (c *call) counter() (*token.Counter, error) {
	name, ok := c.given.flags["tokenizer"]
	model, byModel := c.given.flags["model"]
	switch {
	case ok && byModel:
		return nil, usagef("--tokenizer and --model exclude each other")
	case byModel:
		encoding, err := token.ForModel(model)
		if err != nil {
			return nil, err
		}
		name = encoding
	case !ok:
		name = "o200k_base"
	}
	return c.tokenizer(name)
}
