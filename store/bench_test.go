package store

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkCommitSmall stores 90 KB and waits for the disk, as a call on a small result does.
func BenchmarkCommitSmall(b *testing.B) {
	s := newScope(b)
	data := lines("small", 130)
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

// storeLarge stores the large input, in order of arrival or with its rows in another.
func storeLarge(b *testing.B, s *Scope, sorted bool) *Artifact {
	row, n := largeInput()
	d := s.Draft()
	defer d.Discard()
	for at := range int64(n) {
		_, _ = d.Write(row)
		d.AddSpan(at*355, 354, true)
	}
	for i := range int64(n) {
		if sorted {
			d.Pick(i * 7919 % int64(n))
		}
	}
	a, err := d.Commit(Commit{})
	if err != nil {
		b.Fatal(err)
	}
	return a
}

// BenchmarkPage opens an artifact of 400,000 rows and reads 30 rows somewhere in it.
func BenchmarkPage(b *testing.B) {
	for _, sorted := range []bool{false, true} {
		s := newScope(b)
		a := storeLarge(b, s, sorted)
		a.Close()
		for _, at := range []int64{0, 200_000, 399_970} {
			b.Run(fmt.Sprintf("sorted=%v/at=%d", sorted, at), func(b *testing.B) {
				for range b.N {
					readPage(b, s, a.Handle, at)
				}
			})
		}
	}
}

func readPage(b *testing.B, s *Scope, handle string, at int64) {
	a, err := s.Open(handle)
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	for i := at; i < at+30; i++ {
		n, err := a.Pick(i)
		if err != nil {
			b.Fatal(err)
		}
		sp, err := a.Span(n)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := a.ReadAt(make([]byte, sp.Len), sp.Off); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkInput reads 142 MB, with and without checking the hash.
func BenchmarkInput(b *testing.B) {
	a := storeLarge(b, newScope(b), false)
	defer a.Close()
	b.Run("plain", func(b *testing.B) {
		b.SetBytes(a.Size())
		for range b.N {
			if _, err := io.CopyBuffer(io.Discard, onlyReader{io.NewSectionReader(a, 0, a.Size())},
				make([]byte, 1<<20)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("checked", func(b *testing.B) {
		b.SetBytes(a.Size())
		for range b.N {
			if _, err := io.CopyBuffer(io.Discard, onlyReader{a.Input()}, make([]byte, 1<<20)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

type onlyReader struct{ io.Reader }

// BenchmarkList lists 300 artifacts.
func BenchmarkList(b *testing.B) {
	s := newScope(b)
	for i := range 300 {
		d := s.Draft()
		_, _ = fmt.Fprint(d, i)
		a, err := d.Commit(Commit{})
		if err != nil {
			b.Fatal(err)
		}
		a.Close()
	}
	b.ResetTimer()
	for range b.N {
		if list, err := s.List(); len(list) != 300 || err != nil {
			b.Fatal(err)
		}
	}
}
