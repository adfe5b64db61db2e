package query

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// locate finds the values of paths without "each" in a row, as the scanner of the input does.
func locate(raw []byte, paths []Path) Values {
	vals := make(Values, len(paths))
	for i, p := range paths {
		vals[i] = locateOne(raw, p.Steps)
	}
	return vals
}

func locateOne(raw []byte, steps []Step) []byte {
	s := scanner{raw, 0}
	v := valueAt(&s)
	for _, step := range steps {
		switch kindOf(v) {
		case null:
			return nil
		case object:
			v = member(v, step.Name)
		default:
			return Bad
		}
	}
	return v
}

func valueAt(s *scanner) []byte {
	s.peek()
	start := s.pos
	s.skip()
	return s.raw[start:s.pos]
}

func member(obj []byte, name string) (found []byte) {
	s := scanner{obj, 1}
	for s.more('}') {
		key, _ := stringText(s.scalar(), nil)
		s.colon()
		if v := valueAt(&s); string(key) == name {
			found = v
		}
	}
	return found
}

var whereCases = []struct {
	expr, row string
	fast      bool
	want      string // "true", "false" or "fails"
}{
	{`.status == "paid"`, `{"status":"paid"}`, true, "true"},
	{`.status == "paid"`, `{"status":"pa\u0069d"}`, true, "true"},
	{`.status == "paid"`, `{"status":null}`, true, "false"},
	{`.status == "paid" and .amount > 10`, `{"status":"paid","amount":10.5}`, true, "true"},
	{`.status == "paid" and .amount > 10`, `{"status":"new","amount":{}}`, true, "false"},
	{`.a != null`, `{"a":0}`, true, "true"},
	{`.a == null`, `{}`, true, "true"},
	{`.a`, `{"a":false}`, true, "false"},
	{`.a`, `{"a":0}`, true, "true"},
	{`.a|not`, `{"a":null}`, true, "true"},
	{`(.a == 1 or .b == 2)|not`, `{"a":1}`, true, "false"},
	{`.a.b == 1`, `{"a":{"b":1}}`, true, "true"},
	{`.a|.b == 1`, `{"a":{"b":1}}`, true, "true"},
	{`.a.b == 1`, `{"a":"x"}`, true, "fails"},
	{`.a.b == 1`, `{"a":null}`, true, "false"},
	{`.a`, `"text"`, true, "fails"},
	{`.a == 1 and .b.c`, `{"a":2,"b":"x"}`, true, "false"},
	{`.a == 1 or .b.c`, `{"a":2,"b":"x"}`, true, "fails"},
	{`.a == -5`, `{"a":-5.0}`, true, "true"},
	{`.a == 1.10`, `{"a":11e-1}`, true, "true"},
	{`.a == 9007199254740993`, `{"a":9007199254740992}`, true, "false"},
	{`.a == 9007199254740992.0`, `{"a":9007199254740993}`, true, "true"},
	{`.a == 1e400`, `{"a":1e999}`, true, "true"},
	{`.a < 1e400`, `{"a":99999999999999999999999}`, true, "true"},
	{`.a == 12345678901234567890123`, `{"a":12345678901234567890123}`, true, "true"},
	{`.a < "x"`, `{"a":5}`, true, "true"},
	{`.a < []`, `{"a":[ ]}`, true, "false"},
	{`.a == []`, `{"a":[ ]}`, true, "true"},
	{`.a == .b`, `{"a":[1, 2],"b":[1,2.0]}`, true, "true"},
	{`.a | IN("x", 1, null)`, `{"a":1.0}`, true, "true"},
	{`.a == ("x", "y")`, `{"a":"y"}`, true, "true"},
	{`[.a == ("x", "y")] == []`, `{"a":"y"}`, false, "false"},
	{`select(.a == 1)`, `{"a":1}`, true, "true"},
	{`select(.a == 1) | .b`, `{"a":1,"b":null}`, true, "false"},
	{`select(.a == 1) | .b.c`, `{"a":2,"b":"x"}`, true, "false"},
	{`.a | test("^f.o$")`, `{"a":"foo"}`, true, "true"},
	{`.a | test("^f.o$")`, `{"a":1}`, true, "fails"},
	{`.a | test("FOO"; "i")`, `{"a":"a foo"}`, true, "true"},
	{`.a | test("f.o"; "m")`, `{"a":"f\no"}`, true, "true"},
	{`.a | test("f.o"; "x")`, `{"a":"f\no"}`, false, "fails"},
	{`.a | test("(")`, `{"a":"f"}`, false, "fails"},
	{`.a | startswith("fo")`, `{"a":"foo"}`, true, "true"},
	{`.a | endswith("oo")`, `{"a":"foo"}`, true, "true"},
	{`.a | contains("o")`, `{"a":["foo"]}`, true, "fails"},
	{`.a | contains("\"")`, `{"a":"a\"b"}`, true, "true"},
	{`tostring|contains("CrashLoop")`, `"x CrashLoopBackOff"`, true, "true"},
	{`tostring|contains("1.10")`, `{"a":1.10}`, true, "true"},
	{`(.a|type) == "number"`, `{"a":1}`, true, "true"},
	{`.a|type == "null"`, `{}`, true, "true"},
	{`.a|length > 2`, `{"a":"äöü"}`, true, "true"},
	{`.a|length > 2`, `{"a":[1,2,3]}`, true, "true"},
	{`.a|ascii_downcase == "foo"`, `{"a":"FOO"}`, true, "true"},
	{`(.a // 5) > 3`, `{"a":false}`, true, "true"},
	{`(.a.b // 5) > 3`, `{"a":"s"}`, true, "fails"},
	{`has("a")`, `{"a":null}`, true, "true"},
	{`has("a")`, `{"b":null}`, true, "false"},
	{`.x | has("a")`, `{"x":"s"}`, true, "fails"},
	{`.["a b"] == 1`, `{"a b":1}`, true, "true"},
	{`.a.b | "x" == "x"`, `{"a":"s"}`, false, "fails"},
	{`.labels[].name == "bug"`, `{"labels":[{"name":"x"},{"name":"bug"}]}`, false, "true"},
	{`.a as $x | $x == 1`, `{"a":1}`, false, "true"},
	{`.a[0] == 1`, `{"a":[1]}`, false, "true"},
	{`empty`, `{"a":[1]}`, false, "false"},
	{`false, true`, `{}`, false, "true"},
	{`true, error("x")`, `{}`, false, "true"},
	{`.a == 1`, `{"a":1,"a":2}`, true, "false"},
	{`.a == "�"`, `{"a":"\ud800"}`, true, "true"},
	{`.a == "�"`, "{\"a\":\"\xff\"}", true, "true"},
}

