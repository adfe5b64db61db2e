package cmd

import (
	"os/exec"
	"strings"
	"testing"
)

// What only tests need isn't in the binary.
func TestBinaryHasNoTestModules(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "..").Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if len(deps) < 100 {
		t.Fatalf("only %d packages", len(deps))
	}
	for _, dep := range deps {
		for _, module := range []string{
			"github.com/santhosh-tekuri/", "github.com/modelcontextprotocol/", "github.com/google/jsonschema-go",
			"github.com/pkoukk/", "github.com/rogpeppe/", "net/http",
		} {
			if strings.HasPrefix(dep, module) {
				t.Errorf("the binary has %s", dep)
			}
		}
	}
}
