package cmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sources are commands that the recipes call, as far as the recipes can tell.
var sources = map[string]string{
	"gh":      `echo '[{"number":1,"title":"a","user":{"login":"ann"},"created_at":"2026-01-02"}][{"number":2,"title":"b","user":{"login":"bo"},"created_at":"2026-01-03"}]'`,
	"kubectl": `echo '{"apiVersion":"v1","kind":"List","items":[{"metadata":{"namespace":"n","name":"p"},"status":{"phase":"Running"}}]}'`,
	"aws":     `echo '{"Reservations":[{"Instances":[{"InstanceId":"i-1","State":{"Name":"running"},"InstanceType":"t"}]}]}'`,
	"duckdb":  `grep -c '"status":"paid"'`,
	"things":  `echo '{"things":[{"id":1},{"id":2}],"meta":{"total":2}}'`,
}

// dishes are what the lines of shell must print among other things, in the order of the README.
var dishes = []struct{ line, part string }{
	{"gh api", `"items":[` + "\n" + `{"number":2,"title":"b","user.login":"bo"},`},
	{"kubectl get", `"status.phase":{"counts":{"Running":1}}`},
	{"aws ec2", `{"InstanceId":"i-1","State.Name":"running","InstanceType":"t"}`},
	{"toolfit -g", `"10:01 ERROR connection refused"`},
	{"./list-things", "ok\n"},
	{"./list-things", "ok\n"},
	{"toolfit read", "161\n"},
	{"toolfit read", "161"},
	{"sqlite3", "paid|161\n"},
}

// TestRecipes runs the recipes of README.md that are no console blocks: shell lines with commands
// that stand for the sources, the Makefile, and the Go and Python code.
func TestRecipes(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(readme), "\n## Recipes\n")
	text, _, _ = strings.Cut(text, "\n## ")
	blocks := map[string]string{}
	for _, b := range regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		blocks[b[1]] += b[2]
	}
	d := kitchen(t)
	lines := strings.SplitAfter(strings.TrimSuffix(blocks["sh"], "\n"), "\n")
	if len(lines) != len(dishes) {
		t.Fatalf("%d lines of shell in the recipes, want %d", len(lines), len(dishes))
	}
	for i, line := range lines {
		r, want := d.sh(nil, line), dishes[i]
		if strings.Contains(line, "sqlite3 ") && r.code == 127 && os.Getenv("TOOLFIT_CI") == "" {
			continue // it isn't installed
		}
		if !strings.HasPrefix(line, want.line) || r.code != 0 || len(r.err) > 0 ||
			!strings.Contains(string(r.out), want.part) {
			t.Errorf("%s\nexit %d: %s%swant %s", line, r.code, r.out, r.err, want.part)
		}
	}
	for name, run := range map[string]struct{ program, file, line string }{
		"make":   {"make", "Makefile", "make orders.fit.json && test -s orders.fit.json"},
		"python": {"python3", "fit.py", `python3 -c "$TASTE" < orders.json`},
	} {
		if _, err := exec.LookPath(run.program); err != nil && os.Getenv("TOOLFIT_CI") == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(d.dir, run.file), []byte(blocks[name]), 0o600); err != nil {
			t.Fatal(err)
		}
		if r := d.sh(nil, run.line); blocks[name] == "" || r.code != 0 {
			t.Errorf("%s: exit %d: %s%s", run.file, r.code, r.out, r.err)
		}
	}
	cook(t, d, blocks["go"])
}

// kitchen is a desk with all that the recipes take: the sources, a log, and a stored result.
func kitchen(t *testing.T) *desk {
	d := newDesk(t)
	orders, err := os.ReadFile("../testdata/orders.json")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"orders.json": string(orders), "list-things": "#!/bin/sh\n" + sources["things"] + "\n",
		"app.log": "10:00 INFO up\n10:01 ERROR connection refused\n",
	}
	for name, script := range sources {
		files["bin/"+name] = "#!/bin/sh\n" + script + "\n"
	}
	if err := os.Mkdir(filepath.Join(d.dir, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(d.dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	e, err := open(d.call(orders, "-n", "1").out)
	if err != nil || e.Handle == nil {
		t.Fatal(err)
	}
	d.env = append(d.env, "HANDLE="+*e.Handle, "TASTE="+taste,
		"PATH="+filepath.Join(d.dir, "bin")+":"+os.Getenv("PATH"))
	return d
}

// taste calls the Python recipe, and reads on in the scope that it is to have named.
const taste = `
import subprocess, sys, types, fit
session = types.SimpleNamespace(app_name="app", id="s1", user_id="ann")
page = fit.fit(session, sys.stdin.read())
assert page["total"] == 312 and page["truncated"], page
subprocess.run(["toolfit", "read", page["handle"], "--run", "app/s1", "--principal", "ann"], check=True)
`

// cook runs the Go recipe, with the SDK that the tests have, on a source that works and on one that
// fails: what comes back is a result of MCP's in either case, and of the scope that was named.
func cook(t *testing.T, d *desk, code string) {
	dir, err := os.MkdirTemp("testdata", "recipe-") // a package in here isn't among those of ./...
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(dining+code), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(d.dir, "recipe")
	if out, err := exec.Command("go", "build", "-o", program, "./"+dir).CombinedOutput(); err != nil {
		t.Fatalf("the Go recipe: %v\n%s", err, out)
	}
	for _, c := range []struct{ source, want string }{
		{sources["kubectl"], `false.*"name":"p"`},
		{"seq 9000", `false.*read_result handle=art-[0-9]+ cursor=[^ "]+"`},
		{"echo no such cluster >&2; exit 3", `true.*command_failed.*no such cluster`},
	} {
		script := "#!/bin/sh\n" + c.source + "\n"
		if err := os.WriteFile(filepath.Join(d.dir, "bin/kubectl"), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		r := d.sh(nil, "./recipe")
		if r.code != 0 || !regexp.MustCompile(`(?s)\A`+c.want).Match(r.out) {
			t.Errorf("%s: exit %d: %s%s, want %s", c.source, r.code, r.out, r.err, c.want)
		}
		for _, handle := range regexp.MustCompile(`art-[0-9]+`).FindAllString(string(r.out), 1) {
			read := d.call(nil, "read", handle, "--run", "s1", "--principal", "ann")
			if read.code != 0 {
				t.Errorf("%s: %s", c.source, read.out)
			}
		}
	}
}

// dining is the program around the Go recipe.
const dining = `package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	result, err := listPods(context.Background(), "s1", "ann")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(result.IsError, result.Content[0].(*mcp.TextContent).Text)
}

`
