package query

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParsePath(t *testing.T) {
	each := Step{Each: true}
	name := func(s string) Step { return Step{Name: s} }
	labelNames := []Step{name("labels"), each, name("name")}
	for _, c := range []struct {
		in, text, jq string
		steps        []Step
	}{
		{".", ".", ".", nil},
		{"id", "id", ".id", []Step{name("id")}},
		{".id", "id", ".id", []Step{name("id")}},
		{" .user.login ", "user.login", ".user.login", []Step{name("user"), name("login")}},
		{"labels[].name", "labels[].name", ".labels[].name", labelNames},
		{".labels[]|.name", "labels[]|.name", ".labels[].name", labelNames},
		{".[].a", "[].a", ".[].a", []Step{each, name("a")}},
		{"[].a", "[].a", ".[].a", []Step{each, name("a")}},
		{`."a b"`, `"a b"`, `."a b"`, []Step{name("a b")}},
		{`"a b".c`, `"a b".c`, `."a b".c`, []Step{name("a b"), name("c")}},
		{`.["x"]["y"]`, `["x"]["y"]`, ".x.y", []Step{name("x"), name("y")}},
		{`.a."b"`, `a."b"`, ".a.b", []Step{name("a"), name("b")}},
		{`(.a).b`, `(.a).b`, ".a.b", []Step{name("a"), name("b")}},
		{"created-at", "created-at", `."created-at"`, []Step{name("created-at")}},
		{".created-at", "created-at", `."created-at"`, []Step{name("created-at")}},
		{"content-type", "content-type", `."content-type"`, []Step{name("content-type")}},
		{"Order ID", "Order ID", `."Order ID"`, []Step{name("Order ID")}},
		{"größe.max", "größe.max", `."größe".max`, []Step{name("größe"), name("max")}},
		{"@timestamp", "@timestamp", `."@timestamp"`, []Step{name("@timestamp")}},
		{"a[][].b", "a[][].b", ".a[][].b", []Step{name("a"), each, each, name("b")}},
		{`."a\"b"`, `"a\"b"`, `."a\"b"`, []Step{name(`a"b`)}},
	} {
		p, err := ParsePath(c.in)
		same := p.Text == c.text && p.JQ() == c.jq && reflect.DeepEqual(p.Steps, c.steps)
		if err != nil || !same {
			t.Errorf("%s: %q %v %s, %v", c.in, p.Text, p.Steps, p.JQ(), err)
			continue
		}
		again, err := ParsePath(p.JQ())
		if err != nil || !slices.Equal(again.Steps, p.Steps) {
			t.Errorf("%s: %s is %v, %v", c.in, p.JQ(), again.Steps, err)
		}
	}
	for _, bad := range []string{
		"", "..", ".a[0]", ".a?", ".a[", "a|length", ".a,.b", `."\(.a)"`, ".a[1:]", "a..b",
		"1+1", `."a`,
		".a as $x | .b", "def f: .a; .b", "a.",
	} {
		var s *SyntaxError
		if p, err := ParsePath(bad); !errors.As(err, &s) {
			t.Errorf("%q is the path %v, %v", bad, p.Steps, err)
		}
	}
}

func TestSplitList(t *testing.T) {
	for in, want := range map[string]string{
		"id":                              "id",
		"id, user.login ,x=.y":            "id|user.login|x=.y",
		`{a:.b,c:.d},x=.y`:                "{a:.b,c:.d}|x=.y",
		`."a,b",f(.a,.b),[1,2]`:           `."a,b"|f(.a,.b)|[1,2]`,
		`"\(.a,"x,y"),",b`:                `"\(.a,"x,y"),"|b`,
		`."a\",b",c`:                      `."a\",b"|c`,
		`{total: (.items|map(.p)|add)},z`: `{total: (.items|map(.p)|add)}|z`,
	} {
		got, err := SplitList(in)
		if err != nil || strings.Join(got, "|") != want {
			t.Errorf("%s: %q, %v", in, got, err)
		}
	}
	for _, bad := range []string{"", "a,,b", "a,", "{a", `"a`, "a)", "(a]", `"\(a"`} {
		if got, err := SplitList(bad); err == nil {
			t.Errorf("%q is %q", bad, got)
		}
	}
}

func (f Field) describe() string {
	if f.Path != nil {
		return f.Name + " path " + f.Path.JQ()
	}
	return f.Name + " code"
}

