package cmd_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestLiveWalk pages through data that changes between the pages: rows come, go and are changed,
// which may move them. Each row that was there all the time, as it was, is seen exactly once, and
// no row twice unless it changed.
func TestLiveWalk(t *testing.T) {
	walks := 12
	if long() {
		walks = 100
	}
	orders := [][]string{
		{"-s", "-at", "-k", "id"},
		{"-s", "-at:time,.n", "-k", ".id"},
		{"-s", "n,-of.s", "-k", ".id"},
		{"-s", orderOfRemainders, "-k", ".id"},
		{"-s", "id", "-k", ".id", "-w", ".n != 4"},
		{"-s", "n", "-k", "[.of.s, .id]"},
	}
	for i := range walks {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			w := liveWalk{desk: newDesk(t), r: rand.New(rand.NewPCG(uint64(i), 7)), rows: map[int]liveRow{}}
			w.t, w.args = t, append(orders[i%len(orders)], "-f", "id,version", "--summary", "none",
				"-b", strconv.Itoa(450+w.r.IntN(400)), "-n", strconv.Itoa(3+w.r.IntN(20)))
			w.run()
		})
	}
}

// A liveRow is one row of the source. kept tells that it has been there since the first page.
type liveRow struct {
	version int
	json    string
	kept    bool
}

type liveWalk struct {
	*desk
	r    *rand.Rand
	args []string
	rows map[int]liveRow
	next int // id
	seen map[string]int
}

func (w *liveWalk) run() {
	for range 60 + w.r.IntN(200) {
		w.insert(true)
	}
	w.seen = map[string]int{}
	cursor, pages := []string(nil), 0
	for {
		e := w.page(cursor)
		for _, item := range e.Items {
			w.seen[string(item)]++
		}
		if pages++; e.NextCursor == nil {
			break
		}
		if pages > 400 {
			w.t.Fatal("the walk doesn't end")
		}
		cursor = []string{"--cursor", *e.NextCursor}
		w.sameStored(e, cursor)
		w.change()
	}
	w.check(pages)
}

// page shows the source as it is now, behind the cursor.
func (w *liveWalk) page(cursor []string) *envelope {
	w.t.Helper()
	r := w.call(w.source(), append(w.args, cursor...)...)
	e, err := open(r.out)
	if err != nil || r.code != 0 || e.Offset+e.Returned > e.Total || slices.ContainsFunc(e.Warnings, unexpected) {
		w.t.Fatalf("%q %q: exit %d: %v\n%s", w.args, cursor, r.code, err, r.out)
	}
	if (e.NextCursor == nil) != (e.Offset+e.Returned == e.Total) {
		w.t.Fatalf("offset %d, returned %d, total %d, cursor %v", e.Offset, e.Returned, e.Total, e.NextCursor)
	}
	return e
}

// unexpected tells whether a warning is of something else than keys that fail on some rows.
func unexpected(warning string) bool {
	return !strings.HasPrefix(warning, "--sort or --key failed on ")
}

// sameStored has the cursor go on in what is stored, which is the source as it was when the cursor
// was made: both begin with the same row.
func (w *liveWalk) sameStored(e *envelope, cursor []string) {
	w.t.Helper()
	fresh := w.page(cursor)
	r := w.call(nil, append([]string{"read", *e.Handle}, cursor...)...)
	stored, err := open(r.out)
	if err != nil || r.code != 0 || stored.Offset != e.Offset+e.Returned || stored.Offset != fresh.Offset {
		w.t.Fatalf("read %q: exit %d: %v\n%s%s", cursor, r.code, err, r.out, fresh.Items)
	}
	if !bytes.Equal(stored.Items[0], fresh.Items[0]) {
		w.t.Fatalf("stored rows go on with %s, fresh ones with %s", stored.Items[0], fresh.Items[0])
	}
}

