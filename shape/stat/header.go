package stat

import "bytes"

// header is what a log line begins with.
type header struct {
	level  int
	when   []byte // the time as written; nil: none
	at     instant
	noYear bool
	month  int
	timed  bool // a time, or a time of day, was read
}

// maxHeader is how far into a line, in bytes, its level and its time may stand, but for those of
// pairs and of JSON.
const maxHeader = 160

// readHeader finds the level and the time of a line of text.
//
// The header is read token by token, from the left, up to the first that belongs to the message.
// A level is a word in capitals, or one in brackets or before a colon whatever its case; a time
// stands at the beginning, in brackets, or behind the level. Between them there may be words in
// brackets, signs, numbers, and names that no sentence begins with: with a sign or a digit in
// them, next to a dash or a bar, a host behind a time without a year. A line that begins with
// white space goes on with the message of one before and has no header. "level=" and "time=" are
// looked for in the whole line, "level" and "time" among the members of a JSON object that the
// line consists of, but for a header.
func readHeader(b []byte) header {
	var h header
	if len(b) == 0 || b[0] == ' ' || b[0] == '\t' {
		return h
	}
	rest := h.tokens(afterBar(b))
	switch {
	case len(rest) > 0 && rest[0] == '{':
		h.object(rest)
	case h.level == levelNone && hasPairs(b):
		h.pairs(b)
	}
	return h
}

// afterBar skips the name of a container: "web-1  | ".
func afterBar(b []byte) []byte {
	bar := bytes.IndexByte(b[:min(len(b), 60)], '|')
	if bar < 0 {
		return b
	}
	name := bytes.TrimRight(b[:bar], " ")
	if len(name) == bar || len(name) == 0 || bytes.ContainsAny(name, " \t[:") {
		return b
	}
	return bytes.TrimLeft(b[bar+1:], " ")
}

func hasPairs(b []byte) bool {
	return bytes.Contains(b, []byte("level=")) || bytes.Contains(b, []byte("lvl=")) ||
		bytes.Contains(b, []byte("severity="))
}

// tokens reads the header and returns what comes behind it, or from a brace on.
func (h *header) tokens(b []byte) []byte {
	end := max(0, len(b)-maxHeader)
	first, host := true, false
	for len(b) > end && (h.level == levelNone || h.when == nil) {
		b = bytes.TrimLeft(b, " \t")
		if len(b) == 0 || b[0] == '{' {
			return b
		}
		if n := h.time(b, first || b[0] == '[' || h.level != levelNone); n > 0 {
			host = h.noYear
			first = false
			b = b[n:]
			continue
		}
		n := tokenLen(b)
		if !h.token(b[:n], b[n:], first, host) {
			return b
		}
		host = false
		first = false
		b = b[n:]
	}
	return b
}

// tokenLen returns the length of the token that b begins with: brackets to their end.
func tokenLen(b []byte) int {
	if b[0] == '[' {
		if n := bytes.IndexByte(b[:min(len(b), maxHeader)], ']'); n > 0 {
			return n + 1
		}
	}
	for i, c := range b {
		if c == ' ' || c == '\t' {
			return i
		}
	}
	return len(b)
}

// time reads a time, perhaps in brackets, and returns the length of it.
func (h *header) time(b []byte, here bool) int {
	if h.when != nil || !here {
		return 0
	}
	skip := 0
	if b[0] == '[' || b[0] == '(' {
		skip = 1
	}
	s := clock{b: b[skip:min(len(b), skip+40)]}
	at, n := s.scan()
	if n == 0 {
		return 0
	}
	h.when, h.at, h.noYear, h.month, h.timed = s.b[:n], at, s.noYear, s.month, true
	n += skip
	if n < len(b) && (b[n] == ']' || b[n] == ')' || b[n] == ':' || b[n] == ',') {
		n++
	}
	return n
}

// token looks at one token of the header. It returns false if the message begins with it.
func (h *header) token(tok, rest []byte, first, host bool) bool {
	word := bytes.Trim(tok, "[]<>()|:,!-*")
	boxed := tok[0] == '[' || tok[0] == '<' || tok[0] == '('
	if colon := bytes.IndexByte(word, ':'); first && colon > 0 && !boxed {
		if level, capitals := levelOf(word[:colon]); capitals && level != levelNone {
			h.level = level // ERROR:root:message
			return false
		}
	}
	if at := bytes.LastIndexByte(word, ':'); boxed && at >= 0 {
		word = word[at+1:] // [core:error]
	}
	last := tok[len(tok)-1]
	next := bytes.TrimLeft(rest, " \t")
	dashed := len(next) > 1 && (next[0] == '-' || next[0] == '|') && next[1] == ' '
	if level, capitals := levelOf(word); level != levelNone && h.level == levelNone &&
		(capitals || boxed || last == ':' || dashed || h.timed && len(rest) > 0 && rest[0] == '\t') {
		h.level = level
		return true
	}
	if first && h.klog(tok) {
		return true
	}
	return boxed || len(word) == 0 || dashed || host || isName(word) || first && string(tok) == "npm"
}

// klog reads the first token of a line of Kubernetes' logger: I0102.
func (h *header) klog(tok []byte) bool {
	if len(tok) != 5 || countDigits(tok[1:]) != 4 {
		return false
	}
	for i, b := range []byte("IWEF") {
		if tok[0] == b {
			h.level = levelInfo + i
			h.timed = true
			return true
		}
	}
	return false
}

// isName tells whether a word isn't one of a sentence: a number, a zone, a logger, a process.
func isName(word []byte) bool {
	if len(word) <= 5 && len(bytes.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) == 0 {
		return true
	}
	return bytes.ContainsAny(word[:len(word)-1], "0123456789._/[:-") || word[0]-'0' <= 9
}
