package input

import (
	"strconv"
	"strings"
)

// A shape is a well-known document: members that must be there, and where its rows are then.
type shape struct {
	name    string
	members string // paths, separated by spaces; behind a colon, [] or {} or the string they hold
	rows    string // "." for a document that is a record
	columns string // where the names of columns are, if rows are arrays; from the object around them
}

// shapes are those on which the rest of the rule (find.go) is wrong, or would be for some sizes
// of their parts. The first that fits counts. A tool's result (mcp.go) comes before all of them.
var shapes = []shape{
	{"AWS EC2 instances", "Reservations:[]", ".Reservations[].Instances", ""},
	{"gcloud aggregated list", "items:{} items[].instances", ".items[].instances", ""},
	{"SARIF", "runs:[] version", ".runs[].results", ""},
	{"GraphQL connection", "edges[].node", ".edges[].node", ""},
	{"GraphQL connection, empty", "edges:[] pageInfo:{}", ".edges[].node", ""},
	{"Prometheus rules", "groups[].rules", ".groups[].rules", ""},
	{"Prometheus query", "data.resultType data.result:[]", ".data.result", ""},
	{"Slack history", "ok messages:[]", ".messages", ""},
	{"Elasticsearch", "took hits.hits:[]", ".hits.hits", ""},
	{"Trivy cluster", "Vulnerabilities[].Results[].Vulnerabilities",
		".Vulnerabilities[].Results[].Vulnerabilities", ""},
	{"Trivy", "Results[].Vulnerabilities", ".Results[].Vulnerabilities", ""},
	{"Trivy config", "Results[].Misconfigurations", ".Results[].Misconfigurations", ""},
	{"OSV scanner", "results[].packages[].vulnerabilities",
		".results[].packages[].vulnerabilities", ""},
	{"npm lock file", "lockfileVersion packages:{}", ".packages", ""},
	{"npm audit", "auditReportVersion vulnerabilities:{}", ".vulnerabilities", ""},
	{"npm audit, old", "actions advisories:{}", ".advisories", ""},
	{"cargo metadata", "packages:[] resolve", ".packages", ""},
	{"Terraform plan", "format_version resource_changes:[]", ".resource_changes", ""},
	{"OpenAPI", "openapi paths:{}", ".paths", ""},
	{"Swagger", "swagger paths:{}", ".paths", ""},
	{"FRED observations", "realtime_start observations:[]", ".observations", ""},
	{"FRED series", "realtime_start seriess:[]", ".seriess", ""},
	{"Azure query", "properties.columns:[] properties.rows:[]", ".properties.rows", ".columns"},
	{"Azure logs", "tables[].columns tables[].rows", ".tables[].rows", ".columns"},
	{"Socrata", "meta.view.columns:[] data:[]", ".data", ".meta.view.columns"},
	{"Kubernetes object", "apiVersion kind metadata:{}", ".", ""},
}

// wellKnown finds the shape that the object p has. In a JSON-RPC response the rule starts again
// at the result.
func wellKnown(p *part) (finding, bool) {
	if tool := p.toolResult(); tool != nil {
		return tool.inTool(), true
	}
	if res := p.member("result"); res != nil && p.member("jsonrpc") != nil && !res.scalar() {
		return find(res), true
	}
	for _, s := range shapes {
		if f, ok := s.fits(p); ok {
			return f, true
		}
	}
	return finding{}, false
}

// fits reports whether p has the members that s asks for, and where its rows are then.
func (s shape) fits(p *part) (finding, bool) {
	for _, m := range strings.Fields(s.members) {
		name, want, _ := strings.Cut(m, ":")
		if at := p.parts(mustPlace(name)); len(at) == 0 || !at[0].holds(want) {
			return finding{}, false
		}
	}
	rows := mustPlace(s.rows)
	f := finding{how: asList, place: append(p.place(), rows...)}
	switch at := p.parts(rows); {
	case len(rows) == 0:
		if p.is(Object) && p.conventional() != nil {
			return f, false
		}
		f.how, f.record = asValue, true
		return f, !p.cut
	case s.columns != "":
		f.how, f.columns = asTable, mustPlace(s.columns)
	case len(at) > 0 && at[0].is(Object) && rows.spreads():
		f.how = asValue
	case len(at) > 0 && at[0].is(Object):
		f.how = asMap
	}
	return f, true
}

// holds reports whether p is what a shape asks for.
func (p *part) holds(want string) bool {
	if p == nil {
		return false
	}
	switch want {
	case "":
		return true
	case "[]":
		return p.is(Array)
	case "{}":
		return p.is(Object)
	}
	return string(p.raw) == strconv.Quote(want)
}

// mustPlace parses a path of the table of shapes.
func mustPlace(text string) Place {
	p, err := ParsePlace(text)
	if err != nil {
		panic(err)
	}
	return p
}
