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
	for line := range strings.Lines(blocks["sh"]) {
		r := d.sh(nil, line)
		if r.code != 0 || len(r.out) == 0 || strings.Contains(string(r.out), "no row has") {
			if strings.HasPrefix(line, "sqlite3 ") && r.code == 127 && os.Getenv("TOOLFIT_CI") == "" {
				continue // it isn't installed
			}
			t.Errorf("%sexit %d: %s%s", line, r.code, r.out, r.err)
		}
	}
	for name, run := range map[string]struct{ program, file, line string }{
		"make":   {"make", "Makefile", "make orders.fit.json && test -s orders.fit.json"},
		"python": {"python3", "fit.py", "python3 -m py_compile fit.py"},
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
	compiles(t, blocks["go"])
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
	d.env = append(d.env, "HANDLE="+*e.Handle, "STORE="+d.store(),
		"PATH="+filepath.Join(d.dir, "bin")+":"+os.Getenv("PATH"))
	return d
}

// compiles tells whether a function of the README compiles, against the SDK that the tests have.
func compiles(t *testing.T, code string) {
	dir, err := os.MkdirTemp(".", "recipe-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	source := "package recipe\n\nimport (\n\"context\"\n\"encoding/json\"\n\"errors\"\n\"os/exec\"\n\n" +
		"\"github.com/modelcontextprotocol/go-sdk/mcp\"\n)\n\nvar _ = listPods\n\n" + code
	if err := os.WriteFile(filepath.Join(dir, "recipe.go"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", os.DevNull, "./"+dir).CombinedOutput(); err != nil {
		t.Errorf("the Go recipe: %v\n%s", err, out)
	}
}
