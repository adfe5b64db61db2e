package token

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestEstimator(t *testing.T) {
	for _, x := range []struct {
		name        string
		bytes, want int
	}{
		{"bytes:3.5", 0, 0}, {"bytes:3.5", 1, 1}, {"bytes:3.5", 7, 2}, {"bytes:3.5", 8, 3},
		{"bytes:4", 4, 1}, {"bytes:4", 5, 2}, {"bytes:0.1", 3, 30}, {"bytes:1", 9, 9},
		{"bytes:3.3", 33, 10}, {"bytes:3.3", 34, 11},
	} {
		if got := open(t, x.name).Count(make([]byte, x.bytes)); got != x.want {
			t.Errorf("%s: %d bytes are %d tokens, want %d", x.name, x.bytes, got, x.want)
		}
	}
}

func TestBadFactors(t *testing.T) {
	base := open(t, "o200k_base")
	for _, f := range []string{"", "0", "0.0", "-1", "x", "1e3", "1/2", "+1", "1_0", ".", "1.2.3",
		"12345678901234567890", "0.00000000000000000000001", " 1"} {
		var bad *FactorError
		if _, err := Scale(base, "mine", f); !errors.As(err, &bad) {
			t.Errorf("Scale by %q: error %v", f, err)
		}
		if _, err := Open("bytes:" + f); !errors.As(err, &bad) {
			t.Errorf("Open bytes:%s: error %v", f, err)
		}
	}
}

// TestScaleIsExact compares with math/big: the count rounded up, and MaxUnits its inverse.
func TestScaleIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for _, factor := range []string{"1.085", "0.7", "1", "3", "1.00000001", "0.333333333333",
		"123.4"} {
		c, err := Scale(open(t, "cl100k_base"), "x", factor)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := new(big.Rat).SetString(factor)
		for range 2000 {
			units := r.IntN(1 << (1 + r.IntN(40)))
			x := new(big.Rat).Mul(f, new(big.Rat).SetInt64(int64(units)))
			up := new(big.Int).Add(x.Num(), new(big.Int).Sub(x.Denom(), big.NewInt(1)))
			want := up.Div(up, x.Denom()).Int64()
			if got := c.Tokens(units); int64(got) != want {
				t.Fatalf("%s × %d = %d, want %d", factor, units, got, want)
			}
			if m := c.MaxUnits(units); c.Tokens(m) > units || c.Tokens(m+1) <= units {
				t.Fatalf("%s: MaxUnits(%d) = %d", factor, units, m)
			}
		}
		if got := c.Tokens(maxInt); f.Cmp(big.NewRat(1, 1)) >= 0 && got != maxInt {
			t.Errorf("%s × maxInt = %d", factor, got)
		}
	}
}

// TestScaleOfScaled multiplies the factors and rounds once.
func TestScaleOfScaled(t *testing.T) {
	c, err := Scale(open(t, "bytes:3"), "x", "1.5")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Count(make([]byte, 3)); got != 2 {
		t.Errorf("3 bytes / 3 × 1.5 = %d", got)
	}
	if got := c.Count(make([]byte, 4)); got != 2 {
		t.Errorf("4 bytes / 3 × 1.5 = %d", got)
	}
}
