package query

import (
	"bytes"
	"regexp"
	"testing"
	"time"
)

func TestInstant(t *testing.T) {
	const noon = 1741521600 // 2025-03-09T12:00:00Z
	for s, want := range map[string]int64{
		"2025-03-09T12:00:00Z": noon, "2025-03-09t12:00:00z": noon, "2025-03-09 12:00:00": noon,
		"2025-03-09T14:00:00+02:00": noon, "2025-03-09T04:00:00-0800": noon,
		"2025-03-09T14:00+02":     noon,
		"2025-03-09 12:00:00 UTC": noon, "2025-03-09 14:00:00 +0200": noon,
		"2025-03-09T12:00": noon,
		"20250309T120000Z": noon, "2025/03/09 12:00:00": noon, "2025-03-09T12:00:00.000Z": noon,
		"2025-03-09": noon - 43200, "20250309": noon - 43200, "2025-03-09T24:00:00Z": noon + 43200,
		"2025-03-09T11:59:60Z": noon, "1969-12-31T23:59:59Z": -1, "0000-01-01": -62167219200,
		"Sun, 09 Mar 2025 12:00:00 GMT": noon, "Sun, 9 Mar 2025 14:00:00 +0200": noon,
		"Sun Mar  9 12:00:00 2025": noon, "Sun Mar  9 12:00:00 UTC 2025": noon,
		"09/Mar/2025:12:00:00 +0000": noon, "Mar 9, 2025": noon - 43200,
		"9 March 2025": noon - 43200,
	} {
		sec, frac, ok := Instant([]byte(s))
		if !ok || sec != want || len(frac) > 0 {
			t.Errorf("%s: %d %q %v, want %d", s, sec, frac, ok, want)
		}
	}
	for _, s := range []string{
		"", "2025", "2025-02-30", "2025-13-01", "2025-03-09T25:00:00Z", "2025-03-09T12:60:00Z",
		"12345678",
		"2025-03-09T12:00:00.Z", "2025-03-09T12:00:00+25:00", "2025-03-09x",
		"Sun Mar  9 12:00:00 PST 2025",
		"2025-03-09T24:00:01Z", "hello world", "2025-03-09T12:00:00Zulu",
		"2025-03-09T12:00:00+0200x", "20250399",
		"2025-03-09T12:00:00+2", "1.2.2025 was a day", "2025-03-09T12",
	} {
		if sec, _, ok := Instant([]byte(s)); ok {
			t.Errorf("%s is the time %d", s, sec)
		}
	}
	_, frac, ok := Instant([]byte("2025-03-09T12:00:00.1234567891230Z"))
	if !ok || string(frac) != "123456789123" {
		t.Errorf("fraction %q", frac)
	}
}

func TestTimesSortAsInstants(t *testing.T) {
	o := order1(t, "t:time")
	ordered := []string{
		`null`, `true`, `1741521600`, `"2025-03-09"`, `"2025-03-09T14:00:00+02:00"`,
		`"2025-03-09T12:00:00.0001Z"`, `"2025-03-09T12:00:00.00011Z"`,
		`"Sun, 09 Mar 2025 12:00:01 GMT"`,
		`"2025-03-09T05:00:00-08:00"`, `""`, `"2025-02-30"`, `"soon"`, `["2025-03-09"]`,
	}
	var last []byte
	for _, v := range ordered {
		key := keyOf(t, o, `{"t":`+v+`}`)
		if bytes.Compare(last, key) >= 0 {
			t.Errorf("%s does not come after what is before it", v)
		}
		last = key
	}
	if o.Keys[0].Text != "t" || !o.Keys[0].Time {
		t.Errorf("key %+v", o.Keys[0])
	}
}

var rfc3339 = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`)

func FuzzInstant(f *testing.F) {
	f.Add("2025-03-09T12:00:00.5+02:00")
	f.Add("Sun, 09 Mar 2025 12:00:00 GMT")
	f.Fuzz(func(t *testing.T, s string) {
		sec, _, ok := Instant([]byte(s))
		if !rfc3339.MatchString(s) { // the library takes more, as T0:00
			return
		}
		want, err := time.Parse(time.RFC3339, s)
		if err == nil && len(s) <= 64 && (!ok || sec != want.Unix()) {
			t.Errorf("%q: %d %v, want %d", s, sec, ok, want.Unix())
		}
	})
}
