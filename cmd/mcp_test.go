package cmd_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A server of the official SDK that answers with what --to mcp prints, and promises what toolfit
// schema prints: its client reads the answers, and they keep the promise.
func TestCallToolResultsWithSDK(t *testing.T) {
	d := newDesk(t)
	const rows = `[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}]`
	tests := []struct {
		name, args string
		isError    bool
		links      int
		has        string
	}{
		{"full", `["--to","mcp"]`, false, 0, "items"},
		{"truncated", `["--to","mcp","--limit","1"]`, false, 1, "next_cursor"},
		{"failed", `["--to","mcp","--where",".id|error"]`, true, 0, "error"},
		{"no store", `["--to","mcp","--limit","1","--store","/dev/null/x"]`, true, 0, "error"},
	}
	client, outputSchema := connect(t, d, rows)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var args []string
			if err := json.Unmarshal([]byte(test.args), &args); err != nil {
				t.Fatal(err)
			}
			r, err := client.CallTool(t.Context(), &mcp.CallToolParams{
				Name: "rows", Arguments: map[string]any{"args": args},
			})
			if err != nil {
				t.Fatal(err)
			}
			content, ok := r.StructuredContent.(map[string]any)
			if !ok || content[test.has] == nil {
				t.Fatalf("structuredContent has no %s: %v", test.has, r.StructuredContent)
			}
			if err := outputSchema.Validate(content); err != nil {
				t.Errorf("%v: %v", content, err)
			}
			links := 0
			for _, c := range r.Content {
				if _, ok := c.(*mcp.ResourceLink); ok {
					links++
				}
			}
			if r.IsError != test.isError || links != test.links {
				t.Errorf("isError is %v, with %d links", r.IsError, links)
			}
			text := r.Content[0].(*mcp.TextContent).Text
			if _, err := open([]byte(text + "\n")); err != nil {
				t.Error(err)
			}
		})
	}
}

// connect starts a server whose one tool runs toolfit on rows with the arguments of the call, and
// returns a client of it and the tool's output schema as the client sees it.
func connect(t *testing.T, d *desk, rows string) (*mcp.ClientSession, *jsonschema.Resolved) {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "rows", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{
		Name: "rows", InputSchema: json.RawMessage(`{"type":"object"}`),
		OutputSchema: json.RawMessage(d.call(nil, "schema").out),
	}, func(_ context.Context, q *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var given struct{ Args []string }
		if err := json.Unmarshal(q.Params.Arguments, &given); err != nil {
			return nil, err
		}
		r := new(mcp.CallToolResult)
		return r, json.Unmarshal(d.call([]byte(rows), given.Args...).out, r)
	})
	here, there := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(list.Tools[0].OutputSchema)
	if err != nil {
		t.Fatal(err)
	}
	promised := new(jsonschema.Schema)
	if err := json.Unmarshal(text, promised); err != nil {
		t.Fatal(err)
	}
	resolved, err := promised.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return session, resolved
}
