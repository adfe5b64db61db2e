package stat

import (
	"fmt"
	"strings"
	"testing"
)

func TestReadHeader(t *testing.T) {
	for _, c := range []struct{ line, level, when string }{
		{"2026-01-01T00:33:37Z ERROR step 2017 disk full", "ERROR", "2026-01-01T00:33:37Z"},
		{"2026-01-01T00:33:37Z INFO retry after ERROR", "INFO", "2026-01-01T00:33:37Z"},
		{"2026-01-01 00:33:37 got ERROR from upstream", "", "2026-01-01 00:33:37"},
		{"2026-01-01T00:33:37.123Z [warn] auth - User: x", "WARN", "2026-01-01T00:33:37.123Z"},
		{"2026-01-01 10:00:00,123 - app.db - CRITICAL - gone", "FATAL", "2026-01-01 10:00:00,123"},
		{"2026-01-01 10:00:00,123 - root - WARNING - late", "WARN", "2026-01-01 10:00:00,123"},
		{"2026-01-01 10:00:00.000  INFO 4711 --- [main] c.e.App : up", "INFO", "2026-01-01 10:00:00.000"},
		{"2026-01-01 10:00:00.000 CET [17] ERROR:  no such table", "ERROR", "2026-01-01 10:00:00.000"},
		{"10:00:00,123 [main] DEBUG com.example.Main - hi", "DEBUG", ""},
		{"ERROR:root:bad thing", "ERROR", ""},
		{"ERROR: bad thing", "ERROR", ""},
		{"error: could not compile", "ERROR", ""},
		{"fatal: not a git repository", "FATAL", ""},
		{"main.c:10:5: error: expected ;", "ERROR", ""},
		{"[INFO] Building jar", "INFO", ""},
		{"npm WARN deprecated x@1", "WARN", ""},
		{"2026/01/01 10:00:00 [error] 31#31: *1 open() failed", "ERROR", "2026/01/01 10:00:00"},
		{"2026/01/01 10:00:00 main.go:12: panic: boom", "FATAL", "2026/01/01 10:00:00"},
		{"[Thu Jan 01 10:00:00.123456 2026] [core:error] [pid 1] x", "ERROR", "Thu Jan 01 10:00:00.123456 2026"},
		{`10.0.0.1 - - [17/May/2026:10:05:03 +0000] "GET /ERROR HTTP/1.1" 200`, "", "17/May/2026:10:05:03 +0000"},
		{"Jan  2 03:04:05 myhost sshd[12]: error: maximum attempts", "ERROR", "Jan  2 03:04:05"},
		{"Jan  2 03:04:05 myhost kernel: all is well, no ERROR", "", "Jan  2 03:04:05"},
		{`time="2026-01-01T00:00:00Z" level=warning msg="no level=error here"`, "WARN", "2026-01-01T00:00:00Z"},
		{`ts=2026-01-01T00:00:00Z caller=x.go:1 level=info msg=ok`, "INFO", "2026-01-01T00:00:00Z"},
		{`{"msg":"level is fine","nested":{"level":"error"},"level":"info","time":"2026-01-01"}`, "INFO", "2026-01-01"},
		{`{"level":50,"time":1742214812400,"msg":"x"}`, "ERROR", ""},
		{`caddy  | {"level":"warn","ts":1.5}`, "WARN", ""},
		{"web-1  | WARNING: development server", "WARN", ""},
		{"E0102 03:04:05.000000       1 main.go:10] failed", "ERROR", ""},
		{"2026-01-01T00:00:00.000Z\tinfo\tstarted", "INFO", "2026-01-01T00:00:00.000Z"},
		{"INFO 2026-01-01 10:00:00 up", "INFO", "2026-01-01 10:00:00"},
		{"\tat com.example.Error(Main.java:1)", "", ""},
		{"The ERROR level is for errors", "", ""},
		{"Information about the build", "", ""},
		{"see 2026-01-01 for more", "", ""},
		{"ERRORS: 0", "", ""},
		{"[", "", ""},
		{"-", "", ""},
		{"", "", ""},
	} {
		h := readHeader([]byte(c.line))
		if levelNames[h.level] != c.level || string(h.when) != c.when {
			t.Errorf("%q: level %q, time %q; want %q, %q", c.line, levelNames[h.level], h.when, c.level, c.when)
		}
	}
}

func FuzzReadHeader(f *testing.F) {
	f.Add("2026-01-01T00:33:37Z [ERROR] step: {\"level\":\"x\"} lvl=\"")
	f.Fuzz(func(t *testing.T, line string) {
		h := readHeader([]byte(line))
		if !strings.Contains(line, string(h.when)) {
			t.Errorf("%q has no %q", line, h.when)
		}
	})
}

func textTable(n int, line func(i int) string) map[string][]string {
	t := New(Options{Auto: true, Text: true, Key: -1, Name: flat()})
	for i := range n {
		t.Row(int64(i), nil)
		t.Line([]byte(line(i)))
	}
	out := map[string][]string{}
	for _, f := range t.Done(nil) {
		for _, form := range f.Forms {
			out[f.Name] = append(out[f.Name], string(form))
		}
	}
	return out
}

func TestLines(t *testing.T) {
	got := textTable(100, func(i int) string {
		return fmt.Sprintf("2026-01-01T00:00:%02dZ %s step %d", i%60, []string{"ERROR", "INFO"}[min(i%10, 1)], i)
	})
	for name, want := range map[string]string{
		"level": `{"counts":{"INFO":90,"ERROR":10}}`,
		"time":  `{"oldest":"2026-01-01T00:00:00Z","newest":"2026-01-01T00:00:59Z"}`,
		"errors": `{"count":10,"first":[{"row":0,"text":"2026-01-01T00:00:00Z ERROR step 0"},` +
			`{"row":10,"text":"2026-01-01T00:00:10Z ERROR step 10"},{"row":20,"text":"2026-01-01T00:00:20Z ERROR step 20"}],` +
			`"last":[{"row":80,"text":"2026-01-01T00:00:20Z ERROR step 80"},{"row":90,"text":"2026-01-01T00:00:30Z ERROR step 90"}]}`,
	} {
		if got[name][0] != want {
			t.Errorf("%s: %s\nwant %s", name, got[name][0], want)
		}
	}
	if short := got["errors"][len(got["errors"])-1]; short != `{"count":10}` {
		t.Errorf("shortest form of errors: %s", short)
	}
}

// TestYearlessTimes checks that times without a year aren't compared across its end.
func TestYearlessTimes(t *testing.T) {
	march := textTable(3, func(i int) string { return fmt.Sprintf("Mar %2d 10:00:00 h app: x", 9+i) })
	if want := `{"oldest":"Mar  9 10:00:00","newest":"Mar 11 10:00:00"}`; march["time"][0] != want {
		t.Errorf("%s, want %s", march["time"][0], want)
	}
	winter := textTable(2, func(i int) string { return []string{"Dec 31", "Jan  1"}[i] + " 10:00:00 h app: x" })
	if winter["time"] != nil {
		t.Errorf("across the end of the year: %s", winter["time"])
	}
}
