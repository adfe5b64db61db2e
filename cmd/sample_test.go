package cmd_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// A sample is an input whose rows are known by construction: nothing here reads anything back.
type sample struct {
	form string
	args []string // flags without which the form could be taken for another
	body []byte
	rows []string // JSON of each row, compact, in order

	// verbatim says that rows are slices of the input, and must come out byte for byte. The others
	// are equal in structure: names in order, numbers as written, strings as decoded.
	verbatim bool
}

// invent makes a sample of one of the forms, all of it decided by r.
func invent(r *rand.Rand) sample {
	forms := []func(*rand.Rand) sample{
		arraySample, linesSample, wrappedSample, csvSample, textSample, mcpSample,
	}
	return forms[r.IntN(len(forms))](r)
}

// arraySample is an array at the root; its elements may be anything.
func arraySample(r *rand.Rand) sample {
	s := sample{form: "array", verbatim: true, rows: manyRows(r, 0, anyValue)}
	s.body = []byte(blank(r) + array(r, s.rows) + blank(r))
	return s
}

// linesSample is values back to back: objects and scalars, since arrays would be pages of a list.
func linesSample(r *rand.Rand) sample {
	s := sample{form: "ndjson", verbatim: true}
	s.rows = manyRows(r, 2, func(r *rand.Rand) string {
		if r.IntN(8) == 0 {
			return scalar(r)
		}
		return object(r, 2)
	})
	end := []string{"\n", "\r\n", "\n\n", " \n", " "}[r.IntN(5)]
	for _, row := range s.rows {
		s.body = append(s.body, spaced(r, row)+end...)
	}
	return s
}

// wrappedSample is an object with the rows in a member of a conventional name, or in one that is
// named by --rows.
func wrappedSample(r *rand.Rand) sample {
	s := sample{form: "wrapped", verbatim: true}
	name := []string{"items", "data", "results", "records", "rows", "entries"}[r.IntN(6)]
	row := func(r *rand.Rand) string { return object(r, 2) }
	before, after := `"total":`+number(r)+`,`, `,"note":`+str(r)
	if r.IntN(3) == 0 {
		name, row = "deep", anyValue
		before, after = `"outer":{`+before, after+`}`
		s.args = []string{"--rows", ".outer.deep"}
	}
	s.rows = manyRows(r, 0, row)
	s.body = []byte(`{` + before + `"` + name + `":` + array(r, s.rows) + after + `}` + "\n")
	return s
}

// mcpSample is a tool result: an array as escaped JSON in its text block, or lines of text there,
// or structured content beside a text block.
func mcpSample(r *rand.Rand) sample {
	s := sample{form: "mcp"}
	var text, more string
	switch r.IntN(3) {
	case 0:
		s.rows = manyRows(r, 1, func(r *rand.Rand) string { return object(r, 2) })
		text = array(r, s.rows)
	case 1:
		lines := proseLines(r)
		text = strings.Join(lines, "\n") + "\n"
		s.rows = quoteAll(lines)
	default:
		s.rows = manyRows(r, 1, func(r *rand.Rand) string { return object(r, 2) })
		text = "see the structured content"
		more = `,"structuredContent":{"items":` + array(r, s.rows) + `}`
	}
	s.body = []byte(`{"content":[{"type":"text","text":` + quoteOddly(r, text) + `}]` + more +
		`,"isError":false}`)
	return s
}

// textSample is lines of text.
func textSample(r *rand.Rand) sample {
	lines := proseLines(r)
	s := sample{form: "text", args: []string{"--from", "text"}, rows: quoteAll(lines)}
	end := []string{"\n", "\r\n"}[r.IntN(2)]
	s.body = []byte(strings.Join(lines, end))
	if lines[len(lines)-1] == "" || r.IntN(2) == 0 {
		s.body = append(s.body, end...)
	}
	return s
}

// proseLines gives at least one line that isn't blank.
func proseLines(r *rand.Rand) []string {
	lines := []string{"begin: a line of prose"}
	for range size(r) {
		line := strings.Map(func(c rune) rune {
			if c < ' ' || c == 0x7f {
				return -1
			}
			return c
		}, words(r))
		lines = append(lines, line)
	}
	return lines
}

