package query

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/itchyny/gojq"
)

// exactly compares decoded values as gojq does, but numbers by their exact value.
func exactly(l, r any) int {
	switch l := l.(type) {
	case json.Number:
		if r, ok := r.(json.Number); ok {
			return rat(l).Cmp(rat(r))
		}
	case []any:
		if r, ok := r.([]any); ok {
			return slices.CompareFunc(l, r, exactly)
		}
	case map[string]any:
		if r, ok := r.(map[string]any); ok {
			return exactObjects(l, r)
		}
	}
	return gojq.Compare(l, r)
}

func exactObjects(l, r map[string]any) int {
	names := slices.Sorted(maps.Keys(l))
	if c := slices.Compare(names, slices.Sorted(maps.Keys(r))); c != 0 {
		return c
	}
	for _, name := range names {
		if c := exactly(l[name], r[name]); c != 0 {
			return c
		}
	}
	return 0
}

func rat(n json.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		panic(n)
	}
	return r
}

func keyOf(t testing.TB, o *Order, raw string) []byte {
	t.Helper()
	key, err := o.AppendKey(nil, locate([]byte(raw), o.Wants()), []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func order1(t testing.TB, list string) *Order {
	t.Helper()
	o, err := ParseSort(list)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestKeysAreInTheExactOrder(t *testing.T) {
	r := source{rand.New(rand.NewPCG(3, 4))}
	up, down := order1(t, "."), order1(t, "-.")
	for range 20000 {
		a, b := r.json(3), r.json(3)
		va, _ := decode([]byte(a))
		vb, _ := decode([]byte(b))
		want := exactly(va, vb)
		if got := bytes.Compare(keyOf(t, up, a), keyOf(t, up, b)); got != want {
			t.Fatalf("%s ? %s: %d, want %d", a, b, got, want)
		}
		if got := bytes.Compare(keyOf(t, down, a), keyOf(t, down, b)); got != -want {
			t.Fatalf("descending, %s ? %s: %d, want %d", a, b, got, -want)
		}
	}
}

// Where no number is out of the range in which gojq is exact, its own sort is the oracle.
func TestKeysAreInJqsOrder(t *testing.T) {
	rows := []string{
		`null`, `false`, `true`, `-1e3`, `-2.5`, `-2`, `0`, `0.001`, `1`, `1.5`, `9`, `10`,
		`1e2`, `""`, `"\u0000"`, `"10"`, `"9"`, `"A"`, `"a"`, `"a\u0000"`, `"a\u0000b"`,
		`"a\u0001"`, `"ab"`, `"é"`, `"\uffff"`, `"😀"`, `[]`, `[null]`, `[1]`, `[1,null]`,
		`[2]`, `["a"]`, `[[]]`, `{}`,
		`{"a":1}`, `{"a":2}`, `{"a":1,"b":0}`, `{"b":null}`,
	}
	o := order1(t, ".")
	for i, a := range rows {
		for j, b := range rows {
			va, _ := decode([]byte(a))
			vb, _ := decode([]byte(b))
			want := gojq.Compare(va, vb)
			if got := bytes.Compare(keyOf(t, o, a), keyOf(t, o, b)); got != want {
				t.Errorf("%s ? %s: %d, want %d", a, b, got, want)
			}
			if want != cmp.Compare(i, j) {
				t.Errorf("the list is not in order: %s ? %s", a, b)
			}
		}
	}
}

func TestNumbersAreExact(t *testing.T) {
	o := order1(t, ".")
	ordered := [][]string{
		{"-1e999999999999999999999", "-9e9999999999999999999999"}, {"-1e401"}, {"-1e400"},
		{"-1e101"},
		{"-9007199254740993"}, {"-9007199254740992"}, {"-1.1"}, {"-1"}, {"-1e-101"}, {"-1e-400"},
		{"0", "-0", "0.0", "0e5", "-0.00e-9"}, {"1e-400"}, {"1e-101"}, {"1e-100"},
		{"0.1", "1e-1", "0.10"},
		{"1", "1.0", "10e-1", "0.1e1"}, {"1.1", "1.10", "11e-1"}, {"1.10000000000000000000001"},
		{"2"}, {"10"},
		{"9007199254740992"}, {"9007199254740993", "9007199254740993.0"}, {"9223372036854775807"},
		{"9223372036854775808"}, {"1e100"}, {"1e101", "10E+100"}, {"1e400", "10e399"}, {"1e401"},
	}
	var last []byte
	for _, same := range ordered {
		key := keyOf(t, o, same[0])
		if bytes.Compare(last, key) >= 0 {
			t.Errorf("%s does not come after what is before it", same[0])
		}
		for _, n := range same[1:] {
			if got := keyOf(t, o, n); !bytes.Equal(got, key) && !strings.Contains(n, "e99") {
				t.Errorf("%s and %s differ: %x %x", same[0], n, key, got)
			}
		}
		last = key
	}
}

func TestSeveralKeys(t *testing.T) {
	rows := []string{
		`{"a":"x","n":1}`, `{"a":"x","n":2}`, `{"a":"xa","n":1}`, `{"n":5}`, `{"a":null,"n":7}`,
		`{"a":[1],"n":3}`, `{"a":"x","n":"2"}`,
	}
	for list, want := range map[string]string{
		"a,n":                 "3 4 0 1 6 2 5",
		"-a,n":                "5 2 0 1 6 3 4",
		"a,-n":                "4 3 6 1 0 2 5",
		"-.a, -n":             "5 2 6 1 0 4 3",
		".a|type,.n":          "5 3 4 0 2 1 6",
		"-(.n|tostring),.a":   "4 3 5 1 6 0 2",
		".a[0]?,-n":           "4 3 5 6 1 0 2", // gojq takes a character by its number,
		"+n,a":                "0 2 1 5 3 4 6",
		"(.a|strings),.n, .a": "5 3 4 0 1 6 2",
	} {
		o := order1(t, list)
		var order []int
		keys := make([][]byte, len(rows))
		for i, row := range rows {
			keys[i] = keyOf(t, o, row)
			order = append(order, i)
		}
		slices.SortStableFunc(order, func(a, b int) int { return bytes.Compare(keys[a], keys[b]) })
		if got := strings.Trim(fmt.Sprint(order), "[]"); got != want {
			t.Errorf("%s: %s, want %s", list, got, want)
		}
	}
}

func TestBadSortKeys(t *testing.T) {
	for _, list := range []string{
		"", "-", "--a", "a,,b", "a:desc", "-a:TIME", "a b c(", ".a |", "(now)", ":time",
	} {
		var s *SyntaxError
		if o, err := ParseSort(list); !errors.As(err, &s) {
			t.Errorf("%q: %+v, %v", list, o, err)
		}
	}
	o := order1(t, `-."a:b":time,labels[].na-me`)
	if k := o.Keys[0]; k.Path.Steps[0].Name != "a:b" || !k.Desc || !k.Time || o.NeedsRow() != true {
		t.Errorf("%+v", o.Keys)
	}
}

func TestKeyOfARowThatFails(t *testing.T) {
	for _, list := range []string{"a.b", ".a|.b", ".a[0].b", "(.a|error)"} {
		o := order1(t, list)
		raw := []byte(`{"a":"s"}`)
		key, err := o.AppendKey(nil, locate(raw, o.Wants()), raw)
		if !errors.Is(err, ErrRow) {
			t.Errorf("%s: error %v", list, err)
		}
		if o.Keys[0].Path == nil {
			continue
		}
		if missing := keyOf(t, o, `{}`); !bytes.Equal(key, missing) {
			t.Errorf("%s: key %x, of a row without it %x", list, key, missing)
		}
	}
}

func TestDeepValues(t *testing.T) {
	o := order1(t, ".")
	deep := strings.Repeat("[", 2<<20)
	key := keyOf(t, o, deep+strings.Repeat("]", 2<<20))
	shallow := keyOf(t, o, strings.Repeat("[", 5000)+strings.Repeat("]", 5000))
	if bytes.Compare(shallow, key) >= 0 {
		t.Error("5,000 arrays in each other do not come before two million")
	}
}

func FuzzKeys(f *testing.F) {
	for _, c := range whereCases {
		f.Add(c.row, `{"a":1e2}`)
	}
	f.Add(`[1e5,{"b":[],"a":"\u0000"}]`, `[100000,{"a":"","b":{}}]`)
	up, _ := ParseSort(".")
	f.Fuzz(func(t *testing.T, a, b string) {
		if !json.Valid([]byte(a)) || !json.Valid([]byte(b)) || hugeExponent(a) || hugeExponent(b) {
			return
		}
		va, _ := decode([]byte(a))
		vb, _ := decode([]byte(b))
		want := exactly(va, vb)
		a, b = strings.TrimSpace(a), strings.TrimSpace(b)
		if got := bytes.Compare(keyOf(t, up, a), keyOf(t, up, b)); got != want {
			t.Fatalf("%s ? %s: %d, want %d", a, b, got, want)
		}
	})
}

// hugeExponent keeps big.Rat from numbers that it needs gigabytes for.
func hugeExponent(s string) bool {
	digits := 0
	for i := range len(s) {
		if c := s[i]; '0' <= c && c <= '9' {
			digits++
		} else {
			digits = 0
		}
		if digits > 4 {
			return strings.ContainsAny(s, "eE")
		}
	}
	return false
}

func BenchmarkAppendKey(b *testing.B) {
	row := []byte(`{"id":1234567890123456789,"date":"2025-03-09T12:30:00Z","amount":20.50}`)
	for _, list := range []string{"id", "-date,id", "-amount", "date:time", "(.amount*2)"} {
		o := order1(b, list)
		vals := locate(row, o.Wants())
		b.Run(list, func(b *testing.B) {
			b.ReportAllocs()
			var key []byte
			for b.Loop() {
				key, _ = o.AppendKey(key[:0], vals, row)
			}
		})
	}
}
