package shape

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/query"
)

// A fieldPath leads to one value in a row, by names and by places in lists.
type fieldPath []fieldStep

type fieldStep struct {
	name  string
	index int // if not below 0: of an element
}

// parseFieldPath reads a path such as .comments[3].body or ."a b". Each piece between indexes is a
// simple path.
func parseFieldPath(text string) (fieldPath, error) {
	var path fieldPath
	for rest := text; rest != ""; {
		names, index, behind := cutIndex(rest)
		if names != "" && names != "." {
			p, err := query.ParsePath(names)
			if err != nil {
				return nil, err
			}
			for _, s := range p.Steps {
				if s.Each {
					return nil, &UsageError{"--field takes a path to one value, without []"}
				}
				path = append(path, fieldStep{s.Name, -1})
			}
		}
		if index >= 0 {
			path = append(path, fieldStep{index: index})
		}
		rest = behind
	}
	return path, nil
}

// cutIndex splits a path at its first [N]. index is -1 if there is none.
func cutIndex(s string) (names string, index int, rest string) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quoted:
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == '[' && !quoted:
			end := strings.IndexByte(s[i:], ']')
			if end < 0 {
				continue
			}
			if n, err := strconv.ParseUint(s[i+1:i+end], 10, 31); err == nil {
				return s[:i], int(n), s[i+end+1:]
			}
		}
	}
	return s, -1, ""
}

// cell returns the value at the path in a row, or nil.
func (path fieldPath) cell(r *input.Row) *input.Cell {
	i := int32(0)
	for _, step := range path {
		if i = step.below(r, i); i < 0 {
			return nil
		}
	}
	return &r.Cells[i]
}

// below returns the cell that the step leads to from cell i, or -1. Of members of one name it is
// the last.
func (s fieldStep) below(r *input.Row, i int32) int32 {
	at, found := 0, int32(-1)
	kind := r.Cells[i].Kind
	for j := i + 1; j < r.Cells[i].Next; j = r.Cells[j].Next {
		switch {
		case s.index >= 0:
			if kind == input.Array && at == s.index {
				return j
			}
		case kind == input.Object && keyOf(r, j) == s.name:
			found = j
		}
		at++
	}
	return found
}

// keyOf returns the name of a member.
func keyOf(r *input.Row, i int32) string {
	raw := r.Bytes[r.Cells[i].Key:r.Cells[i].Start]
	return string(input.Unquote(nil, raw[:stringEnd(raw, 0)]))
}

// String returns the path in jq; "" for no steps.
func (path fieldPath) String() string {
	var b strings.Builder
	for _, s := range path {
		if s.index >= 0 {
			fmt.Fprintf(&b, "[%d]", s.index)
		} else {
			b.WriteString(query.Path{Steps: []query.Step{{Name: s.name}}}.JQ())
		}
	}
	return b.String()
}
