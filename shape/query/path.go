package query

import (
	"strings"
	"unicode/utf8"

	"github.com/itchyny/gojq"
)

// A Step is one step of a simple path: a member by name, or each element of an array (of an
// object, each member's value).
type Step struct {
	Name string
	Each bool
}

// A Path is a path of names and "each" steps only. No steps are the row itself.
type Path struct {
	Steps []Step
	Text  string // as typed, without its leading dot; "." for the row itself
}

// Each reports whether the path can lead to more than one value.
func (p Path) Each() bool {
	for _, s := range p.Steps {
		if s.Each {
			return true
		}
	}
	return false
}

// JQ is the path in jq's own syntax.
func (p Path) JQ() string {
	if len(p.Steps) == 0 {
		return "."
	}
	var b strings.Builder
	for i, s := range p.Steps {
		switch {
		case s.Each && i == 0:
			b.WriteString(".[]")
		case s.Each:
			b.WriteString("[]")
		case isIdent(s.Name):
			b.WriteString("." + s.Name)
		default:
			name, _ := gojq.Marshal(s.Name)
			b.WriteString("." + string(name))
		}
	}
	return b.String()
}

func isIdent(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// ParsePath reads a simple path: .a.b, .labels[].name, ."a b", .["x"]. The leading dot may be
// missing, and then, or where jq itself would make nothing of it, the names may hold what names
// of columns hold: hyphens, spaces, signs. A *SyntaxError comes back for anything else.
func ParsePath(s string) (Path, error) {
	text := strings.TrimSpace(s)
	if text == "" || !utf8.ValidString(text) {
		return Path{}, syntaxError(s, -1, "a path is empty or not UTF-8")
	}
	if p, ok := barePath(text); ok {
		return p, nil
	}
	q, err := parse(dotted(text))
	if err != nil {
		if p, ok := barePath(strings.TrimPrefix(text, ".")); ok {
			return p, nil
		}
		return Path{}, asTyped(err, text)
	}
	steps, ok := simplePath(q, nil)
	if !ok {
		return Path{}, syntaxError(text, -1, "not a path of names")
	}
	return Path{Steps: steps, Text: plain(text)}, nil
}

// dotted is the path with its leading dot, which the user may have left out.
func dotted(s string) string {
	if s == "" || s[0] == '"' || s[0] == '[' || isIdent(s[:1]) {
		return "." + s
	}
	return s
}

// plain is the path as typed without its leading dot.
func plain(s string) string {
	if t := strings.TrimPrefix(s, "."); t != "" {
		return t
	}
	return "."
}

// barePath reads a path without its leading dot and without quotes, such as created-at,
// user.login, labels[].name, Order ID. Nothing that begins with a dot is one.
func barePath(s string) (Path, bool) {
	p := Path{Text: s}
	for rest := s; ; {
		n := bareName(rest)
		if n == 0 {
			return Path{}, false
		}
		p.Steps = append(p.Steps, Step{Name: strings.TrimRight(rest[:n], " ")})
		rest = rest[n:]
		for strings.HasPrefix(rest, "[]") {
			p.Steps = append(p.Steps, Step{Each: true})
			rest = rest[2:]
		}
		if rest == "" {
			return p, true
		}
		if rest[0] != '.' {
			return Path{}, false
		}
		rest = rest[1:]
	}
}

// bareName is the length of the name that s begins with. It may hold letters of any script,
// digits, spaces inside, and the signs that occur in names of columns and mean nothing in jq
// without an operand on either side.
func bareName(s string) int {
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 0x80, c == '_', 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9':
		case i > 0 && strings.IndexByte(" -/:#&'", c) >= 0, c == '@', c == '$', c == '%':
		default:
			return i
		}
	}
	return len(s)
}

// simplePath gives the steps of q, behind the given ones, if q is a simple path.
func simplePath(q *gojq.Query, steps []Step) ([]Step, bool) {
	if q == nil || len(q.FuncDefs) > 0 || len(q.Imports) > 0 || q.Meta != nil {
		return nil, false
	}
	if q.Term != nil {
		return termPath(q.Term, steps)
	}
	if q.Op != gojq.OpPipe || len(q.Patterns) > 0 {
		return nil, false
	}
	steps, ok := simplePath(q.Left, steps)
	if !ok {
		return nil, false
	}
	return simplePath(q.Right, steps)
}

func termPath(t *gojq.Term, steps []Step) ([]Step, bool) {
	ok := true
	switch t.Type {
	case gojq.TermTypeIdentity:
	case gojq.TermTypeIndex:
		steps, ok = indexPath(t.Index, steps)
	case gojq.TermTypeQuery:
		steps, ok = simplePath(t.Query, steps)
	default:
		return nil, false
	}
	for _, s := range t.SuffixList {
		switch {
		case !ok || s.Optional:
			return nil, false
		case s.Iter:
			steps = append(steps[:len(steps):len(steps)], Step{Each: true})
		default:
			steps, ok = indexPath(s.Index, steps)
		}
	}
	return steps, ok
}

func indexPath(x *gojq.Index, steps []Step) ([]Step, bool) {
	name, ok := x.Name, x.Name != ""
	switch {
	case ok || x.IsSlice:
	case x.Str != nil:
		name, ok = x.Str.Str, x.Str.Queries == nil
	default:
		name, ok = stringOf(x.Start)
	}
	return append(steps[:len(steps):len(steps)], Step{Name: name}), ok
}
