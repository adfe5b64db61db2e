package input

import (
	"bytes"
	"unicode"
)

// A fixed-width table (kubectl get, docker ps, ps, df) is text whose first line names columns
// that the lines below keep to.
const (
	headerLines = 20      // lines below the header that are looked at
	headerBytes = 4 << 10 // longest header
)

// fixedHeader returns the header if the lines are a fixed-width table; nil otherwise. The first
// line must look like names (nameLike), and two in three of its columns must begin or end where
// four in five of the lines below have a word begin or end too.
func fixedHeader(lines [][]byte) []byte {
	if len(lines) < 2 || len(lines[0]) > headerBytes || !nameLike(lines[0]) {
		return nil
	}
	words := wordsOf(lines[0])
	starts, ends, below := make([]int, len(words)), make([]int, len(words)), 0
	for _, line := range lines[1:min(len(lines), headerLines+1)] {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		below++
		runes := []rune(string(ShownLine(nil, line)))
		for i, w := range words {
			starts[i] += boundary(runes, w.start-1, w.start)
			ends[i] += boundary(runes, w.end, w.end-1)
		}
	}
	aligned := 0
	for i := range words {
		if max(starts[i], ends[i])*5 >= below*4 {
			aligned++
		}
	}
	if below == 0 || aligned < 2 || aligned*3 < len(words)*2 {
		return nil
	}
	return lines[0]
}

// boundary returns 1 if there is a space (or no more line) at gap and something else at word.
func boundary(line []rune, gap, word int) int {
	at := func(i int) rune {
		if i < 0 || i >= len(line) {
			return ' '
		}
		return line[i]
	}
	if at(gap) == ' ' && at(word) != ' ' {
		return 1
	}
	return 0
}

// nameLike reports whether a line can be the header of a table: two words or more, none with a
// digit at its beginning, and either all letters are capitals, or the words are columns set off
// by two spaces, with a capital at the beginning of each.
func nameLike(line []byte) bool {
	words := wordsOf(ShownLine(nil, line))
	capitals, set := true, len(words) >= 3
	letters := 0
	for _, w := range words {
		first := rune(0)
		for _, r := range w.text {
			if first == 0 {
				first = r
			}
			if unicode.IsDigit(first) || r == '=' || r == '"' || r == '{' || r == '<' {
				return false
			}
			if unicode.IsLetter(r) {
				letters++
				capitals = capitals && !unicode.IsLower(r)
			}
		}
		set = set && (unicode.IsUpper(first) || first == '%')
	}
	gaps := bytes.Count(bytes.TrimSpace(line), []byte("  "))
	return len(words) >= 2 && letters >= 2 && (capitals || set && gaps > 0)
}

// A word is a run of anything but spaces, in characters from the beginning of its line. One that
// follows a single space belongs to the column before it if it begins with a small letter.
type word struct {
	start, end int
	text       []rune
}

// wordsOf splits a line.
func wordsOf(line []byte) (words []word) {
	runes := []rune(string(line))
	for i := 0; i < len(runes); i++ {
		if runes[i] == ' ' {
			continue
		}
		start := i
		for i < len(runes) && runes[i] != ' ' {
			i++
		}
		if n := len(words); n > 0 && start == words[n-1].end+1 && unicode.IsLower(runes[start]) {
			words[n-1].end, words[n-1].text = i, runes[words[n-1].start:i]
			continue
		}
		words = append(words, word{start, i, runes[start:i]})
	}
	return words
}
