package stat

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"
)

// FuzzNumber compares two numbers, their sum and their identity with math/big, and isNumber with
// encoding/json.
func FuzzNumber(f *testing.F) {
	for _, seed := range []string{"0", "-0.00", "1e2", "100", "18446744073709548794", "-1.50", "1E-20", "0.1e+3", "01", "1.", "-",
		"123456789012345678", "1234567890123456780e-1", "0.0000000000000000001"} {
		f.Add(seed, "-7.25")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, s := range []string{a, b} {
			valid := json.Valid([]byte(s)) && strings.Trim(s, " \t\r\n") == s && strings.Trim(s, "0123456789+-.eE") == ""
			if isNumber([]byte(s)) != valid {
				t.Fatalf("isNumber(%q) = %v", s, !valid)
			}
			if _, exp, _ := strings.Cut(strings.ToLower(s), "e"); !valid || len(exp) > 3 || len(s) > 200 {
				return
			}
		}
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		table := feed(one("x", Options{Asked: Asked{Sum: []Want{{ID: 1}}, Distinct: []Want{{ID: 1}}}}), a, b)
		s := read(t, []byte(first(t, table)))
		low, high := a, b
		if y.Cmp(x) < 0 {
			low, high = b, a
		}
		if x.Cmp(y) == 0 {
			high = a
		}
		if string(s.Min) != low || string(s.Max) != high {
			t.Errorf("%s and %s: min %s, max %s", a, b, s.Min, s.Max)
		}
		distinct := int64(2)
		if x.Cmp(y) == 0 {
			distinct = 1
		}
		if *s.Distinct != distinct {
			t.Errorf("%s and %s: %d distinct values", a, b, *s.Distinct)
		}
		if sum, _ := new(big.Rat).SetString(string(s.Sum)); s.Sum != "" && sum.Cmp(x.Add(x, y)) != 0 {
			t.Errorf("%s + %s = %s", a, b, s.Sum)
		}
	})
}
