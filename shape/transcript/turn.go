package transcript

import (
	"cmp"
	"strings"
)

// assistant reports whether the model wrote a message or an item: one with its role, a call, or
// its reasoning.
func (n *node) assistant() bool {
	if n.role != "" {
		return n.role == "assistant"
	}
	return n.kind == "reasoning" || strings.HasSuffix(n.kind, callSuffix)
}

// Endings of the types of items (OpenAI Responses).
const (
	callSuffix   = "_call"
	outputSuffix = "_call_output"
)

// turns counts the turns of the assistant. A turn is what the model wrote with nothing from
// elsewhere in between: one message, or several items. Items that are neither don't end it.
type turns struct {
	n    int64
	open bool
}

// take counts a message.
func (t *turns) take(n *node) {
	switch {
	case n.assistant():
		if !t.open {
			t.n++
		}
		t.open = true
	case n.role != "" || strings.HasSuffix(n.kind, outputSuffix):
		t.open = false
	}
}

// boundary returns the last turn whose results are replaced, where there are n in all and keep
// stay; -1 if there is none. It moves by (keep+1)/2 turns at a time.
func boundary(n, keep int64) int64 {
	old := n - keep
	if old < 0 {
		return -1
	}
	return old - old%max((keep+1)/2, 1)
}

// toolResult is the type of a block that is a result (Anthropic).
const toolResult = "tool_result"

// A result is what a tool returned.
type result struct {
	tool   string // its name; "" if that isn't known
	failed bool
	texts  []span // its text, or the texts of its blocks
}

// results returns the results in a message or an item. A message of the Anthropic form may have
// several, one a block.
func (n *node) results(called *names) []result {
	switch {
	case n.role == "tool" || n.role == "function":
		return []result{n.result(cmp.Or(called.get(n.callID), n.name))}
	case n.role == "" && strings.HasSuffix(n.kind, outputSuffix):
		tool := strings.TrimSuffix(n.kind, outputSuffix)
		if tool == "function" || tool == "custom_tool" {
			tool = ""
		}
		return []result{n.result(cmp.Or(called.get(n.callID), tool))}
	}
	var list []result
	for i := range n.blocks {
		if b := &n.blocks[i]; b.kind == toolResult {
			list = append(list, b.result(called.get(b.callID)))
		}
	}
	return list
}

func (n *node) result(tool string) result {
	r := result{tool: tool, failed: n.failed}
	if n.content != nil {
		r.texts = append(r.texts, *n.content)
	}
	for i := range n.blocks {
		switch b := &n.blocks[i]; b.kind {
		case "text", "input_text", "output_text":
			if b.text != nil {
				r.texts = append(r.texts, *b.text)
			}
		}
	}
	return r
}

// maxNames is how many calls of either generation are remembered.
const maxNames = 4096

// names remembers what the calls were named, by their ids: the last 4,096 at least.
type names struct{ now, old map[string]string }

// note remembers the calls in a message or an item.
func (m *names) note(n *node) {
	if n.role == "" && strings.HasSuffix(n.kind, callSuffix) {
		m.set(n.callID, n.name)
	}
	for i := range n.calls {
		m.set(n.calls[i].id, n.calls[i].name)
	}
	for i := range n.blocks {
		if b := &n.blocks[i]; b.kind == "tool_use" {
			m.set(b.id, b.name)
		}
	}
}

func (m *names) set(id, name string) {
	if id == "" {
		return
	}
	if m.now == nil || len(m.now) >= maxNames {
		m.now, m.old = map[string]string{}, m.now
	}
	m.now[id] = name
}

func (m *names) get(id string) string {
	if name, ok := m.now[id]; ok {
		return name
	}
	return m.old[id]
}
