package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A change is a line of the log.
type change struct {
	Message, Offset, Bytes int
	Tool, Handle, Stub     string
	Before                 int `json:"tokens_before"`
	After                  int `json:"tokens_after"`
}

// compacted runs compact with a new log, and plays the log: it must say all that was changed.
func (d *desk) compacted(t *testing.T, in []byte, args ...string) (out []byte, log []change) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log")
	r := d.call(in, append([]string{"compact", "--log", path}, args...)...)
	if r.code != 0 || len(r.err) > 0 {
		t.Fatalf("exit %d: %.300s%s", r.code, r.out, r.err)
	}
	lines, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var played []byte
	at := 0
	for dec := json.NewDecoder(bytes.NewReader(lines)); dec.More(); {
		var c change
		if err := dec.Decode(&c); err != nil {
			t.Fatal(err)
		}
		var stub bytes.Buffer
		enc := json.NewEncoder(&stub)
		enc.SetEscapeHTML(false)
		enc.Encode(c.Stub)
		played = append(append(played, in[at:c.Offset]...), bytes.TrimSpace(stub.Bytes())...)
		at = c.Offset + c.Bytes
		log = append(log, c)
	}
	if played = append(played, in[at:]...); !bytes.Equal(played, r.out) {
		t.Fatalf("the log makes something else of it, %s", apart(played, r.out))
	}
	return r.out, log
}

// Of every form and layout, the old results become stubs that can be read back in full, the others
// stay, and nothing else changes.
func TestCompact(t *testing.T) {
	const turns = 13
	for _, f := range transcriptForms {
		for _, layout := range []string{"compact", "indented", "lines"} {
			for keep, old := range map[string]int{"0": 13, "1": 12, "3": 10, "4": 8, "13": 0, "99": 0} {
				t.Run(f.name+"/"+layout+"/"+keep, func(t *testing.T) {
					d := newDesk(t)
					in := f.messages(t, layout, turns)
					out, log := d.compacted(t, in, "--keep", keep)
					var want []string
					for i := range old {
						if text := parcel(i); len(text) > 100 {
							want = append(want, text)
						}
					}
					if len(log) != len(want) {
						t.Fatalf("%d results replaced, not %d", len(log), len(want))
					}
					for i, c := range log {
						d.checkChange(t, in, c, want[i])
					}
					if again, log := d.compacted(t, out, "--keep", keep); !bytes.Equal(again, out) || log != nil {
						t.Errorf("compacted again, it differs: %s", apart(again, out))
					}
					if again, _ := d.compacted(t, in, "--keep", keep); !bytes.Equal(again, out) {
						t.Errorf("the second time it differs: %s", apart(again, out))
					}
				})
			}
		}
	}
}

// apart says where two texts begin to differ.
func apart(a, b []byte) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("from byte %d on: %.100q, not %.100q", i, a[i:], b[i:])
}

// checkChange holds a line of the log against the input and the store.
func (d *desk) checkChange(t *testing.T, in []byte, c change, text string) {
	t.Helper()
	var was string
	if err := json.Unmarshal(in[c.Offset:c.Offset+c.Bytes], &was); err != nil || was != text {
		t.Fatalf("%v: %.100q was replaced, not %.100q", err, was, text)
	}
	if c.Before != tokens("o200k_base", []byte(text)) || c.After != tokens("o200k_base", []byte(c.Stub)) || c.After >= 200 {
		t.Errorf("%d tokens before and %d after: %s", c.Before, c.After, c.Stub)
	}
	var stub struct{ Tool, Handle, Next string }
	if err := json.Unmarshal([]byte(c.Stub), &stub); err != nil || strings.Contains(c.Stub, "\n") {
		t.Fatalf("%v: %s", err, c.Stub)
	}
	if stub.Tool != "look" || c.Tool != "look" || stub.Handle != c.Handle {
		t.Errorf("%s", c.Stub)
	}
	words := strings.Fields(stub.Next)
	if r := d.call(nil, append(words[1:], "--to", "raw")...); r.code != 0 || string(r.out) != text {
		t.Errorf("%s --to raw: exit %d, %.200q", stub.Next, r.code, r.out)
	}
	kept, err := open(d.call([]byte(text), "--keep").out)
	if err != nil || kept.Handle == nil || *kept.Handle != c.Handle {
		t.Errorf("%v: the filter's handle is %v, not %s", err, kept.Handle, c.Handle)
	}
}

// While a transcript grows, stubs stay what they are, whether the harness hands in all of it each
// time or what it got the last time, and most turns change nothing before the kept ones.
func TestCompactGrows(t *testing.T) {
	const turns = 16
	for _, f := range transcriptForms {
		d := newDesk(t)
		var stubs []string
		var before []byte
		moves, carried := 0, []byte(nil)
		for n := 1; n <= turns; n++ {
			in := f.messages(t, "lines", n)
			out, log := d.compacted(t, in, "--keep", "8")
			var now []string
			for _, c := range log {
				now = append(now, c.Stub)
			}
			if !slices.Equal(now[:min(len(stubs), len(now))], stubs) {
				t.Fatalf("%s, %d turns: the stubs changed from %q to %q", f.name, n, stubs, now)
			}
			if stubs = now; !bytes.HasPrefix(out, before) {
				moves++
			}
			before = out
			last := f.messages(t, "lines", n-1)
			fed, _ := d.compacted(t, append(carried, in[len(last)*min(n-1, 1):]...), "--keep", "8")
			if carried = fed; !bytes.Equal(fed, out) {
				t.Fatalf("%s, %d turns: fed back it differs: %s", f.name, n, apart(fed, out))
			}
		}
		if len(stubs) == 0 || moves != 2 {
			t.Errorf("%s: %d stubs, made in %d steps", f.name, len(stubs), moves)
		}
	}
}