// change inserts, deletes and changes some rows.
func (w *liveWalk) change() {
	for range w.r.IntN(6) {
		w.insert(false)
	}
	ids := make([]int, 0, len(w.rows))
	for id := range w.rows {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for range w.r.IntN(5) {
		delete(w.rows, ids[w.r.IntN(len(ids))])
	}
	for range w.r.IntN(5) {
		id := ids[w.r.IntN(len(ids))]
		if old, ok := w.rows[id]; ok {
			w.rows[id] = w.row(id, old.version+1, false)
		}
	}
}

func (w *liveWalk) insert(kept bool) {
	w.rows[w.next] = w.row(w.next, 0, kept)
	w.next++
}

// row makes a row whose values repeat in others, and are of many kinds.
func (w *liveWalk) row(id, version int, kept bool) liveRow {
	at := fmt.Sprintf(`"2026-01-%02dT%02d:00:00%s"`, 1+w.r.IntN(20), w.r.IntN(24),
		[]string{"Z", "+02:00", ".5Z"}[w.r.IntN(3)])
	n := []string{"1", "2.50", "2.5", "-3", "1e30", `"two"`, "null", "true", "[1]"}[w.r.IntN(9)]
	of := []string{`,"of":{"s":"a"}`, `,"of":{"s":"ab\u0000"}`, `,"of":null`, "", `,"of":{"s":"京"}`}[w.r.IntN(5)]
	if w.args[1] == orderOfRemainders && w.r.IntN(2) == 0 {
		n = strconv.Itoa(w.r.IntN(9))
	}
	return liveRow{version, fmt.Sprintf(`{"id":%d,"version":%d,"at":%s,"n":%s%s}`, id, version, at, n, of), kept}
}

const orderOfRemainders = "(.n // 0) % 3"

// source prints the rows in no particular order.
func (w *liveWalk) source() []byte {
	var lines []string
	for _, row := range w.rows {
		lines = append(lines, row.json)
	}
	slices.Sort(lines)
	w.r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	var b bytes.Buffer
	for _, line := range lines {
		b.WriteString(line + "\n")
	}
	return b.Bytes()
}

func (w *liveWalk) check(pages int) {
	if pages < 3 {
		w.t.Errorf("only %d pages: there is nothing to walk", pages)
	}
	for item, n := range w.seen {
		if n > 1 {
			w.t.Errorf("%s was seen %d times", item, n)
		}
	}
	for id, row := range w.rows {
		item := fmt.Sprintf(`{"id":%d,"version":%d}`, id, row.version)
		if row.kept && w.seen[item] != 1 {
			w.t.Errorf("%s was there all the time, and seen %d times: %s", item, w.seen[item], row.json)
		}
	}
}

// TestLiveSmallBudgets has budgets from too small on: where a live cursor leaves no room for a row a
// plain one is printed, and the least budget that is named would do.
func TestLiveSmallBudgets(t *testing.T) {
	d := newDesk(t)
	input := manyLines("small", 40)
	plain, lengths := 0, map[int]bool{}
	for budget := 60; budget < 260; budget += 4 {
		args := []string{"-s", "-of", "-k", "id", "-b", strconv.Itoa(budget)}
		r := d.call(input, args...)
		e, err := open(r.out)
		if err == nil {
			err = inLimits(e, r.out, "o200k_base", budget, 65536)
		}
		switch {
		case err != nil:
			t.Fatalf("-b %d: %v\n%s", budget, err, r.out)
		case e.bare():
			n, err := least(e)
			if err != nil {
				t.Fatal(err)
			}
			args[len(args)-1] = strconv.Itoa(n)
			if r := d.call(input, args...); r.code != 0 {
				t.Errorf("-b %d names %d, which gives %s", budget, n, r.out)
			}
			continue
		case e.Returned == 0 || e.NextCursor == nil:
			t.Fatalf("-b %d: %s", budget, r.out)
		}
		if lengths[len(*e.NextCursor)] = true; len(*e.NextCursor) == 11 {
			plain++
		}
	}
	if plain == 0 || len(lengths) < 2 {
		t.Errorf("%d plain cursors, and lengths %v", plain, lengths)
	}
}
