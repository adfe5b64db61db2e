package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkCommitSmall stores 90 KB and waits for the disk, as a call on a small result does.
func BenchmarkCommitSmall(b *testing.B) {
	s := newScope(b)
	data := lines("small", 900)
	for i := range b.N {
		copy(data, []byte{'{', byte(i), byte(i >> 8), byte(i >> 16)})
		d := s.Draft()
		_, _ = d.Write(data)
		spanLines(d, data)
		a, err := d.Commit(Commit{Tool: "bench", View: InputView})
		if err != nil {
			b.Fatal(err)
		}
		a.Close()
		d.Discard()
	}
	b.SetBytes(int64(len(data)))
}

// largeInput is 142 MB, of 400,000 rows.
func largeInput() ([]byte, int) {
	row := bytes.Repeat([]byte("x"), 355)
	row[354] = '\n'
	return row, 400_000
}

// BenchmarkCommitLarge stores 142 MB from a reader that does nothing else.
func BenchmarkCommitLarge(b *testing.B) {
	row, n := largeInput()
	block := bytes.Repeat(row, 180)
	b.SetBytes(int64(n * len(row)))
	for i := range b.N {
		s := newScope(b)
		d := s.Draft()
		for at := 0; at < n; at += 180 {
			block[0] = byte(i)
			_, _ = d.Write(block[:min(180, n-at)*len(row)])
		}
		for at := range int64(n) {
			d.AddSpan(at*355, 354, true)
		}
		a, err := d.Commit(Commit{View: InputView})
		if err != nil {
			b.Fatal(err)
		}
		a.Close()
		d.Discard()
		b.StopTimer()
		os.RemoveAll(s.st.Dir)
		b.StartTimer()
	}
}

// BenchmarkPlainFile is the floor: the same bytes into a plain file, and one sync.
func BenchmarkPlainFile(b *testing.B) {
	row, n := largeInput()
	block := bytes.Repeat(row, 180)
	b.SetBytes(int64(n * len(row)))
	for range b.N {
		f, err := os.Create(filepath.Join(b.TempDir(), "plain"))
		if err != nil {
			b.Fatal(err)
		}
		for at := 0; at < n; at += 180 {
			_, _ = f.Write(block[:min(180, n-at)*len(row)])
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
		f.Close()
		os.Remove(f.Name())
	}
}