// The stub of an envelope has its handle and its figures; an envelope that isn't that of a stored
// result is a result like any other.
func TestCompactEnvelopes(t *testing.T) {
	d := newDesk(t)
	orders, err := os.ReadFile(filepath.Join("..", "testdata", "orders.json"))
	if err != nil {
		t.Fatal(err)
	}
	page := d.call(orders, "-b", "700")
	first, err := open(page.out)
	if err != nil {
		t.Fatal(err)
	}
	handle := *first.Handle
	later := d.call(nil, "read", handle, "--offset", "40", "-b", "700")
	slice := d.call([]byte(`[{"text":"`+strings.Repeat("words of a long text ", 900)+`"}]`), "-b", "300")
	cut, err := open(slice.out)
	if err != nil {
		t.Fatal(err)
	}
	slice = d.call(nil, "read", *cut.Handle, "--row", "0", "--field", "text", "-b", "400")
	foreign := bytes.ReplaceAll(page.out, []byte(handle), []byte("art-123456789012"))
	for _, c := range []struct {
		name, text, next string
		same             bool // the handle is the envelope's
	}{
		{"page one", string(page.out), "toolfit read " + handle, true},
		{"a later page", string(later.out), "toolfit read " + handle + " --offset 40", true},
		{"an MCP result", string(d.call(orders, "-b", "700", "--to", "mcp").out), "toolfit read " + handle, true},
		{"indented", indented(t, page.out), "toolfit read " + handle, true},
		{"a slice of a string", string(slice.out), "", false},
		{"of another scope", string(foreign), "", false},
		{"with text behind it", string(page.out) + "and more", "", false},
		{"in pieces", string(page.out[:len(page.out)/2]), "", false},
	} {
		in, _ := json.Marshal([]any{dict{"role": "assistant"}, dict{"role": "tool", "content": c.text}})
		_, log := d.compacted(t, in, "--keep", "0")
		if len(log) != 1 {
			t.Errorf("%s: %d stubs", c.name, len(log))
			continue
		}
		var stub struct {
			Handle, Next string
			Total        int
			Summary      dict
		}
		if err := json.Unmarshal([]byte(log[0].Stub), &stub); err != nil {
			t.Fatal(err)
		}
		if (stub.Handle == handle) != c.same || c.same && (stub.Next != c.next || stub.Total != first.Total) {
			t.Errorf("%s: %s", c.name, log[0].Stub)
		}
		if c.name == "page one" && stub.Summary["status"] == nil {
			t.Errorf("%s: no figures: %s", c.name, log[0].Stub)
		}
		if !c.same {
			if r := d.call(nil, "read", stub.Handle, "--to", "raw"); string(r.out) != c.text {
				t.Errorf("%s: %s gives %.200q", c.name, stub.Handle, r.out)
			}
		}
	}
}

func indented(t *testing.T, text []byte) string {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Whatever a result holds, its stub's handle gives it back byte for byte, or it stays.
func TestCompactKeepsAll(t *testing.T) {
	line := "a line of text, and nothing else\n"
	long := strings.Repeat(line, 20000)
	for name, text := range map[string]string{
		"lines":              long,
		"no line end":        strings.Repeat("word ", 300),
		"a byte order mark":  "\uFEFF" + long,
		"control characters": "\x00\x01\x02\x1b[31m" + long + "\x00end",
		"NUL between all":    strings.Repeat("a\x00b\x00", 400) + long,
		"torn JSON":          `{"a":[{"b":"` + strings.Repeat("x ", 400),
		"torn rows":          `[{"a":1},{"a":2},{"b":"` + strings.Repeat("x ", 400),
		"JSON, then text":    `{"a":1}` + "\n" + long,
		"NaN":                `[` + strings.Repeat(`{"a":NaN},`, 400) + `{"a":1}]`,
		"JSON in a string":   `{"output":"` + strings.Repeat(`{\"a\":1}\n`, 400) + `","code":0}`,
		"an MCP error":       `{"isError":true,"content":[{"type":"text","text":"` + strings.Repeat("bad ", 400) + `"}]}`,
		"blank":              strings.Repeat(" \n\n\t", 3000),
		"one long value":     `["` + strings.Repeat("y ", 3<<20) + `"]`,
		"not characters":     strings.Repeat("\U0010FFFF\uFFFE\u2028", 100) + long,
	} {
		d := newDesk(t)
		in, _ := json.Marshal([]any{dict{"role": "assistant"}, dict{"role": "tool", "content": text}})
		_, log := d.compacted(t, in, "--keep", "0")
		if len(log) != 1 {
			t.Errorf("%s: %d stubs", name, len(log))
			continue
		}
		if r := d.call(nil, "read", log[0].Handle, "--to", "raw"); r.code != 0 || string(r.out) != text {
			t.Errorf("%s: exit %d, %s", name, r.code, apart(r.out, []byte(text)))
		}
		if failed := strings.Contains(log[0].Stub, `"is_error":true`); failed != (name == "an MCP error") {
			t.Errorf("%s: %s", name, log[0].Stub)
		}
	}
}
