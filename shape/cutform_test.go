package shape

import (
	"fmt"
	"strings"
	"testing"
)

func TestCutForms(t *testing.T) {
	long := strings.Repeat("lorem ", 400)
	list := "[" + strings.Repeat("12345,", 99) + "12345]"
	tests := []struct {
		name, item string
		limit, fit int
		want       string
		clipped    int
		first      string
		list       bool
	}{
		{"all fits", ` { "a" : 1.10 , "b":[ 1e400 ] } `, 0, 40, `{"a":1.10,"b":[1e400]}`, 0, "", false},
		{"long string", `{"id":1,"notes":"` + long + `"}`, 0, 20,
			`{"id":1,"notes":"lorem lorem lorem lorem…","notes_bytes":2400}`, 1, ".notes", false},
		{"over the limit", `{"id":1,"notes":"` + long + `"}`, 16, 1000,
			`{"id":1,"notes":"` + strings.Repeat("lorem ", 6) + `lorem…","notes_bytes":2400}`, 1,
			".notes", false},
		{"array", `{"id":1,"n":` + list + `}`, 0, 30,
			`{"id":1,"n":[12345,12345,12345,12345],"n_returned":4,"n_total":100}`, 1, ".n", true},
		{"array in arrays", `{"id":1,"at":[[` + list + `]]}`, 0, 60,
			`{"id":1,"at":[[[` + strings.Repeat("12345,", 8) + `12345]]],` +
				`"at[0][0]_returned":9,"at[0][0]_total":100}`, 1,
			".at[0][0]", true},
		{"array at the root", list, 0, 20, `[12345,12345,12345,12345,"… 100 in all"]`, 1, ".", true},
		{"object in an array", `{"a":[{"b":1,"c":2,"d":[1,2,3,4,5,6,7,8,9,10,11,12,13,14]}]}`, 0, 31,
			`{"a":[{"b":1,"c":2,"d":[1,2],"d_returned":2,"d_total":14}]}`, 1, ".a[0].d", true},
		{"members of an element", `{"a":[{"b":1` + strings.Repeat(`,"c\n":true`, 20) + `}]}`, 0, 31,
			`{"a":[{"b":1,"c\n":true,"c\n":true,"c\n":true,"_members_total":21}]}`, 1, ".a[0]", true},
		{"members of a member", `{"a":{"b":1` + strings.Repeat(`,"c":true`, 20) + `}}`, 0, 31,
			`{"a":{"b":1,"c":true,"c":true,"c":true,"c":true},"a_members_total":21}`, 1, ".a", true},
		{"next to nothing", `{"id":1,"notes":"` + long + `"}`, 0, 11, `{"id":1,"_members_total":2}`, 1,
			".", true},
		{"string", `"` + long + `"`, 0, 5, `"lorem lorem…"`, 1, ".", false},
		{"string over the limit", `"` + long + `"`, 5, 100, `"lorem lorem…"`, 1, ".", false},
		{"number", `{"n":123456789012345678901234567890}`, 8, 100,
			`{"n":123456789012345678901234567890}`, 0, "", false},
		{"names taken", `{"id":1,"n":"` + long + `","n_bytes":1,"toolfit_n_b\u0079tes":2}`, 16, 1000,
			`{"id":1,"n":"lorem lorem…","toolfit_toolfit_n_bytes":2400,` +
				`"n_bytes":1,"toolfit_n_b\u0079tes":2}`, 1, ".n", false},
		{"hidden by a later one", `{"n":"` + long + `","n":1}`, 20, 100,
			`{"n":"` + strings.Repeat("lorem ", 10) + `lorem…","n_bytes":2400,"n":1}`,
			1, ".", true},
		{"name with a space", `{"a":{"b c":"` + long + `"}}`, 25, 100,
			`{"a":{"b c":"` + strings.Repeat("lorem ", 8) + `lorem…","b c_bytes":2400}}`, 1,
			`.a."b c"`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCutter(t)
			r := c.cut(nil, []byte(tt.item), nil, tt.limit, tt.fit)
			if !r.ok || string(r.out) != tt.want || r.clipped != tt.clipped ||
				r.first != tt.first || r.list != tt.list {
				t.Errorf("%d tokens: %s\n%d %s %v", c.count.Count(r.out), r.out, r.clipped, r.first, r.list)
			}
		})
	}
}

