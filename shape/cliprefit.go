package shape

import (
	"slices"
	"strconv"
	"strings"
)

// A Refit makes the cursors of an envelope that loses items.
type Refit struct {
	// Cursor names the place before row pos of a handle, or of the command that old, a cursor for
	// row at, belongs to if there is no handle. ok is false if the rows aren't this scope's, or not
	// these.
	Cursor func(handle string, total int64, old string, at, pos int64) (cursor string, ok bool)
	// Page words the command for the page behind a cursor, followed by flags as they were given.
	Page func(handle, cursor, flags string) string
}

// refitted returns the text with fewer items, if it is an envelope and that is possible, else nil.
func (c *Clip) refitted(text []byte) []byte {
	if c.Refit == nil || !likeEnvelope(text) || len(Check(text, CheckOptions{})) > 0 {
		return nil
	}
	e := checker{text: text}
	if e.opens(); e.at("items") == nil {
		return nil
	}
	e.read()
	r := refitting{checker: &e, clip: c}
	if !r.possible() {
		return nil
	}
	return r.fit()
}

// A refitting takes items from the end of an envelope until it fits.
type refitting struct {
	*checker
	clip  *Clip
	signs []int // of cut values, up to each item

	without []string // members that it loses
	summary []byte   // nil: none
	dropped int64    // fields that it lacks
}

// possible tells whether the figures of fewer items are known.
func (r *refitting) possible() bool {
	if r.pieces || len(r.items) == 0 || !r.countCuts() {
		return false
	}
	_, ok := r.place(len(r.items) - 1)
	return ok
}

// countCuts counts the cut values up to each item, by whichever signs come to as many as the
// envelope says: rows may have had such signs before.
func (r *refitting) countCuts() bool {
	sure, possible := make([]int, len(r.items)+1), make([]int, len(r.items)+1)
	for i, p := range r.items {
		s, n, ok := cutSigns(r.text[p.start:p.end])
		if !ok {
			return false
		}
		sure[i+1], possible[i+1] = sure[i]+s, possible[i]+n
	}
	last := len(r.items)
	switch r.clipped {
	case 0:
		r.signs = make([]int, last+1)
	case int64(sure[last]):
		r.signs = sure
	case int64(possible[last]):
		r.signs = possible
	default:
		return false
	}
	return true
}

// place returns the cursor behind the first k items, as JSON: null where what remains is nowhere.
func (r *refitting) place(k int) (cursor string, ok bool) {
	if r.cursor == nil && r.handle == nil || r.handle != nil && r.handle[0] == 'n' {
		return "", true
	}
	return r.clip.Refit.Cursor(unquoted(r.handle), r.total, unquoted(r.cursor),
		r.offset+r.returned, r.offset+int64(k))
}

// fit returns the envelope with as many items as fit, thinned where not even one does, and with no
// items if that is all that fits.
func (r *refitting) fit() []byte {
	for least := 1; least >= 0; least-- {
		for _, s := range stages {
			r.thin(s)
			if out := r.most(least); out != nil {
				return out
			}
		}
	}
	return nil
}

// thin chooses what the envelope loses: what the stage is without, and what has more than its share.
func (r *refitting) thin(s stage) {
	r.without = s.without()
	for _, part := range shares {
		if value := r.at(part.name); value != nil && part.name != "summary" && !r.within(value, part.percent) {
			r.without = append(r.without, part.name)
		}
	}
	r.summary, r.dropped = r.at("summary"), max(countOf(orNull(r.at("summary_omitted"))), 0)
	if r.summary == nil {
		return
	}
	fields, _ := partsOf(r.summary, 0)
	n := len(fields)
	for ; n > 0 && !r.within(r.summary, s.summary); n-- {
		r.summary = append(slices.Clone(r.summary[:fields[n-1].key]), '}')
		if n > 1 {
			r.summary = append(r.summary[:fields[n-2].end], '}')
		}
	}
	if r.dropped += int64(len(fields) - n); n == 0 {
		r.summary = nil
	}
}