func outcome(matched bool, err error) string {
	if err != nil {
		return "fails"
	}
	return fmt.Sprint(matched)
}

func TestWhere(t *testing.T) {
	for _, c := range whereCases {
		w, err := ParseWhere(c.expr)
		if err != nil {
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		if w.Fast() != c.fast {
			t.Errorf("%s: fast = %v", c.expr, w.Fast())
		}
		raw := []byte(c.row)
		for range 2 { // the second failure takes another way
			got := outcome(w.Match(locate(raw, w.Wants()), raw))
			if slow := outcome(w.Program.truth(raw)); got != c.want || slow != c.want {
				t.Errorf("%s on %s: %s, gojq says %s, want %s", c.expr, c.row, got, slow, c.want)
			}
		}
	}
}

func TestWhereTellsTheFirstFailure(t *testing.T) {
	w, err := ParseWhere(`.a | startswith("x")`)
	if err != nil {
		t.Fatal(err)
	}
	raw := []byte(`{"a":7}`)
	_, err = w.Match(locate(raw, w.Wants()), raw)
	var row *RowError
	if !errors.As(err, &row) || !errors.Is(err, ErrRow) {
		t.Fatalf("first failure: %v", err)
	}
	if !strings.Contains(row.Text, "startswith") {
		t.Errorf("first failure: %v", err)
	}
	if _, err = w.Match(locate(raw, w.Wants()), raw); err != ErrRow {
		t.Errorf("second failure: %v", err)
	}
}

func TestBadQueries(t *testing.T) {
	for _, c := range []struct {
		expr   string
		offset int
		reason string
	}{
		{`.a ==`, 5, "unexpected EOF"},
		{`.a === 1`, 5, "unexpected token"},
		{`.a | foo`, -1, "foo/0"},
		{`now > 1`, -1, "now is not available"},
		{`$ENV.HOME == "x"`, -1, "$ENV is not available"},
		{`{$ENV}`, -1, "$ENV is not available"},
		{`[inputs]`, -1, "inputs is not available"},
		{`.a | if . then halt else . end`, -1, "halt is not available"},
		{`"\(env.HOME)"`, -1, "env is not available"},
		{`import "x" as x; .`, -1, "import is not available"},
		{`include "x"; .`, -1, "include is not available"},
		{`debug("x")`, -1, "debug is not available"},
		{strings.Repeat("(", 1<<17), -1, "too long"},
	} {
		_, err := ParseWhere(c.expr)
		var s *SyntaxError
		if !errors.As(err, &s) || s.Offset != c.offset || !strings.Contains(s.Reason, c.reason) {
			t.Errorf("%.40s: %v", c.expr, err)
		}
		if err != nil && len(err.Error()) > 500 {
			t.Errorf("%.40s: an error of %d bytes", c.expr, len(err.Error()))
		}
	}
}

// A source makes random expressions and rows that have a chance to have to do with each other.
type source struct{ *rand.Rand }

func pick[T any](r source, from ...T) T { return from[r.IntN(len(from))] }

var numbers = []string{
	"0", "-0", "1", "1.0", "1.10", "1.1", "11e-1", "-1", "2", "10", "1e2", "100", "1e400",
	"-1e400", "1e-400",
	"9007199254740992", "9007199254740993", "9007199254740993.0", "9223372036854775807",
	"9223372036854775808", "-9223372036854775808", "-9223372036854775809", "0.1", "1E+2",
	"123456789012345678901234567890", "1234567890123456789012345678.90", "-0.0", "5e-324",
}

var texts = []string{
	`""`, `"a"`, `"b"`, `"ab"`, `"A"`, `"ä"`, `"\u00e4"`, `"a\u0000"`, `"\ud83d\ude00"`, `"😀"`,
	`"1"`,
	`"null"`, `"a\"b"`, `"\\"`, `"foo bar"`, `"\/"`, `"a\nb"`, `"10"`, `"\ufffd"`,
}

func (r source) scalar() string {
	switch r.IntN(4) {
	case 0:
		return pick(r, "null", "true", "false")
	case 1:
		return pick(r, numbers...)
	}
	return pick(r, texts...)
}

func (r source) json(depth int) string {
	if depth <= 0 || r.IntN(3) > 0 {
		return pick(r, r.scalar(), r.scalar(), `"\ud800"`, "\"\xff\"")
	}
	var parts []string
	if r.IntN(2) == 0 {
		for range r.IntN(3) {
			parts = append(parts, r.json(depth-1))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return r.object(depth)
}

func (r source) object(depth int) string {
	var parts []string
	for range r.IntN(4) {
		name := pick(r, `"a"`, `"b"`, `"c"`, `"\u0061"`, `"a b"`)
		parts = append(parts, name+pick(r, ":", " : ")+r.json(depth-1))
	}
	return "{" + strings.Join(parts, " ,") + " }"
}

func (r source) row() string {
	if r.IntN(8) == 0 {
		return r.json(2)
	}
	return r.object(3)
}

func (r source) literal() string {
	if r.IntN(10) == 0 {
		return pick(r, "[]", "{}", "-5", "[1]", ".5", "5.", "+2")
	}
	for {
		if s := r.scalar(); s != `"\ud800"` {
			return s
		}
	}
}

func (r source) path() string {
	return pick(r, ".", ".a", ".b", ".c", ".a.b", ".a.a", `."a b"`, `.["a"]`, ".b.a.c", ".a[]",
		".a?", ".a|.b")
}

func (r source) value(depth int) string {
	if depth <= 0 || r.IntN(2) == 0 {
		return pick(r, r.path(), r.path(), r.literal())
	}
	v := r.value(depth - 1)
	return pick(r, "("+v+"|type)", "("+v+"|tostring)", "("+v+"|length)", "("+v+"|ascii_downcase)",
		"("+v+" // "+r.value(depth-1)+")", "("+v+")", "("+v+"|"+r.value(depth-1)+")")
}

func (r source) expr(depth int) string {
	v, lit := r.value(2), pick(r, texts...)
	if depth <= 0 || r.IntN(3) == 0 {
		return pick(r, v, v+pick(r, "==", "!=", "<", "<=", ">", ">=")+r.value(2),
			v+pick(r, " == ", " < ")+r.literal(),
			v+"|test("+lit+")", v+"|test("+lit+`;"i")`, v+"|startswith("+lit+")",
			v+"|endswith("+lit+")", v+"|contains("+lit+")", v+"|has("+lit+")", v+`|has("b")`,
			v+"|IN("+r.literal()+","+r.literal()+")", v+" == ("+r.literal()+","+r.literal()+")")
	}
	l := r.expr(depth - 1)
	return pick(r, "("+l+") and ("+r.expr(depth-1)+")", "("+l+") or ("+r.expr(depth-1)+")",
		"("+l+")|not", "("+l+")", "select("+l+")", "select("+l+")|"+r.expr(depth-1),
		r.path()+"|("+l+")", v+"|"+l)
}

func TestFastIsWhatGojqSays(t *testing.T) {
	r := source{rand.New(rand.NewPCG(1, 2))}
	fast, rows := 0, 0
	for range 3000 {
		expr := r.expr(2)
		w, err := ParseWhere(expr)
		if err != nil {
			continue
		}
		if w.Fast() {
			fast++
		}
		for range 12 {
			raw := []byte(r.row())
			if !w.Fast() {
				break
			}
			rows++
			sameOutcome(t, w, raw)
		}
	}
	if fast < 800 {
		t.Errorf("only %d of 3000 expressions are fast", fast)
	}
	t.Logf("%d fast expressions, %d rows", fast, rows)
}

// sameOutcome compares the two ways. A failure is left to the fast way alone, which otherwise
// asks gojq for the words.
func sameOutcome(t *testing.T, w *Where, raw []byte) {
	t.Helper()
	w.told = true
	got := outcome(w.Match(locate(raw, w.Wants()), raw))
	if want := outcome(w.Program.truth(raw)); got != want {
		t.Fatalf("%s on %s: %s, gojq says %s", w.Program.Text, raw, got, want)
	}
}

func FuzzWhere(f *testing.F) {
	for _, c := range whereCases {
		f.Add(c.expr, c.row)
	}
	f.Fuzz(func(t *testing.T, expr, row string) {
		w, err := ParseWhere(expr)
		if err != nil || !w.Fast() || !json.Valid([]byte(row)) {
			return
		}
		sameOutcome(t, w, []byte(row))
	})
}

func BenchmarkMatch(b *testing.B) {
	row := []byte(`{"id":"A-1042","status":"paid","amount":20.50,"note":"left at the door"}`)
	for _, expr := range []string{
		`.status == "refund_pending"`, `.status == "paid" and .amount > 10`,
		`.note | test("door$")`,
		`.note | contains("door")`, `.status | IN("new", "open", "paid")`, `.amount == null`,
	} {
		w, err := ParseWhere(expr)
		if err != nil {
			b.Fatal(err)
		}
		vals := locate(row, w.Wants())
		b.Run(expr, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := w.Match(vals, row); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("gojq "+expr, func(b *testing.B) {
			for b.Loop() {
				if _, err := w.Program.truth(row); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
