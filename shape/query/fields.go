package query

import (
	"slices"
	"strings"

	"github.com/itchyny/gojq"
)

// A Field is one member of the projected item.
type Field struct {
	Name string
	Path *Path    // a simple path; with "each" steps its value is the array of what it leads to
	Code *Program // any other expression; its value is what Program.Value gives
}

// ParseFields reads a projection such as "id,user.login,labels[].name,who=.user.login". An item
// is
//   - a path, named as typed without its leading dot (."a b" is named a b); the dot may be
//     missing, see ParsePath;
//   - another jq expression that begins with a dot or a name, such as .items[0].id, named alike;
//   - NAME=EXPR, where EXPR is any jq expression and NAME is letters, digits and ._-[] or a JSON
//     string;
//   - {…}, a jq object with fixed names: its members become members of the item, in the order
//     written, each computed on its own.
//
// The list "." is the whole row: nil, without an error. A field that is there already is left
// out; another one of the same name is a *SyntaxError, as is all else.
func ParseFields(list string) ([]Field, error) {
	items, err := SplitList(list)
	if err != nil {
		return nil, err
	}
	if len(items) == 1 && items[0] == "." {
		return nil, nil
	}
	var fields []Field
	for _, item := range items {
		fs, err := parseFields(item)
		if err != nil {
			return nil, err
		}
		if fields, err = addFields(fields, fs, item); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

func addFields(fields, more []Field, item string) ([]Field, error) {
	for _, f := range more {
		i := slices.IndexFunc(fields, func(have Field) bool { return have.Name == f.Name })
		switch {
		case i < 0:
			fields = append(fields, f)
		case !fields[i].same(f):
			return nil, syntaxError(item, -1, "two fields are named "+f.Name)
		}
	}
	return fields, nil
}

func (f Field) same(g Field) bool {
	if f.Path != nil && g.Path != nil {
		return slices.Equal(f.Path.Steps, g.Path.Steps)
	}
	return f.Code != nil && g.Code != nil && f.Code.Text == g.Code.Text
}

func parseFields(item string) ([]Field, error) {
	if strings.HasPrefix(item, "{") {
		return objectFields(item)
	}
	name, expr, ok := rename(item)
	if !ok {
		name, expr = "", item
	}
	f, err := parseField(expr)
	if err != nil {
		return nil, err
	}
	if ok {
		f.Name = name
	}
	return []Field{f}, nil
}

// parseField reads a path or another expression, and names it as typed.
func parseField(expr string) (Field, error) {
	p, err := ParsePath(expr)
	if err == nil {
		name := p.Text
		if len(p.Steps) == 1 && !p.Steps[0].Each {
			name = p.Steps[0].Name
		}
		return Field{Name: name, Path: &p}, nil
	}
	if expr == "" {
		return Field{}, err
	}
	code, err := compileLoose(expr)
	return Field{Name: plain(expr), Code: code}, err
}

// rename splits NAME=EXPR.
func rename(item string) (name, expr string, ok bool) {
	end := 0
	if strings.HasPrefix(item, `"`) {
		s := scanner{[]byte(item), 0}
		end = len(s.scalar())
		v, err := decode([]byte(item[:end]))
		if name, ok = v.(string); err != nil || !ok {
			return "", "", false
		}
	} else {
		for end < len(item) && isNameByte(item[end]) {
			end++
		}
		name = plain(item[:end])
	}
	rest := strings.TrimLeft(item[end:], " ")
	expr, ok = strings.CutPrefix(rest, "=")
	if !ok || end == 0 || strings.HasPrefix(expr, "=") {
		return "", "", false
	}
	return name, strings.TrimSpace(expr), true
}

func isNameByte(c byte) bool {
	return c >= 0x80 || c == '_' || c == '-' || c == '.' || c == '[' || c == ']' ||
		'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}

// objectFields are the members of a jq object.
func objectFields(item string) ([]Field, error) {
	q, err := parse(item)
	if err != nil {
		return nil, err
	}
	if !plainQuery(q) || q.Term == nil || q.Term.Object == nil || len(q.Term.SuffixList) > 0 {
		return nil, syntaxError(item, -1, "more than an object; write NAME=EXPR")
	}
	var fields []Field
	for _, kv := range q.Term.Object.KeyVals {
		f, err := memberField(kv, item)
		if err != nil {
			return nil, err
		}
		if fields, err = addFields(fields, []Field{f}, item); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

func memberField(kv *gojq.ObjectKeyVal, item string) (Field, error) {
	name, fixed := kv.Key, kv.Key != "" && kv.Key[0] != '$'
	if kv.KeyString != nil {
		name, fixed = kv.KeyString.Str, kv.KeyString.Queries == nil
	}
	if !fixed {
		return Field{}, syntaxError(item, -1, "a name in {…} must be fixed; write NAME={…}")
	}
	if kv.Val == nil {
		return Field{Name: name, Path: &Path{[]Step{{Name: name}}, name}}, nil
	}
	if steps, ok := simplePath(kv.Val, nil); ok {
		p := &Path{Steps: steps}
		p.Text = plain(p.JQ())
		return Field{Name: name, Path: p}, nil
	}
	code, err := compile(kv.Val, kv.Val.String())
	return Field{Name: name, Code: code}, err
}
