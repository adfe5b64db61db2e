package stat

import "bytes"

// The levels of log lines, normalised.
const (
	levelNone = iota
	levelTrace
	levelDebug
	levelInfo
	levelWarn
	levelError
	levelFatal
	levelCount
)

var levelNames = [levelCount]string{"", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"}

var levelWords = map[string]int{
	"TRACE": levelTrace, "FINER": levelTrace, "FINEST": levelTrace, "VERBOSE": levelTrace,
	"DEBUG": levelDebug, "FINE": levelDebug, "DBG": levelDebug,
	"INFO": levelInfo, "NOTICE": levelInfo, "INFORMATION": levelInfo, "INF": levelInfo,
	"WARN": levelWarn, "WARNING": levelWarn, "WRN": levelWarn,
	"ERROR": levelError, "ERR": levelError, "SEVERE": levelError,
	"FATAL": levelFatal, "CRITICAL": levelFatal, "CRIT": levelFatal, "ALERT": levelFatal,
	"EMERG": levelFatal, "EMERGENCY": levelFatal, "PANIC": levelFatal, "DPANIC": levelFatal,
}

// maxLevelWord is the length of the longest of them.
const maxLevelWord = len("INFORMATION")

// levelOf returns the level that a word stands for, and whether it is in capitals.
func levelOf(word []byte) (level int, capitals bool) {
	if len(word) < 3 || len(word) > maxLevelWord {
		return levelNone, false
	}
	var upper [maxLevelWord]byte
	capitals = true
	for i, b := range word {
		if isLower(b) {
			capitals = false
			b -= 'a' - 'A'
		}
		if !isUpper(b) {
			return levelNone, false
		}
		upper[i] = b
	}
	return levelWords[string(upper[:len(word)])], capitals
}

// numberedLevels are those of pino and bunyan.
var numberedLevels = map[string]int{
	"10": levelTrace, "20": levelDebug, "30": levelInfo,
	"40": levelWarn, "50": levelError, "60": levelFatal,
}

// Names under which lines of key=value pairs and of JSON have their level and their time.
var (
	levelKeys = []string{"level", "lvl", "severity", "loglevel", "log_level", "log.level", "levelname"}
	timeKeys  = []string{"time", "ts", "timestamp", "@timestamp", "datetime", "date", "t", "@t"}
)

func isOneOf(word []byte, list []string) bool {
	for _, w := range list {
		if string(word) == w {
			return true
		}
	}
	return false
}

// member takes in a member of a JSON line or a pair of logfmt. The first of its kind counts.
func (h *header) member(key, val []byte) {
	switch {
	case h.level == levelNone && isOneOf(key, levelKeys):
		if h.level, _ = levelOf(val); h.level == levelNone {
			h.level = numberedLevels[string(val)]
		}
	case h.when == nil && isOneOf(key, timeKeys):
		if at, ok := parseTime(val); ok {
			h.at, h.when = at, val
		}
	}
}

// pairs reads key=value pairs, if the line, or what is left of it, has a level among them.
func (h *header) pairs(b []byte) {
	for len(b) > 0 {
		b = bytes.TrimLeft(b, " \t,")
		n := 0
		for n < len(b) && b[n] != '=' && b[n] != ' ' && b[n] != '\t' && b[n] != '"' {
			n++
		}
		key := b[:n]
		if n == len(b) || b[n] != '=' {
			b = b[n:]
			if len(b) > 0 && b[0] == '"' {
				_, b = quoted(b)
			}
			continue
		}
		var val []byte
		if b = b[n+1:]; len(b) > 0 && b[0] == '"' {
			val, b = quoted(b)
		} else {
			n = 0
			for n < len(b) && b[n] != ' ' && b[n] != '\t' && b[n] != ',' {
				n++
			}
			val, b = b[:n], b[n:]
		}
		h.member(key, val)
	}
}

// quoted splits a text that begins with a quote into what is quoted, as it stands, and the rest.
func quoted(b []byte) (text, rest []byte) {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return b[1:i], b[i+1:]
		}
	}
	return b[1:], nil
}

// object reads the members of a JSON object that the rest of the line is.
func (h *header) object(b []byte) {
	depth := 0
	for len(b) > 0 && (h.level == levelNone || h.when == nil) {
		switch b[0] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			var key []byte
			key, b = quoted(b)
			b = bytes.TrimLeft(b, " \t")
			if depth != 1 || len(b) == 0 || b[0] != ':' {
				continue
			}
			b = bytes.TrimLeft(b[1:], " \t")
			var val []byte
			if len(b) > 0 && b[0] == '"' {
				val, b = quoted(b)
			} else {
				n := 0
				for n < len(b) && (b[n]-'0' <= 9 || b[n] == '.' || b[n] == '-') {
					n++
				}
				val, b = b[:n], b[n:]
			}
			h.member(key, val)
			continue
		}
		b = b[1:]
	}
}
