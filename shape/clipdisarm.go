package shape

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// markWords is by how many words a mark is known.
const markWords = 4

// A disarmer finds what looks like a mark in a text that is cut, so that a text can't say of itself
// that it was cut, or where. It looks through case, white space, punctuation and invisible
// characters between the letters, and letters of other scripts that look the same.
type disarmer struct {
	like  *regexp.Regexp
	words string // in its place
	whole bool   // only where no letter stands around it
}

// newDisarmer makes one for a sentinel.
func newDisarmer(sentinel string) *disarmer {
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	words := strings.FieldsFunc(strings.ReplaceAll(sentinel, "{tokens}", " "), notLetter)
	words = words[:min(len(words), markWords)]
	if len(words) == 0 {
		literal := regexp.QuoteMeta(strings.TrimSpace(sentinel))
		pattern := strings.ReplaceAll(literal, regexp.QuoteMeta("{tokens}"), "[0-9]+")
		return &disarmer{regexp.MustCompile(pattern), "(quoted)", false}
	}
	letters := []rune(strings.Join(words, ""))
	var pattern strings.Builder
	for i, r := range letters {
		if i > 0 {
			pattern.WriteString(`[^\pL\pN\n]{0,16}`)
		}
		pattern.WriteString(alike(r))
	}
	return &disarmer{
		like:  regexp.MustCompile(pattern.String()),
		words: "quoted: " + strings.Join(words, "·"),
		whole: len(letters) < 8,
	}
}

// alike returns a class of the characters that are like r.
func alike(r rune) string {
	upper, lower := unicode.ToUpper(r), unicode.ToLower(r)
	class := string([]rune{upper, lower})
	if upper < utf8.RuneSelf {
		class += lookalikes[upper]
		if 'A' <= upper && upper <= 'Z' {
			class += string([]rune{upper - 'A' + 'Ａ', lower - 'a' + 'ａ'})
		}
	}
	return "[" + regexp.QuoteMeta(class) + "]"
}

// lookalikes are Greek and Cyrillic letters that look like Latin ones.
var lookalikes = map[rune]string{
	'A': "ΑАа", 'B': "ΒВ", 'C': "СсϹ", 'D': "ԁ", 'E': "ΕЕе", 'H': "ΗН", 'I': "ΙІі", 'J': "Јј",
	'K': "ΚК", 'M': "ΜМ", 'N': "Ν", 'O': "ΟОо", 'P': "ΡРр", 'S': "Ѕѕ", 'T': "ΤТ", 'X': "ΧХх",
	'Y': "ΥУу", 'Z': "Ζ",
}

// disarm returns the text with the words of each look-alike tied together and marked as quoted.
func (d *disarmer) disarm(text []byte) []byte {
	found := d.like.FindAllIndex(text, -1)
	if found == nil {
		return text
	}
	var out []byte
	at := 0
	for _, f := range found {
		if d.whole && insideWord(text, f[0], f[1]) {
			continue
		}
		out = append(append(out, text[at:f[0]]...), d.words...)
		at = f[1]
	}
	return append(out, text[at:]...)
}

// insideWord tells whether a letter or digit stands before or behind text[from:to].
func insideWord(text []byte, from, to int) bool {
	before, _ := utf8.DecodeLastRune(text[:from])
	behind, _ := utf8.DecodeRune(text[to:])
	return unicode.In(before, unicode.L, unicode.N) || unicode.In(behind, unicode.L, unicode.N)
}