// csvSample is a table with text and number columns, told apart by the whole column.
func csvSample(r *rand.Rand) sample {
	s := sample{form: "csv", args: []string{"--from", "csv"}}
	head := []string{"id", "name x", "amount", "größe", "\"q\"", "when"}[:3+r.IntN(4)]
	cells := make([][]string, 1+size(r))
	for i := range cells {
		for c := range head {
			cells[i] = append(cells[i], cell(r, c, i))
		}
	}
	end := []string{"\n", "\r\n"}[r.IntN(2)]
	for _, record := range append([][]string{head}, cells...) {
		for c, text := range record {
			if c > 0 {
				s.body = append(s.body, ',')
			}
			s.body = append(s.body, csvCell(r, text)...)
		}
		s.body = append(s.body, end...)
	}
	for _, record := range cells {
		s.rows = append(s.rows, csvRow(head, record, cells))
	}
	return s
}

// cell invents a cell of column c; the first row has none that is empty, so that no column is.
func cell(r *rand.Rand, c, row int) string {
	switch {
	case row > 0 && r.IntN(6) == 0:
		return ""
	case c == 0:
		return strconv.Itoa(r.IntN(1e9))
	case c == 2 && r.IntN(40) > 0:
		return number(r)
	case c == 1 || r.IntN(2) == 0:
		return strings.Map(func(c rune) rune {
			if c < ' ' && c != '\n' || c == 0x7f {
				return -1
			}
			return c
		}, words(r)+"x")
	default:
		return []string{"00501", "1.0", "NaN", "-", "+4", "1e9", "true", "2026-03-14"}[r.IntN(8)]
	}
}

