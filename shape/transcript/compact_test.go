package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/toolfit/toolfit/shape/token"
)

// A shelf stores nothing but counts what it is given.
type shelf struct {
	texts int
	bytes int64
	peak  uint64 // bytes of heap in use
}

func (s *shelf) options(t testing.TB, keep int64) Options {
	counter, err := token.Open("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Keep: keep, Counter: counter,
		Store: func(text io.Reader) (Kept, error) {
			n, err := io.Copy(io.Discard, text)
			if s.texts++; s.texts%500 == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				s.peak = max(s.peak, m.HeapInuse)
			}
			s.bytes += n
			return Kept{
				Handle: fmt.Sprintf("art-%012d", n), Total: n,
				Headline: func(room int) []byte { return nil },
			}, err
		},
		Rows: func(string) (int64, bool) { return 0, false },
		Read: func(handle string, _ int64) string { return "toolfit read " + handle },
	}
}

// A loop is a text that repeats, as a file would give it, and counts what is read of it.
type loop struct {
	text []byte
	size int64
	read int64
}

func (l *loop) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	room := p[:min(int64(len(p)), l.size-off)]
	for n < len(room) {
		n += copy(room[n:], l.text[(off+int64(n))%int64(len(l.text)):])
	}
	l.read += int64(n)
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// A transcript of any length is read a few times over, and hardly any of it is held.
func TestLinear(t *testing.T) {
	round := []byte(`{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"ls"}}]}` + "\n" +
		`{"role":"tool","tool_call_id":"a","content":"` + strings.Repeat("a line of it ", 200) + `"}` + "\n")
	for _, rounds := range []int64{1000, 10000} {
		in := &loop{text: round, size: rounds * int64(len(round))}
		var s shelf
		if err := Compact(in, in.size, io.Discard, s.options(t, 3)); err != nil {
			t.Fatal(err)
		}
		if want := rounds - 4; int64(s.texts) < want || s.bytes != int64(s.texts)*2600 {
			t.Errorf("%d of %d results stored, %d bytes", s.texts, want, s.bytes)
		}
		if s.peak > 24<<20 {
			t.Errorf("%d messages: the heap came to %d MiB", 2*rounds, s.peak>>20)
		}
		if in.read > 6*in.size {
			t.Errorf("%d messages: %d bytes read for %d", 2*rounds, in.read, in.size)
		}
	}
}

// What can't be stored as it is, or isn't worth a stub, stays.
func TestStays(t *testing.T) {
	long := strings.Repeat("one more line of it\\n", 100)
	for _, c := range []struct {
		name, content string
		stubs         int
	}{
		{"long", `"` + long + `"`, 1},
		{"short", `"` + long[:300] + `"`, 0},
		{"a lone surrogate", `"` + long + `\ud800"`, 0},
		{"invalid bytes", `"` + long + "\xff" + `"`, 0},
		{"an image", `[{"type":"image_url","image_url":{"url":"` + long + `"}}]`, 0},
		{"texts around an image", `[{"type":"text","text":"` + long + `"},{"type":"image"},{"type":"text","text":"` + long + `"}]`, 2},
		{"no text", `null`, 0},
		{"an envelope without a handle", `"{\"truncated\":false,\"total\":1,\"items\":[\"` + long[:len(long)-2] + `\"]}"`, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := `[{"role":"assistant"}, {"role":"tool", "content": ` + c.content + ` , "n":1.10}]`
			var (
				s   shelf
				out bytes.Buffer
			)
			if err := Compact(strings.NewReader(in), int64(len(in)), &out, s.options(t, 0)); err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(out.String(), `\"compacted\":true`); got != c.stubs || s.texts != c.stubs {
				t.Errorf("%d stubs, %d texts stored: %s", got, s.texts, out.Bytes())
			}
			if c.stubs == 0 && out.String() != in {
				t.Errorf("changed: %s", out.Bytes())
			}
		})
	}
}

// An error of the store ends it; a result that can't be shaped stays, and so does one whose stub
// would not be short.
func TestStoreFails(t *testing.T) {
	in := `[{"role":"assistant"},{"role":"tool","content":"` + strings.Repeat("one more line ", 100) + `"}]`
	var s shelf
	broken := errors.New("broken")
	for _, c := range []struct{ fails, want error }{{broken, broken}, {ErrUnfit, nil}} {
		o := s.options(t, 0)
		o.Store = func(io.Reader) (Kept, error) { return Kept{}, c.fails }
		var out bytes.Buffer
		err := Compact(strings.NewReader(in), int64(len(in)), &out, o)
		if err != c.want || err == nil && out.String() != in {
			t.Errorf("%v: %v, %s", c.fails, err, out.Bytes())
		}
	}
	o := s.options(t, 0)
	o.Read = func(string, int64) string { return "toolfit read --store " + strings.Repeat("/long path", 100) }
	var out bytes.Buffer
	if err := Compact(strings.NewReader(in), int64(len(in)), &out, o); err != nil || out.String() != in {
		t.Errorf("%v, %s", err, out.Bytes())
	}
}

// Any input is refused or comes out whole: what comes out is stable, and without stubs it is what
// came in.
func FuzzCompact(f *testing.F) {
	long := strings.Repeat("a longer line ", 80)
	for _, text := range []string{
		`[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"ls"}}]},{"role":"tool","tool_call_id":"a","content":"` + long + `"}]`,
		`{"input":[{"type":"function_call_output","output":[{"type":"input_text","text":"` + long + `\ud800"}]},{"type":"reasoning"}]}`,
		`{"role":"user","content":[{"type":"tool_result","content":[{"type":"text","text":"` + long + `"},[]],"is_error":true}]}` + "\n",
		"\uFEFF" + `{"messages":[],"input":"x"}`, `[{"role":"tool","content":"","content":["` + long + `"]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var s, again shelf
		var out, twice bytes.Buffer
		err := Compact(bytes.NewReader(in), int64(len(in)), &out, s.options(t, 0))
		if form := (*FormError)(nil); errors.As(err, &form) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		if s.texts == 0 && !bytes.Equal(out.Bytes(), in) {
			t.Errorf("%q became %q", in, out.Bytes())
		}
		err = Compact(bytes.NewReader(out.Bytes()), int64(out.Len()), &twice, again.options(t, 0))
		if err != nil || !bytes.Equal(twice.Bytes(), out.Bytes()) {
			t.Errorf("%v: %q became %q", err, out.Bytes(), twice.Bytes())
		}
	})
}
