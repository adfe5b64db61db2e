package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// A transcriptForm makes the messages of one turn whose tool returned a text.
type transcriptForm struct {
	name string
	turn func(i int, text string) []any
	wrap string // the object around the messages has them under this name
}

type dict = map[string]any

var transcriptForms = []transcriptForm{
	{"chat", func(i int, text string) []any {
		id := fmt.Sprint("call", i)
		return []any{
			dict{"role": "assistant", "content": nil, "tool_calls": []any{
				dict{"id": id, "type": "function", "function": dict{"name": "look", "arguments": "{}"}}}},
			dict{"role": "tool", "tool_call_id": id, "content": text},
		}
	}, ""},
	{"responses", func(i int, text string) []any {
		id := fmt.Sprint("call", i)
		return []any{
			dict{"type": "reasoning", "summary": []any{}},
			dict{"type": "function_call", "call_id": id, "name": "look", "arguments": "{}"},
			dict{"type": "function_call_output", "call_id": id, "output": text},
		}
	}, "input"},
	{"anthropic", func(i int, text string) []any {
		id := fmt.Sprint("call", i)
		return []any{
			dict{"role": "assistant", "content": []any{dict{"type": "tool_use", "id": id, "name": "look", "input": dict{}}}},
			dict{"role": "user", "content": []any{
				dict{"type": "tool_result", "tool_use_id": id, "content": []any{
					dict{"type": "image", "source": dict{"data": strings.Repeat("A", 2000)}},
					dict{"type": "text", "text": text}}},
				dict{"type": "text", "text": strings.Repeat("go on ", 300)}}},
		}
	}, "messages"},
}

// parcel is what the tool returned in turn i: rows, lines, a table, or a text too short to replace.
func parcel(i int) string {
	var b strings.Builder
	switch i % 4 {
	case 0:
		b.WriteString("[")
		for j := range 80 {
			fmt.Fprintf(&b, `{"id":%d,"kind":"k%d","price":%d.10},`+"\n", i*1000+j, j%3, j)
		}
		b.WriteString("{}]")
	case 1:
		for j := range 120 {
			fmt.Fprintf(&b, "12:00:%02d ERROR \"né\" of turn %d\t<%d>\r\n", j%60, i, j)
		}
	case 2:
		b.WriteString("id,name,turn\n")
		for j := range 150 {
			fmt.Fprintf(&b, "%d,name %d,%d\n", j, j%7, i)
		}
	default:
		fmt.Fprintf(&b, "nothing found in turn %d", i)
	}
	return b.String()
}

// messages are those of turns from..to-1, behind a question, as a document in one of three layouts.
func (f transcriptForm) messages(t *testing.T, layout string, to int) []byte {
	list := []any{dict{"role": "user", "content": strings.Repeat("what is there? ", 100)}}
	for i := range to {
		list = append(list, f.turn(i, parcel(i))...)
	}
	var doc any = list
	if f.wrap != "" {
		doc = dict{"model": "m", f.wrap: list, "tools": []any{}}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	switch layout {
	case "lines":
		enc.SetEscapeHTML(false)
		for _, m := range list {
			if err := enc.Encode(m); err != nil {
				t.Fatal(err)
			}
		}
		return b.Bytes()
	case "indented":
		enc.SetIndent("", "\t")
	}
	if err := enc.Encode(doc); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
