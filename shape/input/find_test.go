package input

import (
	"fmt"
	"strings"
	"testing"
)

// list returns n objects, separated by commas.
func list(n int, format string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// A findCase is a document and where its rows must be found: how many, and the first of them.
type findCase struct {
	name, in string
	rowsAt   string
	total    int
	first    string // the beginning of the first row; "" for anything
}

func (c findCase) check(t *testing.T) {
	t.Helper()
	got := readText(t, c.in, "", "")
	first := ""
	if len(got.rows) > 0 {
		first = got.rows[0]
	}
	if got.form.RowsAt != c.rowsAt || len(got.rows) != c.total || !strings.HasPrefix(first, c.first) {
		t.Errorf("%d rows at %q, the first %.100q; want %d at %q, %q",
			len(got.rows), got.form.RowsAt, first, c.total, c.rowsAt, c.first)
	}
	if got.err != nil || len(got.found.Warnings) > 0 {
		t.Errorf("error %v, warnings %q", got.err, got.found.Warnings)
	}
}

// Each clause of the rule, with what must not win.
func TestRule(t *testing.T) {
	alike := func(n int) string { return list(n, `"k%[1]d":{"name":"n%[1]d","size":%[1]d}`) }
	pad := strings.Repeat("x", 400)
	for _, c := range []findCase{
		{"2: a map of alike objects", `{` + alike(3) + `}`, "", 3, `{"key":"k0","name":"n0","size":0}`},
		{"2: two are no map", `{` + alike(2) + `}`, "", 1, `{"k0":`},
		{"2: unlike ones are no map", `{"a":{"x":1},"b":{"y":2},"c":{"z":3}}`, "", 1, `{"a":`},
		{"2: half alike", `{"a":{"x":1,"y":1},"b":{"x":1,"q":1},"c":{"x":2,"r":2}}`, "", 3, `{"key":"a","x":1`},
		{"2: key is taken", `{"a":{"key":1},"b":{"key":2},"c":{"key":3,"_k":1}}`, "", 3, `{"_key":"a","key":1}`},
		{"2: empty members", `{"a":{"x":1},"b":{},"c":{"x":2}}`, "", 3, `{"key":"a","x":1}`},
		{"2: many scalars below the root", `{"t":{` + list(20, `"k%d":1`) + `}}`, ".t", 20, `{"key":"k0","value":1}`},
		{"2: many scalars at the root", `{` + list(20, `"k%d":1`) + `}`, "", 1, `{"k0":1`},
		{"2: few scalars", `{"t":{` + list(5, `"k%d":1`) + `}}`, "", 1, `{"t":`},
		{"3: columns beside rows", `{"columns":["a","b"],"rows":[[1,2],[3,4]]}`, ".rows", 2, `{"a":1,"b":2}`},
		{"3: columns that are objects", `{"rows":[[1,"x"]],"columns":[{"name":"a","type":"n"},{"name":"b","type":"s"}]}`,
			".rows", 1, `{"a":1,"b":"x"}`},
		{"3: more cells than columns", `{"d":{"fields":["a","a"],"data":[[1,2,3],[4]]}}`, ".d.data", 2, `{"a":1,"a_2":2,"_3":3}`},
		{"4: items", `{"total":2,"items":[{"a":1},{"a":2}]}`, ".items", 2, `{"a":1}`},
		{"4: not the longer array of strings", `{"tags":[` + list(50, `"%d"`) + `],"data":[{"a":1}]}`, ".data", 1, `{"a":1}`},
		{"4: not the larger list without such a name", `{"pages":[` + list(9, `{"page":%d,"`+pad+`":1}`) + `],"results":[{"a":1}]}`,
			".results", 1, `{"a":1}`},
		{"4: before a record", `{"id":7,"name":"x","items":[{"a":1}]}`, ".items", 1, `{"a":1}`},
		{"4: a capital", `{"Records":[{"a":1}]}`, ".Records", 1, `{"a":1}`},
		{"4: the larger of two", `{"list":[{"a":1}],"entries":[{"b":1},{"b":2}]}`, ".entries", 2, `{"b":1}`},
		{"4: empty", `{"total":0,"items":[]}`, ".items", 0, ""},
		{"4: empty, but not the only array", `{"items":[],"errors":[{"message":"no"}]}`, ".errors", 1, `{"message":`},
		{"4: deep", `{"status":"ok","response":{"page":1,"results":[{"a":1},{"a":2}]}}`, ".response.results", 2, `{"a":1}`},
		{"5: a ticket", `{"id":9,"title":"t","comments":[` + list(200, `{"by":"u%d"}`) + `]}`, "", 1, `{"id":9,`},
		{"5: a ticket in a wrapper", `{"data":{"issue":{"number":9,"comments":[{"by":"x"}]}}}`, ".data.issue", 1, `{"number":9`},
		{"5: nine scalars", `{` + list(9, `"s%d":1`) + `,"rest":[{"a":1},{"a":2}]}`, "", 1, `{"s0":1`},
		{"5: eight scalars", `{` + list(8, `"s%d":1`) + `,"rest":[{"a":1},{"a":2}]}`, ".rest", 2, `{"a":1}`},
		{"5: id is an object", `{"id":{"x":1},"rest":[{"a":1},{"a":2}]}`, ".rest", 2, `{"a":1}`},
		{"6: the largest", `{"few":[{"a":1}],"many":[{"b":1},{"b":2}],"strings":["` + pad + `"]}`, "", 1, `{"few":`},
		{"6: the largest list", `{"few":[{"a":1}],"many":[{"b":1},{"b":2}],"strings":["x","y"]}`, ".many", 2, `{"b":1}`},
		{"6: a map is larger", `{"actions":[{"a":1}],"advisories":{` + alike(5) + `}}`, ".advisories", 5, `{"key":"k0"`},
		{"6: too small", `{"note":"` + pad + `","errors":[{"a":1}]}`, "", 1, `{"note":`},
		{"7: the only object", `{"a":{"b":{"c":[{"x":1},{"x":2}]}}}`, ".a.b.c", 2, `{"x":1}`},
		{"7: the dominant object", `{"meta":{"q":1},"body":{"things":[{"x":1},{"x":2}]}}`, ".body.things", 2, `{"x":1}`},
		{"7: none dominates", `{"a":{"x":"` + pad + `"},"b":{"y":"` + pad + `"},"c":{"z":"` + pad + `"}}`, "", 1, `{"a":`},
		{"8: nothing but names", `{"total":3,"names":["x","y","z"]}`, ".names", 3, `"x"`},
		{"8: nothing but pairs", `{"points":[[1,2],[3,4]]}`, ".points", 2, `[1,2]`},
		{"8: tags of something", `{"description":"` + pad + `","tags":["a"]}`, "", 1, `{"description":`},
		{"8: two lists", `{"a":["x"],"b":["y"]}`, "", 1, `{"a":`},
		{"9: lines", `{"output":"` + strings.Repeat(`line\n`, 30) + `","exit_code":1}`, ".output", 30, `"line"`},
		{"9: a few short lines", `{"output":"a\nb","exit_code":1}`, "", 1, `{"output":`},
		{"9: not beside a list", `{"output":"` + strings.Repeat(`line\n`, 30) + `","x":["a","b"]}`, "", 1, `{"output":`},
		{"else: the root", `{"a":1,"b":"x"}`, "", 1, `{"a":1,"b":"x"}`},
		{"else: the root, empty", `{}`, "", 1, `{}`},
		{"a name that needs quotes", `{"a b":{"c.d":[{"x":1},{"x":2}]}}`, `."a b"."c.d"`, 2, `{"x":1}`},
		{"a name with an escape", `{"it\u0065ms":[{"x":1}]}`, ".items", 1, `{"x":1}`},
	} {
		t.Run(c.name, c.check)
	}
}

// Each shape of the table, with what the rest of the rule would take.
func TestShapes(t *testing.T) {
	big := strings.Repeat("y", 2000)
	tested := map[string]findCase{
		"AWS EC2 instances": {in: `{"Reservations":[{"ReservationId":"r","Groups":[],"Instances":[{"InstanceId":"i1"},{"InstanceId":"i2"}]},` +
			`{"ReservationId":"s","Instances":[{"InstanceId":"i3"}]}]}`, rowsAt: ".Reservations[].Instances", total: 3, first: `{"InstanceId":"i1"}`},
		"gcloud aggregated list": {in: `{"id":"p","items":{"zones/a":{"warning":{"code":"NO_RESULTS"}},"zones/b":{"instances":[{"name":"vm"}]},` +
			`"zones/c":{"warning":{"code":"NO_RESULTS"}}}}`, rowsAt: ".items[].instances", total: 1, first: `{"name":"vm"}`},
		"SARIF": {in: `{"version":"2.1.0","runs":[{"tool":{"driver":{"rules":[{"id":"R1","text":"` + big + `"}]}},"results":[{"ruleId":"R1"},{"ruleId":"R1"}]}]}`,
			rowsAt: ".runs[].results", total: 2, first: `{"ruleId":"R1"}`},
		"GraphQL connection": {in: `{"data":{"things":{"pageInfo":{"hasNextPage":false},"edges":[{"cursor":"a","node":{"id":1,"edges":[{"node":{"id":5}}]}},` +
			`{"cursor":"b","node":{"id":2}}]}}}`, rowsAt: ".data.things.edges[].node", total: 2, first: `{"id":1,`},
		"GraphQL connection, empty": {in: `{"data":{"things":{"pageInfo":{"hasNextPage":false},"edges":[]}}}`,
			rowsAt: ".data.things.edges[].node", total: 0},
		"Prometheus rules": {in: `{"status":"success","data":{"groups":[{"name":"g","file":"f","rules":[{"name":"r1"},{"name":"r2"}]}]}}`,
			rowsAt: ".data.groups[].rules", total: 2, first: `{"name":"r1"}`},
		"Prometheus query": {in: `{` + list(9, `"s%d":1`) + `,"data":{"resultType":"matrix","result":[{"metric":{"job":"x"},"values":[[1,"2"]]}]}}`,
			rowsAt: ".data.result", total: 1, first: `{"metric"`},
		"Slack history": {in: `{"ok":true,` + list(9, `"s%d":1`) + `,"messages":[{"text":"hi"}],"response_metadata":{"next_cursor":""}}`,
			rowsAt: ".messages", total: 1, first: `{"text":"hi"}`},
		"Elasticsearch": {in: `{"took":3,"hits":{"total":{"value":2},"hits":[{"_id":"1"},{"_id":"2"}]},"aggregations":{"by":{"buckets":[{"key":"` + big + `"}]}}}`,
			rowsAt: ".hits.hits", total: 2, first: `{"_id":"1"}`},
		"Trivy cluster": {in: `{"ClusterName":"c","Vulnerabilities":[{"Kind":"Pod","Results":[{"Target":"t","Vulnerabilities":[{"VulnerabilityID":"V1"}]},{"Target":"u"}]}],` +
			`"Misconfigurations":[{"Kind":"Pod","Text":"` + big + `"}]}`, rowsAt: ".Vulnerabilities[].Results[].Vulnerabilities", total: 1, first: `{"VulnerabilityID":"V1"}`},
		"Trivy": {in: `{"SchemaVersion":2,"Results":[{"Target":"t","Vulnerabilities":[{"VulnerabilityID":"V1"},{"VulnerabilityID":"V2"}]},{"Target":"u"}]}`,
			rowsAt: ".Results[].Vulnerabilities", total: 2, first: `{"VulnerabilityID":"V1"}`},
		"Trivy config": {in: `{"SchemaVersion":2,"Results":[{"Target":"t","Misconfigurations":[{"ID":"M1"},{"ID":"M2"}]}]}`,
			rowsAt: ".Results[].Misconfigurations", total: 2, first: `{"ID":"M1"}`},
		"OSV scanner": {in: `{"results":[{"source":{"path":"p"},"packages":[{"package":{"name":"n"},"vulnerabilities":[{"id":"O1"},{"id":"O2"}]}]}]}`,
			rowsAt: ".results[].packages[].vulnerabilities", total: 2, first: `{"id":"O1"}`},
		"npm lock file": {in: `{"name":"n","lockfileVersion":3,"packages":{"":{"name":"n"},"node_modules/a":{"version":"1"}}}`,
			rowsAt: ".packages", total: 2, first: `{"key":"","name":"n"}`},
		"npm audit": {in: `{"auditReportVersion":2,"vulnerabilities":{"a":{"via":["x"]}},"metadata":{"deps":{"all":3}}}`,
			rowsAt: ".vulnerabilities", total: 1, first: `{"key":"a","via":["x"]}`},
		"npm audit, old": {in: `{"actions":[{"do":"` + big + `"}],"advisories":{"12":{"title":"t"}}}`,
			rowsAt: ".advisories", total: 1, first: `{"key":"12","title":"t"}`},
		"cargo metadata": {in: `{"packages":[{"name":"p"}],"resolve":{"nodes":[{"deps":"` + big + `"}]},"version":1}`,
			rowsAt: ".packages", total: 1, first: `{"name":"p"}`},
		"Terraform plan": {in: `{"format_version":"1.2","planned_values":{"root_module":{"resources":[{"a":"` + big + `"}]}},"resource_changes":[{"type":"x"}]}`,
			rowsAt: ".resource_changes", total: 1, first: `{"type":"x"}`},
		"OpenAPI": {in: `{"openapi":"3.1.0","info":{"title":"t"},"paths":{"/a":{"get":{"x":1}},"/b":{"post":{"x":1}}},"components":{"schemas":{"S":"` + big + `"}}}`,
			rowsAt: ".paths", total: 2, first: `{"key":"/a","get":{"x":1}}`},
		"Swagger": {in: `{"swagger":"2.0","paths":{"/a":{"get":{"x":1}}},"definitions":{"S":{"d":"` + big + `"}}}`,
			rowsAt: ".paths", total: 1, first: `{"key":"/a",`},
		"FRED observations": {in: `{"realtime_start":"a",` + list(9, `"s%d":1`) + `,"observations":[{"value":"1"},{"value":"."}]}`,
			rowsAt: ".observations", total: 2, first: `{"value":"1"}`},
		"FRED series": {in: `{"realtime_start":"a",` + list(9, `"s%d":1`) + `,"seriess":[{"title":"t"}]}`,
			rowsAt: ".seriess", total: 1, first: `{"title":"t"}`},
		"Azure query": {in: `{"id":"q","name":"n","properties":{"nextLink":null,"columns":[{"name":"Cost","type":"Number"},{"name":"Group","type":"String"}],"rows":[[1.50,"g"],[2,"h"]]}}`,
			rowsAt: ".properties.rows", total: 2, first: `{"Cost":1.50,"Group":"g"}`},
		"Azure logs": {in: `{"tables":[{"name":"PrimaryResult","columns":[{"name":"T","type":"string"}],"rows":[["x"],["y"]]}]}`,
			rowsAt: ".tables[].rows", total: 2, first: `{"T":"x"}`},
		"Socrata": {in: `{"meta":{"view":{"id":"v","columns":[{"id":1,"name":"ID","fieldName":"id"},{"id":2,"name":"Town","fieldName":"town"}]}},"data":[[1,"A"],[2,"B"]]}`,
			rowsAt: ".data", total: 2, first: `{"ID":1,"Town":"A"}`},
		"Kubernetes object": {in: `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"` + big + `"},{"name":"d"}]}}`,
			rowsAt: "", total: 1, first: `{"apiVersion":"v1"`},
	}
	for _, s := range shapes {
		c, ok := tested[s.name]
		if !ok {
			t.Errorf("no test of the shape %s", s.name)
		}
		t.Run(s.name, c.check)
	}
}

// Wrappers that need no shape.
func TestWrappers(t *testing.T) {
	for _, c := range []findCase{
		{"Kubernetes list", `{"apiVersion":"v1","kind":"PodList","metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"a"}}]}`,
			".items", 1, `{"metadata":`},
		{"JSON:API", `{"data":[{"id":"1","attributes":{"a":1}}],"included":[{"id":"9"},{"id":"8"}],"links":{"self":"x"}}`, ".data", 1, `{"id":"1"`},
		{"OData", `{"@odata.context":"c","value":[{"a":1}]}`, ".value", 1, `{"a":1}`},
		{"HAR", `{"log":{"version":"1.2","pages":[{"id":"p"}],"entries":[{"time":1},{"time":2}]}}`, ".log.entries", 2, `{"time":1}`},
		{"CloudTrail", `{"Records":[{"eventName":"x"}]}`, ".Records", 1, `{"eventName":"x"}`},
		{"JSON-RPC", `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"},{"name":"b"}]}}`, ".result.tools", 2, `{"name":"a"}`},
		{"JSON-RPC of a record", `{"jsonrpc":"2.0","id":1,"result":{"ok":true,"n":2}}`, ".result", 1, `{"ok":true,"n":2}`},
		{"JSON-RPC of a scalar", `{"jsonrpc":"2.0","id":1,"result":5}`, "", 1, `{"jsonrpc"`},
		{"GraphQL nodes", `{"data":{"repo":{"issues":{"totalCount":1,"nodes":[{"number":4}]}}}}`, ".data.repo.issues.nodes", 1, `{"number":4}`},
		{"empty reservations", `{"Reservations":[]}`, ".Reservations[].Instances", 0, ""},
	} {
		t.Run(c.name, c.check)
	}
}

func TestRowsAsked(t *testing.T) {
	doc := `{"total":3,"items":[{"id":1,"tags":["a","b"],"u":{"n":"x"}},{"id":2,"tags":[],"u":{"n":"y"}}],` +
		`"map":{"p":{"v":1},"q":{"v":2}},"nums":{"a":1,"b":2},"grid":[[1,2],[3]],"text":"one\ntwo","n":5,"deep":{"list":[{"z":1}]}}`
	runCases(t, []inputCase{
		{name: "an array", at: ".items", in: doc, rowsAt: ".items",
			rows: []string{`{"id":1,"tags":["a","b"],"u":{"n":"x"}}`, `{"id":2,"tags":[],"u":{"n":"y"}}`}},
		{name: "its values", at: ".items[]", in: doc, rowsAt: ".items[]",
			rows: []string{`{"id":1,"tags":["a","b"],"u":{"n":"x"}}`, `{"id":2,"tags":[],"u":{"n":"y"}}`}},
		{name: "all lists", at: ".items[].tags", in: doc, rowsAt: ".items[].tags", rows: []string{`"a"`, `"b"`}},
		{name: "an object in each", at: ".items[].u", in: doc, rowsAt: ".items[].u", rows: []string{`{"n":"x"}`, `{"n":"y"}`}},
		{name: "a scalar in each", at: ".items[].id", in: doc, rowsAt: ".items[].id", rows: []string{"1", "2"}},
		{name: "an index", at: ".items[1]", in: doc, rowsAt: ".items[1]",
			rows: []string{`{"id":2,"tags":[],"u":{"n":"y"}}`}},
		{name: "a list behind an index", at: ".items[0].tags", in: doc, rowsAt: ".items[0].tags", rows: []string{`"a"`, `"b"`}},
		{name: "a map", at: ".map", in: doc, rowsAt: ".map", rows: []string{`{"key":"p","v":1}`, `{"key":"q","v":2}`}},
		{name: "values of a map", at: ".map[]", in: doc, rowsAt: ".map[]", rows: []string{`{"v":1}`, `{"v":2}`}},
		{name: "values, the other way", at: ".map.*", in: doc, rowsAt: ".map[]", rows: []string{`{"v":1}`, `{"v":2}`}},
		{name: "a map of scalars", at: ".nums", in: doc, rowsAt: ".nums", rows: []string{`{"key":"a","value":1}`, `{"key":"b","value":2}`}},
		{name: "a list of lists", at: ".grid", in: doc, rowsAt: ".grid", rows: []string{"[1,2]", "[3]"}},
		{name: "a text", at: ".text", in: doc, rowsAt: ".text", rows: []string{`"one"`, `"two"`}},
		{name: "a number", at: ".n", in: doc, rowsAt: ".n", rows: []string{"5"}},
		{name: "deep, quoted", at: `.["deep"]."list"`, in: doc, rowsAt: ".deep.list", rows: []string{`{"z":1}`}},
		{name: "nothing there", at: ".none.at[].all", in: doc, rowsAt: ".none.at[].all", warn: "nothing at .none.at[].all"},
		{name: "an empty list", at: ".a.b", in: `{"a":{"b":[]}}`, rowsAt: ".a.b"},
		{name: "no such index", at: ".items[7]", in: doc, rowsAt: ".items[7]", warn: "nothing at .items[7]"},
		{name: "in text", at: ".a", in: "x\ny\n", format: "text", rowsAt: ".a", warn: "nothing at .a: the input is text"},
		{name: "in a table", at: ".a", in: "a,b\n1,2\n", format: "csv", rowsAt: ".a", warn: "nothing at .a: the input is csv"},
		{name: "all of a text", at: ".", in: "x\ny\n", format: "text", rows: []string{`"x"`, `"y"`}},
		{name: "the document", at: ".", in: `{"items":[{"a":1}]}`, rows: []string{`{"items":[{"a":1}]}`}},
		{name: "the document is an array", at: ".", in: `[1,2]`, rows: []string{"1", "2"}},
		{name: "every document", at: ".a", in: `{"a":[1,2]}{"b":1}{"a":[3]}`, rowsAt: ".a", rows: []string{"1", "2", "3"}, format: "ndjson"},
		{name: "an object of every document", at: ".a", in: `{"a":{"x":1}}{"a":{"x":2}}`, rowsAt: ".a", rows: []string{`{"x":1}`, `{"x":2}`}},
		{name: "JSON in a string", at: ".s|fromjson|.rows", in: `{"s":"{\"rows\":[1,2]}"}`, rowsAt: ".s|fromjson|.rows", rows: []string{"1", "2"}},
		{name: "JSON in strings", at: ".[].s|fromjson", in: `[{"s":"[1]"},{"s":"{\"id\":2}"},{"s":"no"},{}]`, rowsAt: ".[].s|fromjson",
			rows: []string{"1", `{"id":2}`}},
		{name: "a root array", at: ".[].r", in: `[{"r":[{"a":1}]},{"r":[{"a":2}]}]`, rowsAt: ".[].r", rows: []string{`{"a":1}`, `{"a":2}`}},
	})
}

func TestParsePlace(t *testing.T) {
	for in, want := range map[string]string{
		".": ".", "": ".", "a": ".a", ".a.b": ".a.b", ".a[]": ".a[]", ".[]": ".[]", ".a[].b[]": ".a[].b[]", ".a.*.b": ".a[].b",
		`."a b".c`: `."a b".c`, `.["x.y"]`: `."x.y"`, `."a|b"|.c`: `."a|b".c`, `.a["b"][0]`: ".a.b[0]", ".[0].a": ".[0].a", ".a?.b?": ".a.b",
		".a | fromjson | .b": ".a|fromjson|.b", ".a|fromjson": ".a|fromjson", ".a|fromjson|.[]": ".a|fromjson|.[]",
		`."\u00e9\"x"`: `."é\"x"`, ".@odata": `."@odata"`, ".a-b": `."a-b"`,
	} {
		p, err := ParsePlace(in)
		if err != nil || p.String() != want {
			t.Errorf("%s: %s, %v; want %s", in, p, err, want)
		}
		if again, err := ParsePlace(p.String()); err != nil || again.String() != want {
			t.Errorf("%s again: %s, %v", p, again, err)
		}
	}
	for _, in := range []string{".a b", ".[", ".a[x]", `."a`, ".a|length", ".{a}", "..a", ".a[-1]", ".(", ".a|", ".a||.b", ".a[]b"} {
		if p, err := ParsePlace(in); err == nil {
			t.Errorf("%s is %s, want an error", in, p)
		}
	}
}

func TestUpstream(t *testing.T) {
	for _, c := range []struct {
		in   string
		up   string
		more bool
	}{
		{`{"total":3,"items":[{"a":1}]}`, `total=3`, true},
		{`{"total":1,"items":[{"a":1}]}`, `total=1`, false},
		{`{"nextCursor":"","items":[{"a":1}]}`, `nextCursor=""`, false},
		{`{"items":[{"a":1}],"next_cursor":"abc"}`, `next_cursor="abc"`, true},
		{`{"items":[{"a":1}],"next":null,"has_more":false}`, `has_more=false`, false},
		{`{"items":[{"a":1}],"has_more":true}`, `has_more=true`, true},
		{`{"value":[{"a":1}],"@odata.nextLink":"https://example.com/2"}`, `@odata.nextLink="https://example.com/2"`, true},
		{`{"data":[{"a":1}],"links":{"self":"s","next":"n"}}`, `links.next="n"`, true},
		{`{"data":[{"a":1}],"_links":{"next":{"href":"n"}}}`, `_links.next="n"`, true},
		{`{"took":1,"hits":{"total":{"value":9,"relation":"eq"},"hits":[{"_id":"1"}]}}`, `total.value=9 took=1`, true},
		{`{"data":{"x":{"pageInfo":{"hasNextPage":true,"endCursor":"c"},"nodes":[{"a":1}]}}}`, `pageInfo.hasNextPage=true pageInfo.endCursor="c"`, true},
		{`{"ok":true,"messages":[{"t":1}],"response_metadata":{"next_cursor":"d"}}`, `ok=true response_metadata.next_cursor="d"`, true},
		{`{"kind":"List","items":[{"a":1}],"metadata":{"continue":"tok","remainingItemCount":4}}`, `kind="List" metadata.continue="tok"`, true},
		{`{"status":200,"data":{"page":1,"records":[{"a":1},{"a":2}],"count":2}}`, `page=1 count=2 status=200`, false},
		{`{"long":"` + strings.Repeat("x", 300) + `","s":"a","items":[` + list(9, `{"a":%d}`) + `]}`, `s="a"`, false},
		{`[{"total":5}]`, ``, false},
		{`{"names":["a","b"],"total":2}`, `total=2`, false},
		{`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a"}],"nextCursor":""}}`, `nextCursor="" jsonrpc="2.0" id=1`, true},
	} {
		got := readText(t, c.in, "", "")
		var up []string
		for _, u := range got.found.Upstream {
			up = append(up, u.Name+"="+string(u.Raw))
		}
		if s := strings.Join(up, " "); s != c.up || got.found.More != c.more {
			t.Errorf("%.80s: %s, more %t; want %s, %t", c.in, s, got.found.More, c.up, c.more)
		}
	}
}