func TestCutFlat(t *testing.T) {
	c := newCutter(t)
	c.flat = true
	long := strings.Repeat("lorem ", 400)
	item := fmt.Sprintf(`["A-9",%q,[1,2,3,4,5,6,7,8,9,10,11,12,13,14],{"a":%q,"b":2},null]`, long, long)
	r := checkCut(t, c, []byte(item), 0, 75)
	_, cells := parts(r.out[len("before:"):])
	if !r.ok || len(cells) != 5 || r.first != ".[1]" {
		t.Errorf("%+v: %s", r, r.out)
	}
	least := checkCut(t, c, []byte(item), 0, 1)
	if _, cells := parts(least.out[len("before:"):]); least.ok || len(cells) != 5 {
		t.Errorf("%+v: %s", least, least.out)
	}
}

// What was abridged before counts as cut, even if what is left of it has room.
func TestCutAbridged(t *testing.T) {
	const item = ` { "id": 1, "t": "some text", "a": [1, 2], "o": {"x": [3]}, "n": {} } `
	at := func(s string) int { return strings.Index(item, s) }
	tests := []struct {
		whole map[int]int64
		fit   int
		want  string
	}{
		{map[int]int64{at(`"some`): 5000}, 100,
			`{"id":1,"t":"some text…","t_bytes":5000,"a":[1,2],"o":{"x":[3]},"n":{}}`},
		{map[int]int64{at(`[1`): 70, at(`{}`): 9}, 100,
			`{"id":1,"t":"some text","a":[1,2],"a_returned":2,"a_total":70,"o":{"x":[3]},` +
				`"n":{},"n_members_total":9}`},
		{map[int]int64{at(`[3`): 7}, 100,
			`{"id":1,"t":"some text","a":[1,2],"o":{"x":[3],"x_returned":1,"x_total":7},"n":{}}`},
		{map[int]int64{at(`{ "id"`): 1000}, 100,
			`{"id":1,"t":"some text","a":[1,2],"o":{"x":[3]},"n":{},"_members_total":1000}`},
		{map[int]int64{at(`{ "id"`): 1000, at(`"some`): 5000}, 30,
			`{"id":1,"t":"some text…","t_bytes":5000,"a":[1,2],"_members_total":1000}`},
	}
	for _, tt := range tests {
		c := newCutter(t)
		r := c.cut(nil, []byte(item), tt.whole, 0, tt.fit)
		if string(r.out) != tt.want || !r.ok || c.count.Count(r.out) > tt.fit {
			t.Errorf("%v: %s\n%+v", tt.whole, r.out, r)
		}
	}
}

// Of more values than cells, all are counted.
func TestCutManyValues(t *testing.T) {
	c := newCutter(t)
	item := []byte(`[[` + strings.Repeat("1,[2],", maxCells) + `{}]]`)
	for _, fit := range []int{30, 400} {
		r := c.cut(nil, item, nil, 0, fit)
		if !r.ok || r.clipped != 1 || !strings.HasSuffix(string(r.out), `,"… 524289 in all"]]`) {
			t.Errorf("fit %d: %d cut: %.500s", fit, r.clipped, r.out)
		}
	}
}

// Items that nothing but care keeps from taking very long.
func TestCutExtremes(t *testing.T) {
	tests := []struct {
		name string
		item []byte
	}{
		{"members", members(100_000)},
		{"nested", nested(100_000)},
		{"arrays", []byte(strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000))},
		{"member arrays", []byte(`{"a":` + strings.Repeat("[", 1<<16) + strings.Repeat("]", 1<<16) + `}`)},
		{"elements", []byte(`{"a":[` + strings.Repeat("1,", 1<<20) + `1]}`)},
		{"name", []byte(`{"` + strings.Repeat("n", 1<<20) + `":"` + strings.Repeat("lorem ", 50) + `"}`)},
		{"number", []byte(`{"n":` + strings.Repeat("7", 1<<20) + `,"a":1}`)},
		{"run", []byte(`{"t":"` + strings.Repeat("y", 4<<20) + `"}`)},
		{"escapes", []byte(`{"t":"` + strings.Repeat(`\ud83d\ude00`, 1<<16) + `"}`)},
		{"one cluster", []byte(`{"t":"e` + strings.Repeat("\u0301", 1<<20) + `"}`)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCutter(t)
			for _, fit := range []int{20, 400, 3000} {
				r := c.cut(nil, tt.item, nil, fit/5, fit)
				if n := c.count.Count(r.out); !r.ok || r.clipped == 0 || n > fit {
					t.Errorf("fit %d: %d tokens, %.100s %+v", fit, n, r.out, r.clipped)
				}
			}
		})
	}
}
