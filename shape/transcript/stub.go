package transcript

import (
	"strconv"
	"unicode/utf8"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/token"
)

const (
	// headlineTokens is how much of a stub its figures may take.
	headlineTokens = 80
	// maxTool is how much of a tool's name is repeated, in bytes.
	maxTool = 64
)

// A stub is what stands in place of a result.
type stub struct {
	tool     string
	failed   bool
	total    int64
	offset   int64 // number of the first row that was shown
	handle   string
	headline func(room int) []byte
	next     string
}

// fit returns the stub as one line of JSON with less than minTokens tokens; nil if that can't be,
// as where the command repeats a long path.
func (s *stub) fit(count *token.Counter) []byte {
	bare := s.line(nil)
	used := count.Count(bare)
	if used >= minTokens {
		return nil
	}
	for room := min(headlineTokens, minTokens-used); room > 8; room /= 2 {
		figures := s.headline(room)
		if figures == nil {
			continue
		}
		if line := s.line(figures); count.Count(line) < minTokens {
			return line
		}
	}
	return bare
}

// line returns the stub with these figures.
func (s *stub) line(figures []byte) []byte {
	b := []byte(`{"compacted":true`)
	if s.tool != "" {
		b = input.AppendString(append(b, `,"tool":`...), []byte(clip(s.tool, maxTool)))
	}
	if s.failed {
		b = append(b, `,"is_error":true`...)
	}
	b = strconv.AppendInt(append(b, `,"total":`...), s.total, 10)
	if s.offset > 0 {
		b = strconv.AppendInt(append(b, `,"offset":`...), s.offset, 10)
	}
	b = input.AppendString(append(b, `,"handle":`...), []byte(s.handle))
	if figures != nil {
		b = append(append(b, `,"summary":`...), figures...)
	}
	b = input.AppendString(append(b, `,"next":`...), []byte(s.next))
	return append(b, '}')
}

// clip returns at most n bytes of s, whole characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
