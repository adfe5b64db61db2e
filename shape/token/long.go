package token

import "github.com/toolfit/toolfit/shape/token/internal/vocab"

// Why a long piece can be merged in windows. Write enc(s) for the parts that merging leaves of s.
//
// If enc(uv) has a boundary between u and v, no merge ever crossed it, so what happened on either
// side is what happens to that side alone: enc(uv) is enc(u) and then enc(v).
//
// And whether it has one there depends on the last part a of enc(u) and the first part b of enc(v)
// only. Up to the first merge that crosses, all boundaries of enc(u) and enc(v) stand, so the
// bytes of a and b go through the steps that they go through in ab alone, and the first step to
// cross is taken on uv exactly if it is taken on ab. So enc(uv) is enc(u) enc(v) if and only if
// enc(ab) is a, b. Nothing is assumed of the ranks.
//
// So a window is merged and cut at one of its boundaries, and the next window begins there. Only
// the two parts that meet at a cut have to be looked at. If they do not stay apart the windows
// were too small, and all is done again with larger ones.

const (
	// cutMargin is how far before the end of a window it is cut, at least: its last parts are
	// likely to be others when there is more text behind them.
	cutMargin = 64

	// widen is by how much windows grow when a cut did not hold.
	widen = 8
)

// encode returns the number of tokens of the pre-token b[start:end]. If they are more than limit it
// may stop early, with any number over limit. The places in b at which tokens end are appended to
// ends unless it is nil.
func (s *scratch) encode(t *vocab.Table, b []byte, start, end, limit int, ends *[]int) int {
	if t.Rank(b, start, end) != vocab.None {
		if ends != nil {
			*ends = append(*ends, end)
		}
		return 1
	}
	return s.encodeFrom(t, b, start, end, smallWindow, limit, ends)
}

// encodeFrom is encode for what is more than one token, by windows of a given size or larger.
func (s *scratch) encodeFrom(
	t *vocab.Table, b []byte, start, end, window, limit int, ends *[]int,
) int {
	for {
		if n, ok := s.encodeBy(t, b, start, end, window, limit, ends); ok {
			return n
		}
		window *= widen
	}
}

// encodeBy is encodeFrom by windows of the given size; ok is false if a cut did not hold, and then
// ends is as it was.
func (s *scratch) encodeBy(
	t *vocab.Table, b []byte, start, end, window, limit int, ends *[]int,
) (total int, ok bool) {
	kept := 0
	if ends != nil {
		kept = len(*ends)
	}
	for i, before := start, start; ; { // before: where the token that ends at i begins
		size := min(window, end-i)
		cut, last, n := size, 0, s.merge(t, b, i, i+size)
		if i+size < end {
			cut, last, n = s.cut(size - cutMargin)
		}
		if ends != nil {
			s.appendEnds(ends, i, cut)
		}
		if before < i && !s.apart(t, b, before, i, i+int(s.next[0])) {
			if ends != nil {
				*ends = (*ends)[:kept]
			}
			return 0, false
		}
		total += n
		if i+cut == end || total > limit {
			return total, true
		}
		i, before = i+cut, i+last
	}
}

// cut returns the last boundary up to most, and where the part before it begins. n is the number
// of parts up to there, at least 1: a part is never longer than vocab.MaxLen.
func (s *scratch) cut(most int) (end, last, n int) {
	for next := int(s.next[0]); next <= most; next = int(s.next[next]) {
		last, end = end, next
		n++
	}
	return end, last, n
}

// appendEnds appends the boundaries of the merged window up to cut, each plus start.
func (s *scratch) appendEnds(ends *[]int, start, cut int) {
	for i := 0; i < cut; {
		i = int(s.next[i])
		*ends = append(*ends, start+i)
	}
}

// apart says whether merging b[start:end] leaves two parts, with the boundary at middle.
func (s *scratch) apart(t *vocab.Table, b []byte, start, middle, end int) bool {
	return s.merge(t, b, start, end) == 2 && start+int(s.next[0]) == middle
}
