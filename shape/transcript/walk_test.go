package transcript

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// look walks through a transcript and writes down each result: turn, tool, mark of an error, texts.
func look(text string) (string, error) {
	var (
		b      strings.Builder
		at     turns
		called names
	)
	err := newWalk(strings.NewReader(text), int64(len(text)), func(n *node, _ int64) error {
		at.take(n)
		called.note(n)
		for _, r := range n.results(&called) {
			fmt.Fprintf(&b, "%d %s", at.n, r.tool)
			if r.failed {
				b.WriteString(" failed")
			}
			for _, s := range r.texts {
				b.WriteString(" " + text[s.off:s.end])
			}
			b.WriteString("; ")
		}
		return nil
	}).run()
	return fmt.Sprintf("%s%d turns", b.String(), at.n), err
}

func TestWalk(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"chat: parallel calls are of one turn", `[{"role":"user","content":"q"},
			{"role":"assistant","content":null,"tool_calls":[
				{"id":"a","type":"function","function":{"name":"ls","arguments":"{\"name\":\"no\"}"}},
				{"type":"custom","custom":{"input":"i","name":"sh"},"id":"b"}]},
			{"role":"tool","tool_call_id":"b","content":"1"},{"content":"2","tool_call_id":"a","role":"tool"},
			{"role":"assistant","content":"done"}]`,
			`1 sh "1"; 1 ls "2"; 2 turns`},
		{"chat: a list of parts", `[{"role":"tool","content":[{"type":"text","text":"1"},
			{"type":"image_url","image_url":{"url":"2"}},{"text":"3","type":"text"}],"text":"4"}]`,
			`0  "1" "3"; 0 turns`},
		{"chat: the older form", `[{"role":"assistant","function_call":{"name":"ls"}},
			{"role":"function","name":"ls","content":"1"}]`, `1 ls "1"; 1 turns`},
		{"responses: items of one turn", `{"model":"m","input":[{"type":"reasoning","summary":[]},
			{"type":"message","role":"assistant","content":[{"type":"output_text","text":"no"}]},
			{"type":"function_call","id":"x","call_id":"a","name":"ls","arguments":""},
			{"type":"custom_tool_call","call_id":"b","name":"sh","input":"no"},
			{"type":"function_call_output","call_id":"a","output":"1"},
			{"type":"custom_tool_call_output","call_id":"b","output":[{"type":"input_text","text":"2"},{"type":"input_image"}]},
			{"type":"local_shell_call"},{"type":"local_shell_call_output","output":"3"},
			{"type":"computer_call_output","output":{"type":"input_image","text":"no"}}],"store":false}`,
			`1 ls "1"; 1 sh "2"; 2 local_shell "3"; 2 computer; 2 turns`},
		{"anthropic: blocks", `{"system":"s","messages":[
			{"role":"assistant","content":[{"type":"text","text":"no"},
				{"type":"tool_use","id":"a","name":"ls","input":{"content":"no","name":"no","id":"no"}},
				{"type":"tool_use","id":"b","name":"sh","input":{}}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"1","is_error":true},
				{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"2"},{"type":"image","source":{"data":"no"}},
				{"type":"text","text":"3"}],"is_error":false},{"type":"text","text":"no"}]}]}`,
			`1 sh failed "1"; 1 ls "2" "3"; 1 turns`},
		{"lines, a byte order mark before them", "\uFEFF{\"role\":\"assistant\",\"content\":\"a\"}\n" +
			"{\"role\":\"tool\",\"content\":\"1\"}\r\n\n{\"role\":\"assistant\"}", `1  "1"; 2 turns`},
		{"the last of a name counts", `[{"role":"user","role":"tool","content":"0","content":["x",null],"content":"1"}]`,
			`0  "1"; 0 turns`},
		{"texts where none belong", `[{"role":"user","content":[{"type":"tool_result","text":"no","content":"1","text":"no"},
			{"type":"tool_result","content":[{"type":"text","content":"no","text":"2"}],"text":"no"}]},
			{"role":"tool","text":"no","content":"3"},{"type":"function_call_output","text":"no"}]`,
			`0  "1"; 0  "2"; 0  "3"; 0 ; 0 turns`},
		{"escaped names", `[{"r\u006fle":"t\u006fol","content":"\u0031"}]`, `0  "\u0031"; 0 turns`},
		{"what is unknown", `[{"type":"item_reference","id":"x"},{"role":"assistant","content":7},{"type":"x"},
			{"role":"assistant"},{"role":"tool","content":null},{"role":"tool"}]`, `1 ; 1 ; 1 turns`},
		{"a call with several results", `[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"ls"}}]}` +
			strings.Repeat(`,{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[[],{}]}]}`, 3) + `]`,
			`1 ls; 1 ls; 1 ls; 1 turns`},
		{"nothing", `[]`, `0 turns`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := look(c.text); err != nil || got != c.want {
				t.Errorf("%s, %v\nnot %s", got, err, c.want)
			}
		})
	}
}

func TestNoTranscript(t *testing.T) {
	for _, text := range []string{
		"", " \n", "\uFEFF", "prose", `"text"`, `7`, `[7]`, `[null]`, `[[]]`, `{}`, `{"a":[]}`, `[{"a":1}]`,
		`{"input":"text"}`, `[`, `[{"role":"user"}`, `[{"role":"user"},]`, `{"role":"user"}x`,
		`[{"role":"user"}][]`, `[{"role":"user"}]{"role":"user"}`, `{"messages":[]}{"messages":[]}`,
		`{"role":"user"}[]`, `{"role":"user"}{"messages":[{"role":"user"}]}`,
	} {
		var form *FormError
		if got, err := look(text); !errors.As(err, &form) {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
}

// The boundary leaves the turns that are to stay, and no more than half as many besides.
func TestBoundary(t *testing.T) {
	for keep := int64(0); keep < 12; keep++ {
		step, last := max((keep+1)/2, 1), int64(-1)
		for n := int64(0); n < 60; n++ {
			b := boundary(n, keep)
			old := n - keep
			if b < last || old < 0 && b != -1 || old >= 0 && (b > old || b <= old-step) {
				t.Errorf("%d turns, %d stay: boundary %d", n, keep, b)
			}
			if b != last && last >= 0 && b-last != step {
				t.Errorf("%d turns, %d stay: from %d to %d", n, keep, last, b)
			}
			last = b
		}
	}
}
