package token

import (
	"errors"
	"slices"
	"testing"

	"github.com/pkoukk/tiktoken-go"
)

func TestModelsOfOracle(t *testing.T) {
	for model, want := range tiktoken.MODEL_TO_ENCODING {
		checkModel(t, model, want)
	}
	for prefix, want := range tiktoken.MODEL_PREFIX_TO_ENCODING {
		checkModel(t, prefix+"2026-10-11", want)
	}
}

func TestNewerModels(t *testing.T) {
	for model, want := range map[string]string{
		"o1": "o200k_base", "o1-mini": "o200k_base", "o3": "o200k_base", "o3-pro": "o200k_base",
		"o4-mini": "o200k_base", "gpt-4.1-nano": "o200k_base", "gpt-4.5-preview": "o200k_base",
		"gpt-5": "o200k_base", "gpt-5-mini-2025-08-07": "o200k_base", "gpt-5.1": "o200k_base",
		"chatgpt-4o-latest": "o200k_base", "gpt-oss-120b": "o200k_harmony",
		"gpt-4o-mini": "o200k_base", "gpt-4-turbo": "cl100k_base", "gpt-35-turbo": "cl100k_base",
		"ft:gpt-4o-mini:acme": "o200k_base", "ft:gpt-4:acme": "cl100k_base",
		"ft:gpt-4.1-mini:acme": "o200k_base", "davinci-002": "cl100k_base",
	} {
		checkModel(t, model, want)
	}
}

// checkModel also opens the encoding: each that the tables name is known.
func checkModel(t *testing.T, model, want string) {
	t.Helper()
	got, err := ForModel(model)
	if err != nil || got != want {
		t.Errorf("ForModel(%q) = %q, %v; want %q", model, got, err, want)
	}
	if _, err := Open(got); err != nil {
		t.Error(err)
	}
}

func TestUnknownNames(t *testing.T) {
	_, modelErr := ForModel("gtp-4o")
	_, caseErr := ForModel("GPT-5")
	_, farErr := ForModel("claude-opus-4")
	_, openErr := Open("o200k")
	_, emptyErr := Open("")
	for _, x := range []struct {
		err        error
		kind, near string
	}{
		{modelErr, "model", "gpt-4o"},
		{caseErr, "model", "gpt-5"},
		{farErr, "model", ""},
		{openErr, "tokenizer", "o200k_base"},
		{emptyErr, "tokenizer", ""},
	} {
		var unknown *UnknownError
		if !errors.As(x.err, &unknown) || unknown.Kind != x.kind {
			t.Fatalf("error %v, want an unknown %s", x.err, x.kind)
		}
		first := ""
		if len(unknown.Near) > 0 {
			first = unknown.Near[0]
		}
		if first != x.near || len(unknown.Near) > maxNear {
			t.Errorf("near %q: %q, want %q first", unknown.Name, unknown.Near, x.near)
		}
	}
}

func TestAliases(t *testing.T) {
	text := []byte(prose[0] + oddities[0])
	for alias, name := range map[string]string{
		"gpt2": "r50k_base", "o200k_harmony": "o200k_base", "p50k_edit": "p50k_base",
	} {
		c := open(t, alias)
		if got, want := c.Count(text), open(t, name).Count(text); got != want || c.Name() != alias {
			t.Errorf("%s: %d tokens by name %s, want %d", alias, got, c.Name(), want)
		}
	}
	if !slices.Contains(Names(), "o200k_base") || Names()[0] != "o200k_base" {
		t.Errorf("Names() = %q", Names())
	}
}
