package shape

import (
	"bytes"
	"fmt"
	"io"
	"iter"

	"github.com/toolfit/toolfit/shape/input"
)

// Memory keeps an input in memory, for those who shape rows without a store. The zero value is
// empty and ready; it is for one call of Filter, and as large as the input.
type Memory struct {
	input, decoded memoryBody
	spans          []input.Span
	picks          []int64
}

// memoryBody is bytes that are written at the end and read anywhere.
type memoryBody struct{ b []byte }

func (m *memoryBody) Write(p []byte) (int, error) {
	m.b = append(m.b, p...)
	return len(p), nil
}

func (m *memoryBody) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(m.b).ReadAt(p, off)
}

// Size returns the bytes written so far.
func (m *memoryBody) Size() int64 { return int64(len(m.b)) }

// Input is where the input is kept.
func (m *Memory) Input() input.Body { return &m.input }

// Decoded is where rows are kept that don't lie in the input as they are.
func (m *Memory) Decoded() input.Body { return &m.decoded }

// Body returns the input, or the decoded rows.
func (m *Memory) Body(decoded bool) io.ReaderAt {
	if decoded {
		return &m.decoded
	}
	return &m.input
}

// AddSpan notes where the next row lies, in order of arrival.
func (m *Memory) AddSpan(off, length int64, text bool) {
	m.spans = append(m.spans, input.Span{Off: off, Len: length, Text: text})
}

// ResetSpans forgets all rows.
func (m *Memory) ResetSpans() { m.spans = nil }

// Span tells where row n lies. The error is a *NoRowError.
func (m *Memory) Span(n int64) (off, length int64, text bool, err error) {
	if n < 0 || n >= int64(len(m.spans)) {
		return 0, 0, false, &NoRowError{Row: n, Total: int64(len(m.spans))}
	}
	s := m.spans[n]
	return s.Off, s.Len, s.Text, nil
}

// Pick notes that the next row of the result is row n.
func (m *Memory) Pick(n int64) { m.picks = append(m.picks, n) }

// ResetPicks forgets what was picked.
func (m *Memory) ResetPicks() { m.picks = nil }

// Picked tells which row the result's row i is. The error is a *NoRowError.
func (m *Memory) Picked(i int64) (int64, error) {
	if i < 0 || i >= int64(len(m.picks)) {
		return 0, fmt.Errorf("read picks: %w", &NoRowError{Row: i, Total: int64(len(m.picks))})
	}
	return m.picks[i], nil
}

// Picks goes through the picked rows in the result's order. It gives no error.
func (m *Memory) Picks() iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		for _, n := range m.picks {
			if !yield(n, nil) {
				return
			}
		}
	}
}
