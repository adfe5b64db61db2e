package cmd

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// TestLateReader has the time to read be over before anything was read, and something hold the
// output open: what was printed is read all the same, and then that is the end.
func TestLateReader(t *testing.T) {
	out, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	defer end.Close()
	want := strings.Repeat("a row\n", 9000)
	if _, err := io.WriteString(end, want); err != nil {
		t.Fatal(err)
	}
	if err := out.SetReadDeadline(time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(&child{out: out})
	if err != nil || string(got) != want {
		t.Errorf("read %d of %d bytes, error %v", len(got), len(want), err)
	}
}
