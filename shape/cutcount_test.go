package shape

import (
	"testing"

	"github.com/toolfit/toolfit/shape/token"
)

func newCounter(t testing.TB) *token.Counter {
	t.Helper()
	c, err := token.Open("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	return c
}
