package stat

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestParseTime(t *testing.T) {
	for text, want := range map[string]string{
		"2024-02-29":                      "2024-02-29T00:00:00Z",
		"2024/02/29":                      "2024-02-29T00:00:00Z",
		"2024-02-29T23:59:60Z":            "2024-03-01T00:00:00Z",
		"2024-02-29 10:11":                "2024-02-29T10:11:00Z",
		"2024-02-29T10:11:12.5+02:00":     "2024-02-29T08:11:12.5Z",
		"2024-02-29 10:11:12,250 -0730":   "2024-02-29T17:41:12.25Z",
		"2024-02-29T10:11:12+05":          "2024-02-29T05:11:12Z",
		"2024-02-29 10:11:12 UTC":         "2024-02-29T10:11:12Z",
		"20240229T101112Z":                "2024-02-29T10:11:12Z",
		"Thu, 29 Feb 2024 10:11:12 GMT":   "2024-02-29T10:11:12Z",
		"29 Feb 2024 10:11:12 +0100":      "2024-02-29T09:11:12Z",
		"Thu Feb 29 10:11:12 2024":        "2024-02-29T10:11:12Z",
		"Fri Mar  1 10:11:12 UTC 2024":    "2024-03-01T10:11:12Z",
		"29/Feb/2024:10:11:12 +0000":      "2024-02-29T10:11:12Z",
		"1969-12-31T23:59:59.999999999Z":  "1969-12-31T23:59:59.999999999Z",
		"2024-02-29T10:11:1\xc2Z":         "",
		"2024-02-29T10:11:1:Z":            "",
		"2024-02-29T10:11:12Z":            "2024-02-29T10:11:12Z",
		"2023-02-29":                      "",
		"2024-13-01":                      "",
		"2024-00-01":                      "",
		"2024-02-29T25:00:00Z":            "",
		"2024-02-29T10:11:12+99:00":       "",
		"2024-02-29 or so":                "",
		"2024-02-291":                     "",
		"Feb 29 10:11:12":                 "",
		"02/29/2024 10:11":                "",
		"20240229":                        "",
		"1700000000":                      "",
		"2024-02-29T10:11:12.1234567891Z": "",
		"192.168.100.1":                   "",
		"a text of words":                 "",
		"":                                "",
	} {
		at, ok := parseTime([]byte(text))
		if ok != (want != "") {
			t.Errorf("parseTime(%q): %v", text, ok)
		} else if ok {
			if w, _ := time.Parse(time.RFC3339Nano, want); w.Unix() != at.sec || w.Nanosecond() != int(at.nano) {
				t.Errorf("parseTime(%q) = %v, want %v", text, time.Unix(at.sec, int64(at.nano)).UTC(), want)
			}
		}
	}
}

// TestParseTimeOracle compares with package time, on the layouts that it has.
func TestParseTimeOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	layouts := []string{time.RFC3339Nano, time.RFC3339, time.RFC1123Z, time.ANSIC, time.DateTime, time.DateOnly,
		"02/Jan/2006:15:04:05 -0700", "2006/01/02 15:04:05", "20060102T150405Z0700"}
	for range 3000 {
		at := time.Unix(r.Int64N(8e9)-4e9, r.Int64N(1e9)).In(time.FixedZone("", (r.IntN(97)-48)*900))
		text := at.Format(layouts[r.IntN(len(layouts))])
		var want time.Time
		for _, l := range layouts {
			if w, err := time.Parse(l, text); err == nil {
				want = w
			}
		}
		got, ok := parseTime([]byte(text))
		if !ok || got.sec != want.Unix() || int(got.nano) != want.Nanosecond() {
			t.Fatalf("parseTime(%q) = %v %v, want %v", text, got, ok, want)
		}
	}
}

func FuzzParseTime(f *testing.F) {
	f.Add("2024-02-29T10:11:12.5+02:00")
	f.Add("Thu, 29 Feb 2024 10:11:12 GMT")
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := parseTime([]byte(text))
		if want, err := time.Parse(time.RFC3339Nano, text); err == nil && len(text) <= 30 {
			if !ok || got.sec != want.Unix() || int(got.nano) != want.Nanosecond() {
				t.Errorf("parseTime(%q) = %v %v, want %v", text, got, ok, want)
			}
		}
	})
}
