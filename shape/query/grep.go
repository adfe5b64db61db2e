package query

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// A Grep keeps the rows whose text matches a regular expression (RE2 syntax).
type Grep struct {
	m matcher
}

// ParseGrep compiles the expression. It gives a *SyntaxError.
func ParseGrep(expr string) (*Grep, error) {
	if len(expr) > maxQuery {
		return nil, syntaxError(expr, -1, "too long")
	}
	m, err := newMatcher(expr)
	if err != nil {
		return nil, syntaxError(expr, -1, err.Error())
	}
	return &Grep{m}, nil
}

// Match reports whether the text matches.
func (g *Grep) Match(text []byte) bool { return g.m.match(text) }

// A matcher looks for a regular expression, or for the fixed string that it amounts to.
type matcher struct {
	re    *regexp.Regexp
	fixed []byte // when re is nil
}

func newMatcher(expr string) (matcher, error) {
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return matcher{}, err
	}
	literal := tree.Op == syntax.OpLiteral && tree.Flags&syntax.FoldCase == 0
	if literal && !slices.Contains(tree.Rune, utf8.RuneError) { // that matches bad bytes, too
		return matcher{fixed: []byte(string(tree.Rune))}, nil
	}
	re, err := regexp.Compile(expr)
	return matcher{re: re}, err
}

func (m *matcher) match(text []byte) bool {
	if m.re == nil {
		return bytes.Contains(text, m.fixed)
	}
	return m.re.Match(text)
}
