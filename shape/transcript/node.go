// Package transcript shortens the transcript of an agent: results of tools that lie some turns back
// become one-line stubs, and all else stays byte for byte.
//
// It reads the transcript token by token, twice: once to count the turns, and once to replace. What
// it holds is one message without its texts, whatever their length.
package transcript

import "github.com/toolfit/toolfit/shape/input"

// A span is where a JSON string lies in the transcript, in bytes, quotes included.
type span struct{ off, end int64 }

// A node is what is read of a message or an item, of a block inside one, and of a call.
type node struct {
	role, kind, name string
	id, callID       string // its own id, and that of the call that it answers
	failed           bool   // is_error
	content          *span  // its content or output, if that is a string
	blocks           []node // or a list
	text             *span  // of a block
	calls            []node // of tool_calls
}

// A nodeReader reads nodes out of a stream of tokens.
type nodeReader struct {
	lex  *input.Lexer
	base int64 // bytes before what lex reads

	list func() error // reads the messages of a wrapper, at a root that is an object
}

// nested is how deep blocks may lie in blocks: those of a result in those of a message.
const nested = 2

// object reads the members of an object at a depth below the message, into n.
func (r *nodeReader) object(n *node, depth int) error {
	for {
		t, err := r.lex.Next()
		if err != nil || t == input.EndObject {
			return err
		}
		name := r.word()
		if t, err = r.lex.Next(); err != nil {
			return err
		}
		if err := r.member(n, name, t, depth); err != nil {
			return err
		}
	}
}

// member reads a member whose value begins with token t.
func (r *nodeReader) member(n *node, name string, t input.Token, depth int) error {
	content := name == "content" || name == "output"
	switch {
	case t == input.Text:
		r.string(n, name)
	case name == "is_error":
		n.failed = t == input.True
	case t == input.BeginArray && content && depth < nested:
		n.content, n.blocks = nil, nil
		return r.elements(&n.blocks, depth+1)
	case t == input.BeginArray && name == "tool_calls" && depth == 0:
		return r.elements(&n.calls, depth+1)
	case t == input.BeginArray && (name == "messages" || name == "input") && depth == 0 && r.list != nil:
		return r.list()
	case t == input.BeginObject && (name == "function" || name == "custom") && depth == 1:
		return r.object(n, depth+1) // the call's name is in there
	}
	if t == input.BeginObject || t == input.BeginArray {
		return r.lex.Skip(t)
	}
	return nil
}

// string takes a string that is a member of n.
func (r *nodeReader) string(n *node, name string) {
	switch name {
	case "role":
		n.role = r.word()
	case "type":
		n.kind = r.word()
	case "name":
		n.name = r.word()
	case "id":
		n.id = r.word()
	case "call_id", "tool_call_id", "tool_use_id":
		n.callID = r.word()
	case "content", "output":
		n.content, n.blocks = r.place(), nil
	case "text":
		n.text = r.place()
	}
}

// place returns where the string is that has just been read.
func (r *nodeReader) place() *span {
	return &span{r.base + r.lex.TokenOff(), r.base + r.lex.Off()}
}

// elements reads the objects of a list, and keeps those that may be texts, results or calls.
func (r *nodeReader) elements(to *[]node, depth int) error {
	for {
		t, err := r.lex.Next()
		if err != nil || t == input.EndArray {
			return err
		}
		if t == input.BeginArray {
			err = r.lex.Skip(t)
		}
		if t == input.BeginObject {
			var n node
			if err = r.object(&n, depth); n.text != nil || n.id != "" || n.callID != "" || n.kind == toolResult {
				*to = append(*to, n)
			}
		}
		if err != nil {
			return err
		}
	}
}

// word returns a short string; one that is longer than the lexer keeps is no word.
func (r *nodeReader) word() string {
	if r.lex.Cut() {
		return ""
	}
	return string(input.Unquote(nil, r.lex.Bytes()))
}