func TestParseFields(t *testing.T) {
	for in, want := range map[string]string{
		".":                         "",
		".id,user.login":            "id path .id; user.login path .user.login",
		"labels[].name":             "labels[].name path .labels[].name",
		"who=.user.login, n = id":   "who path .user.login; n path .id",
		`"a b"=.x,.z=.y`:            "a b path .x; z path .y",
		`."a b",."a b".c`:           `a b path ."a b"; "a b".c path ."a b".c`,
		".a[0],b=.a[1]":             "a[0] code; b code",
		"items|length":              "items|length code",
		"n={a:.b}":                  "n code",
		"{id, total: (.a|add)}":     "id path .id; total code",
		`{z:.a.b, "y":.c, "x", if}`: "z path .a.b; y path .c; x path .x; if path .if",
		"{a: .b | .c},d":            "a path .b.c; d path .d",
		"id,.id,{id}":               "id path .id",
		"a.b,.,c":                   "a.b path .a.b; . path .; c path .c",
		"x=(.a==1)":                 "x code",
		"row=.":                     "row path .",
	} {
		fields, err := ParseFields(in)
		var got []string
		for _, f := range fields {
			got = append(got, f.describe())
		}
		if err != nil || strings.Join(got, "; ") != want {
			t.Errorf("%s: %s, %v", in, strings.Join(got, "; "), err)
		}
	}
	for _, bad := range []string{
		"", "a,,b", "{(.a): .b}", "{$x}", `{"\(.a)": 1}`, "{a:1}|.a", "id,id=.b", "x=",
		"x=(now)", "=.a", ".a |",
		"{a:1", "..x=",
	} {
		var s *SyntaxError
		if fields, err := ParseFields(bad); !errors.As(err, &s) {
			t.Errorf("%q is %v, %v", bad, fields, err)
		}
	}
}

func TestFieldValues(t *testing.T) {
	row := []byte(`{"id":1234567890123456789,"p":1.10,"items":[{"n":2,"p":1.5},{"n":1,"p":2}]}`)
	for expr, want := range map[string]string{
		"x=.items[0].n":              "2",
		"{x: (.items|map(.n)|add)}":  "3",
		"x=.id|tostring":             `"1234567890123456789"`,
		"x=[.id,.p]":                 "[1234567890123456789,1.10]",
		"x=.items[]|select(.n==9)":   "",
		"x=.items[]|select(.n>0)|.p": "[1.5,2]",
		"x={b:.p,a:.id}":             `{"a":1234567890123456789,"b":1.10}`,
		"x=(.items|length)":          "2",
		"x=items|length":             "2",
		"x=map(.)|length":            "3",
	} {
		fields, err := ParseFields(expr)
		if err != nil || len(fields) != 1 || fields[0].Name != "x" || fields[0].Code == nil {
			t.Errorf("%s: %+v, %v", expr, fields, err)
			continue
		}
		if got, err := fields[0].Code.Value(row); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v", expr, got, err)
		}
	}
}

func TestNear(t *testing.T) {
	names := []string{
		"status", "state", "Status", "created_at", "id", "user.login", "update_at", "updated",
	}
	for name, want := range map[string]string{
		"statsu": "[status Status state]", "craeted_at": "[created_at]", "ID": "[id]",
		"zzz": "[]", "status": "[Status state]",
		"updated_at": "[update_at created_at updated]", "i": "[id]", "": "[]",
	} {
		if got := fmt.Sprint(Near(name, names)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := Near(strings.Repeat("a", 1000), []string{strings.Repeat("a", 999)}); got != nil {
		t.Errorf("long names: %d", len(got))
	}
}

func TestGrep(t *testing.T) {
	for _, c := range []struct {
		expr, text string
		want       bool
	}{
		{"err", "an error", true}, {"^err", "an error", false}, {"(?i)ERR", "an error", true},
		{"^err$", "error", false}, {"a.c", "abc", true}, {"", "x", true}, {"x{2}", "xx", true},
		{"\ufffd", "\xff", true},
	} {
		g, err := ParseGrep(c.expr)
		if err != nil || g.Match([]byte(c.text)) != c.want {
			t.Errorf("%s on %s: not %v, %v", c.expr, c.text, c.want, err)
		}
	}
	var s *SyntaxError
	if _, err := ParseGrep("("); !errors.As(err, &s) {
		t.Errorf("a bad expression: %v", err)
	}
}

func FuzzLists(f *testing.F) {
	for _, s := range []string{
		"id,user.login,{a:.b,c:.d},x=.y", `."a b"`, "-date:time,.a[0]", "labels[].name",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ParseFields(s)
		ParseSort(s)
		p, err := ParsePath(s)
		if err != nil {
			return
		}
		again, err := ParsePath(p.JQ())
		if err != nil || !slices.Equal(again.Steps, p.Steps) {
			t.Errorf("%q: %q is %v, %v", s, p.JQ(), again.Steps, err)
		}
	})
}
