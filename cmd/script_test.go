package cmd_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScript runs the scripts of testdata/script, named area-topic. In them $ORDERS is the file of
// 312 orders, and beside testscript's own commands they have
//
//	status N CMD ARG…      runs CMD, which must end with status N and print nothing on stderr; an
//	                       envelope on stdout must pass the checks of toolfit check
//	envelope PATH=VALUE…   stdout is an envelope within 1,500 tokens in which each PATH has VALUE:
//	                       JSON text, or a string without its quotes; !PATH: it has no such path
//	env-from NAME PATH     sets an environment variable to a value of stdout's envelope
//	tokens N FILE          FILE (or stdout) has at most N o200k_base tokens
func TestScript(t *testing.T) {
	orders, err := filepath.Abs(filepath.Join("..", "testdata", "orders.json"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("TOOLFIT_STORE", filepath.Join(e.WorkDir, "store"))
			e.Setenv("ORDERS", orders)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":   scriptStatus,
			"envelope": scriptEnvelope,
			"env-from": scriptEnvFrom,
			"tokens":   scriptTokens,
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

func scriptStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N CMD ARG…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got, exit := 0, (*exec.ExitError)(nil)
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, not %d", got, want)
	}
	if e := ts.ReadFile("stderr"); e != "" {
		ts.Fatalf("stderr: %s", e)
	}
	out := []byte(ts.ReadFile("stdout"))
	for _, begin := range []string{`{"truncated":`, `{"error":`, `{"resultType":`} {
		if bytes.HasPrefix(out, []byte(begin)) {
			ts.Check(checked(out))
			ts.Check(cutsTell(out))
		}
	}
}

func scriptEnvelope(ts *testscript.TestScript, neg bool, args []string) {
	out := []byte(ts.ReadFile("stdout"))
	e, err := open(out)
	ts.Check(err)
	ts.Check(inLimits(e, out, "o200k_base", 1500, 65536))
	for _, claim := range args {
		path, want, valued := strings.Cut(claim, "=")
		path, absent := strings.CutPrefix(path, "!")
		have := follow(out, path)
		switch {
		case absent && have != nil:
			ts.Fatalf("%s is there: %s", path, have)
		case absent:
		case have == nil:
			ts.Fatalf("there is no %s", path)
		case !valued || string(have) != want && plain(have) != want:
			ts.Fatalf("%s is %s, not %s", path, have, want)
		}
	}
}

func scriptEnvFrom(ts *testscript.TestScript, neg bool, args []string) {
	value := follow([]byte(ts.ReadFile("stdout")), args[1])
	if value == nil {
		ts.Fatalf("no %s in stdout", args[1])
	}
	ts.Setenv(args[0], plain(value))
}

func scriptTokens(ts *testscript.TestScript, neg bool, args []string) {
	most, err := strconv.Atoi(args[0])
	ts.Check(err)
	if n := tokens("o200k_base", []byte(ts.ReadFile(args[1]))); n > most {
		ts.Fatalf("%d tokens, and %d are allowed", n, most)
	}
}

// follow walks into JSON by names and numbers of elements, between dots; a last part "len" is the
// number of elements. It returns the value's text without white space, or nil.
func follow(text []byte, path string) []byte {
	for part := range strings.SplitSeq(path, ".") {
		var (
			members  map[string]json.RawMessage
			elements []json.RawMessage
		)
		isObject := json.Unmarshal(text, &members) == nil
		isArray := json.Unmarshal(text, &elements) == nil
		n, err := strconv.Atoi(part)
		switch {
		case part == "len" && isArray:
			text = strconv.AppendInt(nil, int64(len(elements)), 10)
		case isObject && members[part] != nil:
			text = members[part]
		case isArray && err == nil && n >= 0 && n < len(elements):
			text = elements[n]
		default:
			return nil
		}
	}
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return nil
	}
	return b.Bytes()
}

// plain is a string's content, and the text of any other value.
func plain(value []byte) string {
	var s string
	if json.Unmarshal(value, &s) == nil && string(value) != "null" {
		return s
	}
	return string(value)
}
