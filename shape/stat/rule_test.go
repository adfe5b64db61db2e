package stat

import (
	"fmt"
	"strings"
	"testing"
)

// oneColumn feeds one column and returns its field's normal form, "" if it has none.
func oneColumn(t *testing.T, name string, n int, value func(i int) string) string {
	t.Helper()
	columns := [][]cell{nil}
	order := make([]int, n)
	for i := range n {
		columns[0] = append(columns[0], cell(value(i)))
		order[i] = i
	}
	fields := tableOf(Options{Auto: true, Key: -1}, []string{name}, columns, order).Done(nil)
	if len(fields) == 0 {
		return ""
	}
	return string(fields[0].Forms[fields[0].Normal])
}

func TestRule(t *testing.T) {
	number := func(f string, mod int) func(int) string {
		return func(i int) string { return fmt.Sprintf(f, i%mod) }
	}
	prose := strings.Repeat("some words of prose ", 5)
	for _, c := range []struct {
		what, name string
		n          int
		value      func(int) string
		want       string
	}{
		{"constant", "x", 3, number(`"v%d"`, 1), `{"all":"v0"}`},
		{"12 values are counted", "x", 24, number(`"v%02d"`, 12), `{"counts":{"v00":2,"v01":2,"v02":2,` +
			`"v03":2,"v04":2,"v05":2,"v06":2,"v07":2,"v08":2,"v09":2,"v10":2,"v11":2}}`},
		{"13 are too many", "x", 26, number(`"v%02d"`, 13), `{"distinct":13,"most":{"v00":2,"v01":2,` +
			`"v02":2,"v03":2,"v04":2},"least":{"v10":2,"v11":2,"v12":2}}`},
		{"unique texts", "x", 9, number(`"v%d"`, 9), `{"distinct":9}`},
		{"texts that hardly repeat", "x", 30, number(`"v%d"`, 20), `{"distinct":20}`},
		{"prose", "x", 30, number(`"`+prose+`%d"`, 30), ``},
		{"prose with nulls", "x", 2, func(i int) string { return []string{"null", `"` + prose + `"`}[i] },
			`{"all":"` + prose + `","null":1}`},
		{"money", "amount", 30, number("%d.50", 30), `{"distinct":30,"sum":450,"min":0.50,"max":29.50,"max_at":29}`},
		{"unique integers", "x", 30, number("%d", 30), `{"distinct":30,"min":0,"max":29,"max_at":29}`},
		{"unique integers of a quantity", "size_bytes", 30, number("1%02d", 30),
			`{"distinct":30,"sum":3435,"min":100,"max":129,"max_at":29}`},
		{"few numbers", "x", 4, number("%d", 2), `{"counts":{"0":2,"1":2},"sum":2,"min":0,"max":1,"max_at":1}`},
		{"many numbers", "x", 60, number("%d", 20), `{"distinct":20,"sum":570,"min":0,"max":19,"max_at":19}`},
		{"identifier by name", "userId", 40, number("%d", 40), `{"distinct":40}`},
		{"identifier that repeats", "status_code", 60, number("2%02d", 20), `{"distinct":20,"most":{"200":3,` +
			`"201":3,"202":3,"203":3,"204":3},"least":{"217":3,"218":3,"219":3}}`},
		{"identifier of few values", "zip", 4, number("%d", 2), `{"counts":{"0":2,"1":2}}`},
		{"paid is none", "paid", 60, number("%d", 20), `{"distinct":20,"sum":570,"min":0,"max":19,"max_at":19}`},
		{"Unix times", "created_at", 60, number("17000000%02d", 20),
			`{"distinct":20,"min":1700000000,"max":1700000019}`},
		{"times", "x", 20, number(`"2024-02-05 10:%02d"`, 20),
			`{"distinct":20,"oldest":"2024-02-05 10:00","newest":"2024-02-05 10:19"}`},
		{"few times", "x", 4, number(`"2024-02-1%d"`, 2),
			`{"counts":{"2024-02-10":2,"2024-02-11":2},"oldest":"2024-02-10","newest":"2024-02-11"}`},
	} {
		if got := oneColumn(t, c.name, c.n, c.value); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.what, got, c.want)
		}
	}
}

func TestLastWord(t *testing.T) {
	for name, want := range map[string]string{
		"user.accountId": "id", "order-id": "id", "ACCOUNT_ID": "id", "ID": "id", "postcode": "postcode",
		"labels[].id": "id", "HTTPCode": "code", "Total Profit": "profit", "a.b": "b", "wait_minutes": "minutes",
		"size2": "size2", "": "", ".": "", "ids[]": "ids",
	} {
		if got := lastWord(name); got != want {
			t.Errorf("lastWord(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestIdentifiers(t *testing.T) {
	for word, want := range map[string]bool{
		"id": true, "uuid": true, "userid": true, "zipcode": true, "number": true, "key": true, "zip": true,
		"paid": false, "bid": false, "amount": false, "": false, "identity": false,
	} {
		if got := isIdentifier(word); got != want {
			t.Errorf("isIdentifier(%q) = %v, want %v", word, got, want)
		}
	}
}
