package query

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/itchyny/gojq"
)

// A Program is a compiled jq expression. It isn't safe for concurrent use.
type Program struct {
	Text   string // as typed
	Limits Limits // may be changed before the first run
	code   *gojq.Code
	guard  guard
}

// Compile compiles a jq expression. What would make a result depend on anything but the row (the
// clock, the environment, other input, files) is refused with a *SyntaxError, as is everything
// that doesn't compile.
func Compile(expr string) (*Program, error) {
	q, err := parse(expr)
	if err != nil {
		return nil, err
	}
	return compile(q, expr)
}

// parse gives the syntax tree of an expression that gojq can parse and compile and that asks
// for nothing that is refused.
func parse(expr string) (*gojq.Query, error) {
	if len(expr) > maxQuery || !utf8.ValidString(expr) {
		return nil, syntaxError(expr, -1, "too long, or not UTF-8")
	}
	q, err := gojq.Parse(expr)
	if err != nil {
		return nil, parseFailure(expr, err)
	}
	if name := refused(q); name != "" {
		return nil, syntaxError(expr, -1, name+" is not available here")
	}
	if _, err := compileTree(q); err != nil {
		return nil, syntaxError(expr, -1, err.Error())
	}
	return q, nil
}

func parseFailure(expr string, err error) *SyntaxError {
	var at *gojq.ParseError
	if errors.As(err, &at) {
		return syntaxError(expr, max(0, at.Offset-len(at.Token)), err.Error())
	}
	return syntaxError(expr, -1, err.Error())
}

// compileLoose compiles an expression whose first name may lack its dot. Only if jq makes nothing
// of it with a dot is it taken as it stands, so that a name is a member rather than a function.
func compileLoose(expr string) (*Program, error) {
	if strings.HasPrefix(expr, "[") {
		return Compile(expr)
	}
	p, err := Compile(dotted(expr))
	if err == nil || expr == "" {
		return p, err
	}
	if p, err := Compile(expr); err == nil {
		return p, nil
	}
	return nil, asTyped(err, expr)
}

// asTyped makes err, about an expression that begins with an added dot, speak of the text typed.
func asTyped(err error, text string) error {
	var e *SyntaxError
	if !errors.As(err, &e) {
		return err
	}
	added := len(dotted(text)) - len(text)
	return syntaxError(text, max(-1, e.Offset-added), e.Reason)
}

func compile(q *gojq.Query, text string) (*Program, error) {
	code, err := compileTree(q)
	if err != nil {
		return nil, syntaxError(text, -1, err.Error())
	}
	return &Program{Text: text, Limits: DefaultLimits, code: code}, nil
}

// compileTree compiles q, and makes an error of a panic of the compiler.
func compileTree(q *gojq.Query) (code *gojq.Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("gojq can't compile it: %v", r)
		}
	}()
	return gojq.Compile(q)
}

// Run gives the outputs of the program for one row, as JSON with the members of objects sorted by
// name (gojq keeps no other order). Numbers that pass through are as they came in. The error is a
// *RowError when the program fails on this row, a *TimeoutError or *LimitError when it was
// stopped; the outputs before it come along.
func (p *Program) Run(raw []byte) (outputs [][]byte, err error) {
	room := p.Limits.Output
	err = p.each(raw, func(v any) (bool, error) {
		out, err := encode(v, room)
		if err != nil {
			return false, &LimitError{"output", p.Limits.Output}
		}
		room -= int64(len(out)) + outputCost
		outputs = append(outputs, out)
		return true, nil
	})
	return outputs, err
}

// outputCost is what an output takes beside its bytes, so that endless empty ones are bounded too.
const outputCost = 24

// Value gives what the program makes of one row as one value: its output; nil for no output; an
// array of all outputs if they are several. Errors as for Run.
func (p *Program) Value(raw []byte) ([]byte, error) {
	out, err := p.Run(raw)
	switch {
	case err != nil || len(out) == 0:
		return nil, err
	case len(out) == 1:
		return out[0], nil
	}
	all := []byte{'['}
	for i, v := range out {
		if i > 0 {
			all = append(all, ',')
		}
		all = append(all, v...)
	}
	return append(all, ']'), nil
}

// truth runs the program until an output is neither null nor false.
func (p *Program) truth(raw []byte) (matched bool, err error) {
	err = p.each(raw, func(v any) (bool, error) {
		matched = v != nil && v != false
		return !matched, nil
	})
	return matched, err
}

// each calls yield with the outputs for one row until it says no.
func (p *Program) each(raw []byte, yield func(any) (more bool, err error)) (err error) {
	v, err := decode(raw)
	if err != nil {
		return &RowError{clip(err.Error(), maxReason)}
	}
	defer func() {
		if r := recover(); r != nil {
			err = &RowError{clip(fmt.Sprint(r), maxReason)}
		}
	}()
	ctx := p.guard.begin(p.Limits)
	defer p.guard.end()
	for it := p.code.RunWithContext(ctx, v); ; {
		v, ok := it.Next()
		if !ok {
			return nil
		}
		if err, ok := v.(error); ok {
			return p.failure(err)
		}
		if more, err := yield(v); !more {
			return err
		}
	}
}

// failure is what an error of gojq means: that the guard stopped it, or that the row is bad.
func (p *Program) failure(err error) error {
	if stopped := p.guard.cause(); stopped != nil {
		return stopped
	}
	return &RowError{clip(err.Error(), maxReason)}
}
