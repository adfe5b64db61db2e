package token

import (
	"slices"
	"strings"
)

// A model is the name, or the beginning of the names, of models of one encoding.
type model struct{ name, encoding string }

// The tables of tiktoken-go, in models_gen.go, end with gpt-4.5 and leave out the reasoning models,
// fine-tuned ones and Azure's spelling. These are the names that OpenAI's own tiktoken has too,
// and of gpt-5 also its later kin (gpt-5.1).
var (
	moreNames = [...]model{
		{"babbage-002", "cl100k_base"},
		{"davinci-002", "cl100k_base"},
		{"gpt-2", "gpt2"},
		{"gpt-3.5", "cl100k_base"},
		{"gpt-35-turbo", "cl100k_base"},
		{"gpt-5", "o200k_base"},
		{"o1", "o200k_base"},
		{"o3", "o200k_base"},
		{"o4", "o200k_base"},
	}
	morePrefixes = [...]model{
		{"chatgpt-4o-", "o200k_base"},
		{"ft:babbage-002", "cl100k_base"},
		{"ft:davinci-002", "cl100k_base"},
		{"ft:gpt-3.5-turbo", "cl100k_base"},
		{"ft:gpt-4", "cl100k_base"},
		{"ft:gpt-4.1", "o200k_base"},
		{"ft:gpt-4o", "o200k_base"},
		{"gpt-35-turbo-", "cl100k_base"},
		{"gpt-5-", "o200k_base"},
		{"gpt-5.", "o200k_base"},
		{"gpt-oss-", "o200k_harmony"},
		{"o1-", "o200k_base"},
		{"o3-", "o200k_base"},
		{"o4-", "o200k_base"},
	}
)

// ForModel returns the name of the encoding of a model. The error is an *UnknownError.
func ForModel(name string) (string, error) {
	if i := slices.IndexFunc(models(), func(m model) bool { return m.name == name }); i >= 0 {
		return models()[i].encoding, nil
	}
	best := model{}
	for _, m := range slices.Concat(modelPrefixes[:], morePrefixes[:]) {
		if strings.HasPrefix(name, m.name) && len(m.name) > len(best.name) {
			best = m
		}
	}
	if best.encoding == "" {
		return "", &UnknownError{"model", name, near(name, modelNamesOnly())}
	}
	return best.encoding, nil
}

func models() []model { return slices.Concat(modelNames[:], moreNames[:]) }

func modelNamesOnly() []string {
	var names []string
	for _, m := range models() {
		names = append(names, m.name)
	}
	return names
}
