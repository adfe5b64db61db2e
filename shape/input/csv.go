package input

import "strings"

// sniffRecords is how many records the question "is this CSV?" looks at.
const sniffRecords = 200

func init() {
	register(Format{
		Name: "csv", rank: 3,
		Help:  "comma-separated records under a header (also ; and |), types by column",
		sniff: func(h *head) bool { return sniffDelim(h, ",;|") },
		open:  openCSV,
	})
}

// openCSV reads delimited text; the delimiter is what the sniffer found, or finds now.
func openCSV(r *Reader) (source, error) {
	h, err := r.head()
	if err != nil {
		return nil, err
	}
	if h.delim == 0 && !sniffDelim(h, ",;|\t") {
		h.delim = commonest(h, ",;|\t")
	}
	return newTable(r, h.delim, h.bareCR())
}

// commonest returns the delimiter that the first record has most of.
func commonest(h *head, delims string) byte {
	best, most := delims[0], 0
	for i := range len(delims) {
		if rec := h.records(delims[i], 1); len(rec) > 0 && rec[0] > most {
			best, most = delims[i], rec[0]
		}
	}
	return best
}

// sniffDelim looks for the delimiter under which the head is a table, and leaves it in h.delim:
// nine in ten of the first records agree on two or more columns, and the first one can be a
// header. Of several, the one with most columns is taken.
func sniffDelim(h *head, delims string) bool {
	h.delim = 0
	most := 1
	for i := range len(delims) {
		d := delims[i]
		if n := agreed(h.records(d, sniffRecords)); n > most && isHeader(h.header(d)) {
			h.delim, most = d, n
		}
	}
	return h.delim != 0
}

// agreed returns the number of columns that nine in ten records have; 0 if there is none such, or
// fewer than two records.
func agreed(sizes []int) int {
	count := make(map[int]int)
	for _, n := range sizes {
		count[n]++
		if count[n]*10 >= len(sizes)*9 && len(sizes) >= 2 {
			return n
		}
	}
	return 0
}

// isHeader reports whether these cells can be names of columns: distinct, not empty, no numbers,
// and, if they are only two, without spaces.
func isHeader(cells []string) bool {
	seen := make(map[string]bool)
	for _, c := range cells {
		if c == "" || seen[c] || isNumber([]byte(c)) {
			return false
		}
		if len(cells) == 2 && strings.ContainsAny(c, " \t") {
			return false
		}
		seen[c] = true
	}
	return len(cells) >= 2
}

// isNumber reports whether b is a number as RFC 8259 has it.
func isNumber(b []byte) bool {
	return len(b) > 0 && numberEnd(b, 0) == len(b)
}
