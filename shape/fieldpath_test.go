package shape

import (
	"reflect"
	"testing"

	"github.com/toolfit/toolfit/shape/input"
)

func TestParseFieldPath(t *testing.T) {
	tests := []struct {
		text string
		want fieldPath
	}{
		{".notes", fieldPath{{"notes", -1}}},
		{"user.login", fieldPath{{"user", -1}, {"login", -1}}},
		{".comments[3].body", fieldPath{{"comments", -1}, {index: 3}, {"body", -1}}},
		{"[0][1]", fieldPath{{index: 0}, {index: 1}}},
		{`."a[3] b".c`, fieldPath{{"a[3] b", -1}, {"c", -1}}},
		{`."a\"[1]"`, fieldPath{{`a"[1]`, -1}}},
	}
	for _, tt := range tests {
		got, err := parseFieldPath(tt.text)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, %v; want %v", tt.text, got, err, tt.want)
			continue
		}
		again, err := parseFieldPath(got.String())
		if err != nil || !reflect.DeepEqual(again, tt.want) {
			t.Errorf("%s: printed as %s, which is %v, %v", tt.text, got, again, err)
		}
	}
	for _, text := range []string{".a[].b", ".a|length", ".["} {
		if p, err := parseFieldPath(text); err == nil {
			t.Errorf("%s: no error, but %v", text, p)
		}
	}
}

func TestFieldPathCell(t *testing.T) {
	const row = `{"a":{"b":1,"b":2},"l":[{"x":"0"},{"x":"1"}],"\u0063":true}`
	var r input.Row
	if err := input.Scan([]byte(row), input.NewPaths(), &r); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		".a.b": "2", ".l[1].x": `"1"`, ".c": "true", ".": row, ".l[2]": "", ".a[0]": "", ".l.x": "", ".z": "",
	} {
		path, err := parseFieldPath(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if c := path.cell(&r); c != nil {
			got = string(r.Value(c))
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
