package query

import "strings"

// SplitList splits a list at its commas, but not inside quotes, brackets, braces or parentheses,
// and takes the white space off its items. An empty item or an open bracket is a *SyntaxError.
func SplitList(s string) ([]string, error) {
	var items []string
	var open []byte // what closes the brackets and strings that are open
	start := 0
	for i := 0; i < len(s); i++ {
		top := byte(0)
		if len(open) > 0 {
			top = open[len(open)-1]
		}
		switch c := s[i]; {
		case top == '"':
			open, i = inString(s, i, open)
		case c == ',' && top == 0:
			items = append(items, strings.TrimSpace(s[start:i]))
			start = i + 1
		case top != 0 && c == top:
			open = open[:len(open)-1]
		case c == ')' || c == ']' || c == '}':
			return nil, syntaxError(s, i, "a bracket closes that is not open")
		default:
			open = opened(c, open)
		}
	}
	if len(open) > 0 {
		return nil, syntaxError(s, len(s), "missing "+string(open[len(open)-1:]))
	}
	items = append(items, strings.TrimSpace(s[start:]))
	for _, item := range items {
		if item == "" {
			return nil, syntaxError(s, -1, "an item is empty")
		}
	}
	return items, nil
}

func opened(c byte, open []byte) []byte {
	switch c {
	case '"':
		return append(open, '"')
	case '(':
		return append(open, ')')
	case '[':
		return append(open, ']')
	case '{':
		return append(open, '}')
	}
	return open
}

// inString handles byte i of a string: its end, an escape, or jq's \( which opens an expression.
func inString(s string, i int, open []byte) ([]byte, int) {
	switch {
	case s[i] == '"':
		return open[:len(open)-1], i
	case s[i] != '\\':
		return open, i
	case i+1 < len(s) && s[i+1] == '(':
		return append(open, ')'), i + 1
	}
	return open, i + 1
}