func (r *refitting) within(value []byte, percent int) bool {
	return r.clip.Counter.Fits(value, r.clip.Tokens*percent/100)
}

// most returns the envelope with the most items that fit, and at least least. It has fewer than it
// had: the tokens of an envelope grow with its items.
func (r *refitting) most(least int) []byte {
	low, high := least, len(r.items)-1
	var best []byte
	for low <= high {
		k := (low + high) / 2
		out := r.print(k)
		if out != nil && r.clip.Counter.Fits(out, r.clip.Tokens) {
			best, low = out, k+1
		} else {
			high = k - 1
		}
	}
	return best
}

// print writes the envelope with its first k items.
func (r *refitting) print(k int) []byte {
	cursor, ok := r.place(k)
	if !ok {
		return nil
	}
	out := []byte{'{'}
	before := ""
	for _, key := range envelopeKeys {
		value := r.value(key.name, k, cursor)
		if value == nil {
			continue
		}
		if before != "" {
			out = append(out, gap(before, key.name)...)
		}
		out = append(append(append(out, '"'), key.name...), `":`...)
		out = append(out, value...)
		before = key.name
	}
	return append(out, "}\n"...)
}

// value returns what a member of the envelope with k items has, nil for none.
func (r *refitting) value(name string, k int, cursor string) []byte {
	switch name {
	case "truncated":
		return []byte("true")
	case "returned":
		return strconv.AppendInt(nil, int64(k), 10)
	case "handle":
		if r.handle == nil && r.cursor == nil {
			return []byte("null")
		}
	case "next_cursor":
		if cursor == "" {
			return []byte("null")
		}
		return quoted(nil, cursor)
	case "clipped":
		if r.signs[k] == 0 {
			return nil
		}
		return strconv.AppendInt(nil, int64(r.signs[k]), 10)
	case "summary":
		return r.summary
	case "summary_omitted":
		if r.dropped == 0 {
			return nil
		}
		return strconv.AppendInt(nil, r.dropped, 10)
	case "items":
		return r.shortened(k)
	case "tail_offset":
		if slices.Contains(r.without, "tail") {
			return nil
		}
	case "end":
		return r.foot(k, cursor)
	}
	if slices.Contains(r.without, name) {
		return nil
	}
	return r.at(name)
}

// shortened returns the first k items, one a line.
func (r *refitting) shortened(k int) []byte {
	list := make([]item, k)
	for i := range list {
		list[i].text = r.text[r.items[i].start:r.items[i].end]
	}
	return append(lines([]byte("[\n"), list), ']')
}

// foot returns the footer.
func (r *refitting) foot(k int, cursor string) []byte {
	out := []byte{'{'}
	filter := valueIn(r.endText, r.end, "filter")
	if filter != nil && cursor != "" && !slices.Contains(r.without, "filter") {
		out = append(append(append(out, `"filter":`...), filter...), ',')
	}
	if cursor != "" {
		out = append(quoted(append(out, `"next":`...), r.nextCommand(cursor)), ',')
	}
	out = append(out, `"truncated":true`...)
	out = number(out, "total", r.total)
	return append(number(out, "returned", int64(k)), '}')
}

// opening is how a command begins that opens a value that was cut.
var opening = expression(
	`^toolfit read \S+ --row \d+(?: --(?:field|rows) (?:'(?:[^']|'\\'')*'|[^' ])+)?`)

// nextCommand returns the command for the next page: the one that there was, with another cursor,
// or one with its flags.
func (r *refitting) nextCommand(cursor string) string {
	next, old := unquoted(r.next), unquoted(r.cursor)
	if old != "" && strings.Contains(next, old) {
		return strings.Replace(next, old, cursor, 1)
	}
	flags := ""
	if at := opening().FindStringIndex(next); at != nil {
		flags = next[at[1]:]
	}
	return r.clip.Refit.Page(unquoted(r.handle), cursor, flags)
}