// csvCell quotes where it must be, and sometimes where it need not.
func csvCell(r *rand.Rand, text string) string {
	if strings.ContainsAny(text, ",;|\t\"\n") || strings.TrimSpace(text) != text || r.IntN(9) == 0 {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

// csvRow is a record as it should be shown: a column of which all cells that aren't empty are
// numbers is numeric, with null where a cell is empty.
func csvRow(head, record []string, all [][]string) string {
	var members []string
	for c, text := range record {
		numeric := true
		for _, other := range all {
			numeric = numeric && (other[c] == "" || jsonNumber.MatchString(other[c]))
		}
		value := quote(text)
		if numeric && text == "" {
			value = "null"
		} else if numeric {
			value = text
		}
		members = append(members, quote(head[c])+":"+value)
	}
	return "{" + strings.Join(members, ",") + "}"
}

// size is a number of rows: mostly few, sometimes hundreds.
func size(r *rand.Rand) int {
	return r.IntN([]int{4, 12, 60, 300}[r.IntN(4)])
}

func manyRows(r *rand.Rand, least int, row func(*rand.Rand) string) []string {
	rows := make([]string, 0, least)
	for range least + size(r) {
		rows = append(rows, row(r))
	}
	return rows
}

// array writes rows as elements, with white space where JSON allows it.
func array(r *rand.Rand, rows []string) string {
	var b strings.Builder
	b.WriteString("[" + blank(r))
	for i, row := range rows {
		if i > 0 {
			b.WriteString("," + blank(r))
		}
		b.WriteString(spaced(r, row) + blank(r))
	}
	return b.String() + "]"
}

// anyValue is a value of any kind, nested up to a few levels; mostly an object.
func anyValue(r *rand.Rand) string {
	switch r.IntN(8) {
	case 0:
		return scalar(r)
	case 1:
		return list(r, 2)
	default:
		return object(r, 2)
	}
}

// value is what stands in a member or an element.
func value(r *rand.Rand, depth int) string {
	switch {
	case depth > 0 && r.IntN(8) == 0:
		return object(r, depth-1)
	case depth > 0 && r.IntN(8) == 0:
		return list(r, depth-1)
	default:
		return scalar(r)
	}
}

// object has an id, and members of names that are sometimes odd and sometimes there twice.
func object(r *rand.Rand, depth int) string {
	keys := []string{"name", "amount", "note", "a.b", "é", "", "x\\\"y", "tags[]", "user", "name"}
	members := []string{`"id":` + number(r)}
	for range r.IntN(7) {
		k := keys[r.IntN(len(keys))]
		members = append(members, `"`+k+`":`+value(r, depth))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func list(r *rand.Rand, depth int) string {
	var parts []string
	for range r.IntN([]int{3, 40}[r.IntN(2)]) {
		parts = append(parts, value(r, depth))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func scalar(r *rand.Rand) string {
	switch r.IntN(6) {
	case 0:
		return []string{"null", "true", "false"}[r.IntN(3)]
	case 1, 2:
		return number(r)
	default:
		return str(r)
	}
}

// number is one as JSON writes them; nothing may be rewritten.
func number(r *rand.Rand) string {
	odd := []string{"0", "-0", "1.10", "1e400", "-1.5E-7", "9007199254740993",
		"1234567890123456789", "0.30000000000000004", "1E+2", "12345678901234567890123.450"}
	if r.IntN(3) == 0 {
		return odd[r.IntN(len(odd))]
	}
	return strconv.Itoa(r.IntN(1 << (1 + r.IntN(30))))
}

// str is a string in JSON: words, escaped in one of several ways.
func str(r *rand.Rand) string {
	if r.IntN(12) == 0 {
		odd := []string{`"\ud83d"`, `"a\/b"`, `"\u0000\u001f"`, `"\ude00 tail"`, `"\u00e9\n\t"`,
			`""`, `"<|endoftext|>"`, `"\\"`, `"],\"end\":{"`, `"\u2028"`}
		return odd[r.IntN(len(odd))]
	}
	return quoteOddly(r, words(r))
}

// words is text in one of many scripts, from nothing to a few thousand bytes.
func words(r *rand.Rand) string {
	bits := []string{"order ", "the quick ", "of ", "42", "\n", "/", "—", "日本語", "한국", "नमस्ते ",
		"👩‍👩‍👧‍👦", "e\u0301", "\u200d", "مرحبا ", "ÅÄÖ", "{", "\"", "\\", "  ", "x", "aaaaaaaaaaaaaaaa", "🇩🇪",
		"https://example.com/a?b=c&d=e", "'s ", "\t", "Ω≈ç√ ", "<b>", "…", "0x1f", "ΣΑΣ", "\ufeff"}
	var b strings.Builder
	for range r.IntN([]int{3, 10, 10, 40, 400}[r.IntN(5)]) {
		b.WriteString(bits[r.IntN(len(bits))])
	}
	return b.String()
}

// quote writes text as JSON with the escapes that it needs and no others.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(c))
		case c < ' ':
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String() + `"`
}

func quoteAll(lines []string) []string {
	rows := make([]string, len(lines))
	for i, line := range lines {
		rows[i] = quote(line)
	}
	return rows
}

// quoteOddly writes text as JSON, now and then with escapes that it does not need.
func quoteOddly(r *rand.Rand, text string) string {
	if r.IntN(4) > 0 {
		return quote(text)
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		if c == '"' || c == '\\' || c < ' ' || c < 0x10000 && r.IntN(5) == 0 {
			fmt.Fprintf(&b, `\u%04X`, c)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String() + `"`
}

// spaced puts white space between the tokens of compact JSON.
func spaced(r *rand.Rand, text string) string {
	if r.IntN(2) == 0 {
		return text
	}
	var b strings.Builder
	inside := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		b.WriteByte(c)
		switch {
		case inside && c == '\\':
			i++
			b.WriteByte(text[i])
		case c == '"':
			inside = !inside
		case !inside && strings.IndexByte("{}[],:", c) >= 0 && i+1 < len(text):
			b.WriteString(blank(r))
		}
	}
	return b.String()
}

// blank is white space, mostly none.
func blank(r *rand.Rand) string {
	return []string{"", "", "", " ", "\n", "\t ", "\r\n  "}[r.IntN(7)]
}
