package query

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

type keyed struct {
	key []byte
	n   int64
}

func randomKeys(r *rand.Rand, count, most int) []keyed {
	rows := make([]keyed, count)
	for i := range rows {
		key := make([]byte, r.IntN(most))
		for j := range key {
			key[j] = byte(r.IntN(3)) * 127
		}
		rows[i] = keyed{key, int64(i)}
	}
	return rows
}

func sortedNumbers(t testing.TB, s *Sorter, rows []keyed) (out []int64) {
	t.Helper()
	for _, row := range rows {
		if err := s.Add(row.key, row.n); err != nil {
			t.Fatal(err)
		}
	}
	for n, err := range s.Sorted() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

func stable(rows []keyed) (out []int64) {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b keyed) int {
		return cmp.Or(bytes.Compare(a.key, b.key), cmp.Compare(a.n, b.n))
	})
	for _, row := range rows {
		out = append(out, row.n)
	}
	return out
}

func TestSorter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		count, most int
		memory      int64
		runs        bool
	}{
		{0, 1, 0, false}, {1, 4, 0, false}, {1000, 12, 0, false}, {1000, 1, 0, false},
		{20000, 12, minMemory, true}, {20000, 1, minMemory, true}, {300, 4000, minMemory, true},
		{12, 300000, minMemory, true}, {5000, 40, 300 << 10, false},
	} {
		dir := t.TempDir()
		rows := randomKeys(r, c.count, c.most)
		s := NewSorter(c.memory, dir)
		if got := sortedNumbers(t, s, rows); !slices.Equal(got, stable(rows)) {
			t.Errorf("%+v: not what a stable sort gives", c)
		}
		if (len(s.runs) > 0) != c.runs {
			t.Errorf("%+v: %d runs", c, len(s.runs))
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%+v: the file has a name: %v", c, left)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestSorterKeepsItsBound(t *testing.T) {
	s := NewSorter(1<<20, t.TempDir())
	defer s.Close()
	key := make([]byte, 20)
	for n := range int64(100000) {
		binary.BigEndian.PutUint64(key[6:], rand.Uint64())
		if err := s.Add(key, n); err != nil {
			t.Fatal(err)
		}
		held := s.rows * sortSize
		for _, c := range s.arena {
			held += int64(cap(c))
		}
		if held > 1<<20 {
			t.Fatalf("%d bytes held after %d rows", held, n)
		}
	}
	if len(s.runs) < 3 || len(s.runs) > 10 {
		t.Errorf("%d runs of 100,000 rows", len(s.runs))
	}
}

// A chunk made for one key of several MiB is filled with small ones later.
func TestSorterWithHugeKeys(t *testing.T) {
	s := NewSorter(1<<20, t.TempDir())
	defer s.Close()
	var rows []keyed
	for n := range int64(60000) {
		key := binary.BigEndian.AppendUint32([]byte{7}, uint32(n*2654435761))
		if n%20000 == 1 {
			key = append(key, make([]byte, 5<<20)...)
		}
		rows = append(rows, keyed{key, n})
	}
	if got := sortedNumbers(t, s, rows); !slices.Equal(got, stable(rows)) {
		t.Error("not what a stable sort gives")
	}
	if len(s.runs) > 20 {
		t.Errorf("%d runs", len(s.runs))
	}
}

// Runs stay long when the keys become short.
func TestSorterWithKeysThatBecomeShort(t *testing.T) {
	s := NewSorter(1<<20, t.TempDir())
	defer s.Close()
	for n := range int64(3000) {
		s.Add(make([]byte, 3000), n)
	}
	before := len(s.runs)
	for n := range int64(100000) {
		s.Add(make([]byte, 3), 3000+n)
	}
	if runs := len(s.runs) - before; runs > 6 {
		t.Errorf("%d runs of 100,000 short keys", runs)
	}
}

func TestSorterRefusesNumbersThatDoNotAscend(t *testing.T) {
	s := NewSorter(0, "")
	if s.Add(nil, 3) != nil || s.Add(nil, 3) == nil || s.Add(nil, -1) == nil {
		t.Error("numbers that don't ascend are taken")
	}
}

func TestSorterStopsEarly(t *testing.T) {
	for _, memory := range []int64{0, minMemory} {
		s := NewSorter(memory, t.TempDir())
		for n := range int64(20000) {
			s.Add([]byte{byte(n)}, n)
		}
		seen := 0
		for range s.Sorted() {
			if seen++; seen == 3 {
				break
			}
		}
		if seen != 3 {
			t.Errorf("%d rows seen", seen)
		}
		s.Close()
	}
}

func TestSorterWithoutADisk(t *testing.T) {
	s := NewSorter(minMemory, t.TempDir()+"/none")
	for n := range int64(20000) {
		if err := s.Add(make([]byte, 20), n); err != nil {
			return
		}
	}
	t.Error("no error without a folder for the file")
}

func BenchmarkSorter(b *testing.B) {
	const count = 100000
	o := order1(b, "-date,id")
	keys := make([][]byte, count)
	for i := range keys {
		row := []byte(`{"date":"2025-03-` + string(rune('0'+i%3)) + string(rune('1'+i%9)) +
			`","id":"A-` + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + `"}`)
		keys[i], _ = o.AppendKey(nil, locate(row, o.Wants()), row)
	}
	for name, memory := range map[string]int64{"memory": 0, "disk": 1 << 20} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s := NewSorter(memory, b.TempDir())
				for i, key := range keys {
					s.Add(key, int64(i))
				}
				for range s.Sorted() {
				}
				s.Close()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/row")
		})
	}
}
