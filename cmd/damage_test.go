package cmd_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"strings"
	"testing"
)

// TestDamagedInput takes a piece out of a stored input. What lies before it can still be read, with
// the error in front; the rest, and the input as a whole, is store_corrupt, and says how much there is.
func TestDamagedInput(t *testing.T) {
	d := newDesk(t)
	input := manyLines("damaged", 12_000)
	e, err := open(d.call(input, "-b", "400").out)
	if err != nil || e.Handle == nil {
		t.Fatal(err)
	}
	alter(t, handles(t, d)[0], "DELETE FROM input WHERE n = 1")
	last := bytes.Count(input[:256<<10], []byte("\n")) - 1 // row that is whole
	r := d.call(nil, "read", *e.Handle, "--offset", fmt.Sprint(last-3))
	e2, err := open(r.out)
	if err != nil || r.code != 5 || e2.Error == nil || e2.Error.Code != "store_corrupt" ||
		e2.Returned != 4 || e2.Total != 12_000 {
		t.Errorf("exit %d: %v\n%s", r.code, err, r.out)
	}
	r = d.call(nil, "read", *e.Handle, "--where", ".id < 7")
	if e, err := open(r.out); err != nil || r.code != 5 || e.Error == nil || e.Error.Code != "store_corrupt" ||
		e.Total != 7 || e.Handle != nil {
		t.Errorf("selected before the damage: exit %d: %v\n%s", r.code, err, r.out)
	}
	for _, args := range [][]string{
		{"--offset", fmt.Sprint(last + 1)}, {"-s", "-id"}, {"--to", "raw"}, {"--row", fmt.Sprint(last + 5)},
	} {
		r := d.call(nil, append([]string{"read", *e.Handle}, args...)...)
		if e, err := open(r.out); err != nil || r.code != 5 || !e.bare() || e.Error.Code != "store_corrupt" {
			t.Errorf("%q: exit %d: %v\n%.400s", args, r.code, err, r.out)
		}
	}
	raw := d.call(nil, "read", *e.Handle, "--to", "raw")
	if want := fmt.Sprintf("262144 of %d bytes", len(input)); !strings.Contains(string(raw.out), want) {
		t.Errorf("it doesn't tell %q: %s", want, raw.out)
	}
	if r := d.call(nil, "read", *e.Handle, "--offset", "11990"); r.code != 0 {
		t.Errorf("rows behind the damage: exit %d: %.300s", r.code, r.out)
	}
}

// TestDamagedRow has bytes of one stored row changed: whoever comes to it says so, with the rows before
// it where they can be shown; the others are read as ever.
func TestDamagedRow(t *testing.T) {
	const rows, bad = 1200, 700
	for name, put := range map[string]string{"control character": "\x00", "bracket": "}"} {
		d := newDesk(t)
		var input []byte
		for i := range rows {
			input = fmt.Appendf(input, "{\"id\":%d,\"text\":\"<%d>\"}\n", i, i)
		}
		e, err := open(d.call(input, "-b", "400").out)
		if err != nil || e.Handle == nil {
			t.Fatal(err)
		}
		at := bytes.Index(input, fmt.Appendf(nil, "\"<%d>", bad))
		alter(t, handles(t, d)[0], fmt.Sprintf("UPDATE input SET data = CAST(substr(data, 1, %d) || x'%x'"+
			" || substr(data, %d) AS BLOB) WHERE n = 0", at, put, at+2))
		for _, c := range []struct {
			args  []string
			total int // rows before the damage; -1: none are shown
		}{
			{[]string{"--where", ".id >= 695"}, bad - 695},
			{[]string{"--grep", "<69[0-9]"}, 10},
			{[]string{"--sort", "-id"}, -1},
			{[]string{"--row", fmt.Sprint(bad)}, -1},
			{[]string{"--row", fmt.Sprint(bad), "--field", ".text"}, -1},
			{[]string{"--offset", fmt.Sprint(bad)}, -1},
			{[]string{"--offset", fmt.Sprint(bad - 3)}, rows},
		} {
			r := d.call(nil, append([]string{"read", *e.Handle}, c.args...)...)
			e, err := open(r.out)
			if err != nil || r.code != 5 || e.Error == nil || e.Error.Code != "store_corrupt" {
				t.Errorf("%s: %q: exit %d: %v\n%.400s", name, c.args, r.code, err, r.out)
				continue
			}
			if e.bare() != (c.total < 0) || !e.bare() && e.Total != c.total {
				t.Errorf("%s: %q: want %d rows:\n%.400s", name, c.args, c.total, r.out)
			}
		}
		r := d.call(nil, "read", *e.Handle, "--to", "ndjson")
		if rest, ok := bytes.CutPrefix(r.out, input[:at-len(`{"id":700,"text":`)]); !ok || r.code != 5 ||
			!bytes.HasPrefix(rest, []byte(`{"error":{"code":"store_corrupt"`)) {
			t.Errorf("%s: ndjson: exit %d: %.300s", name, r.code, r.out[max(0, len(r.out)-300):])
		}
		if r := d.call(nil, "read", *e.Handle, "--offset", fmt.Sprint(bad+1)); r.code != 0 {
			t.Errorf("%s: behind the damage: exit %d: %.300s", name, r.code, r.out)
		}
	}
}

// TestNewerArtifact has a file of a version to come: it is refused politely, and left alone.
func TestNewerArtifact(t *testing.T) {
	d := newDesk(t)
	input := manyLines("newer", 400)
	e, err := open(d.call(input, "-b", "400").out)
	if err != nil || e.Handle == nil {
		t.Fatal(err)
	}
	alter(t, handles(t, d)[0], "UPDATE meta SET value = '99' WHERE key = 'schema'")
	r := d.call(nil, "read", *e.Handle)
	if e, err := open(r.out); err != nil || r.code != 5 || e.Error.Code != "store_corrupt" ||
		!strings.Contains(e.Error.Detail+e.Error.Next, "newer") {
		t.Errorf("exit %d: %v\n%s", r.code, err, r.out)
	}
	if r := d.call(nil, "gc", "--verify"); r.code != 0 {
		t.Errorf("gc: exit %d: %s", r.code, r.out)
	}
	again, err := open(d.call(input, "-b", "400").out)
	if err != nil || again.Handle == nil || *again.Handle == *e.Handle {
		t.Errorf("written over, or not at all: %v", err)
	}
}

// alter runs a statement on an artifact, which it finds as a writer of SQLite.
func alter(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if r, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	} else if n, _ := r.RowsAffected(); n == 0 {
		t.Fatalf("%s changed nothing", statement)
	}
}
