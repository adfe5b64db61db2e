package cmd_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"
)

// TestOpensInSQLite reads artifacts as sqlite3 does, with SQL alone: the view gives the handle's
// rows in its order, as the bytes they came in, and the table meta tells what the file is.
func TestOpensInSQLite(t *testing.T) {
	big := `{"id":3,"text":"` + strings.Repeat("é…𝄞 ", 60_000) + `"}` // goes over chunks
	rows := []string{`{"id": 1, "v":1.10}`, `{"id":2,"v":"a\u0000\ud83d"}`, big, `{"id":4,"v":null}`}
	for name, input := range map[string]string{
		"array":   "[" + strings.Join(rows, ",\n ") + "]\n",
		"wrapped": `{"page":1,"items":[` + strings.Join(rows, ",") + `]}`,
		"ndjson":  strings.Join(rows, "\r\n") + "\r\n",
	} {
		for _, c := range []struct {
			args []string
			want []int
		}{
			{[]string{"--keep"}, []int{0, 1, 2, 3}},
			{[]string{"--keep", "-s", "-id"}, []int{3, 2, 1, 0}},
			{[]string{"--keep", "-w", ".id > 2"}, []int{2, 3}},
			{[]string{"--keep", "-w", "false"}, nil},
		} {
			d := newDesk(t)
			r := d.call([]byte(input), c.args...)
			if e, err := open(r.out); err != nil || r.code != 0 || e.Handle == nil {
				t.Fatalf("%s %q: exit %d: %v\n%.400s", name, c.args, r.code, err, r.out)
			}
			var want []string
			for _, i := range c.want {
				want = append(want, rows[i])
			}
			checkSQL(t, handles(t, d)[0], want, input)
		}
	}
}

// checkSQL compares an artifact, opened as a database, with its rows and its input.
func checkSQL(t *testing.T, path string, want []string, input string) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?mode=ro&immutable=1")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	result, err := db.Query("SELECT n, json FROM rows ORDER BY n")
	if err != nil {
		t.Fatal(err)
	}
	defer result.Close()
	got := 0
	for ; result.Next(); got++ {
		var n int
		var text string
		if err := result.Scan(&n, &text); err != nil {
			t.Fatal(err)
		}
		if n != got || got >= len(want) || text != want[got] || !json.Valid([]byte(text)) {
			t.Fatalf("row %d of %d is number %d: %.80s", got, len(want), n, text)
		}
	}
	if err := result.Err(); err != nil || got != len(want) {
		t.Errorf("%d rows, not %d: %v", got, len(want), err)
	}
	checkMeta(t, db, input)
}

func checkMeta(t *testing.T, db *sql.DB, input string) {
	t.Helper()
	var about, sum string
	var whole []byte
	for query, to := range map[string]any{
		"SELECT value FROM meta WHERE key = 'about'":                                                         &about,
		"SELECT value FROM meta WHERE key = 'sha256'":                                                        &sum,
		"SELECT CAST(group_concat(CAST(data AS TEXT), '') AS BLOB) FROM (SELECT data FROM input ORDER BY n)": &whole,
	} {
		if err := db.QueryRow(query).Scan(to); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	for _, word := range []string{"input", "decoded", "spans", "picks", "rows", "bytes"} {
		if !strings.Contains(about, word) {
			t.Errorf("meta doesn't explain %q: %s", word, about)
		}
	}
	if len(sum) != 64 || !bytes.Equal(whole, []byte(input)) {
		t.Errorf("SHA-256 %q, and %d bytes of %d", sum, len(whole), len(input))
	}
}
