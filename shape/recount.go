package shape

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolfit/toolfit/shape/query"
)

// AskFor returns what to ask of the rows so that each figure of a summary is worked out again, as far
// as its names are paths. Of lines of text nothing has to be asked but that all are looked at.
func AskFor(summary []byte, text bool) Ask {
	if text {
		return Ask{Distinct: "."}
	}
	var paths, tops []string
	fields, _ := partsOf(summary, 0)
	for _, f := range fields {
		list, err := query.SplitList(f.name)
		if err != nil || len(list) != 1 {
			continue
		}
		if _, err := query.ParsePath(f.name); err != nil {
			continue
		}
		paths = append(paths, f.name)
		value := summary[f.start:f.end]
		figures, _ := partsOf(value, 0)
		if top := valueIn(value, figures, "top"); top != nil {
			rows, _ := partsOf(top, 0)
			tops = append(tops, fmt.Sprintf("%d:%s", max(len(rows), 1), f.name))
		}
	}
	all := strings.Join(paths, ",")
	return Ask{CountBy: all, Sum: all, Range: all, Distinct: all, Top: strings.Join(tops, ",")}
}

// Doubts are figures of a summary that the rows don't bear out: what is wrong, "" where the figure
// wasn't worked out.
type Doubts map[string]string

// Recounted holds a summary against the figures of the result, which were worked out from all rows.
// loose says that empty strings may not have counted as values where the summary was made, as in a
// table: then only what isn't said of strings is looked at.
func (r *Result) Recounted(summary []byte, loose bool) Doubts {
	known := map[string]truths{}
	for _, f := range r.fields {
		known[f.Name] = truthsOf(f.Forms)
	}
	doubts := Doubts{}
	fields, _ := partsOf(summary, 0)
	for _, f := range fields {
		truth := known[f.name]
		value := summary[f.start:f.end]
		for _, p := range inside(value) {
			if loose && !slices.Contains([]string{"sum", "min", "max", "max_at"}, p.name) {
				continue
			}
			figure := fmt.Sprintf("%.60s: %s", f.name, p.name)
			have := value[p.start:p.end]
			if want := truth.differs(p.name, have); want != nil {
				doubts[figure] = fmt.Sprintf("%s is %.60s, and the rows say %.60s", figure, have, want)
			} else if truth.one(p.name) == nil {
				doubts[figure] = ""
			}
		}
	}
	return doubts
}

// Settle returns what is wrong in the eyes of both, or of one where the other can't tell. (A name
// such as tags[] may stand for a path or for a member that is called so.)
func (d Doubts) Settle(other Doubts) []Broken {
	var c checker
	for _, figure := range slices.Sorted(maps.Keys(d)) {
		second, doubted := other[figure]
		if what := cmp.Or(d[figure], second); doubted && what != "" {
			c.breaks("summary", "%s", what)
		}
	}
	return c.broken
}

// truths are the figures of a field, as each of its forms states them: all exact, but some name more
// values than others.
type truths map[string][][]byte

func truthsOf[T ~[]byte](forms []T) truths {
	all := truths{}
	for _, form := range forms {
		parts, _ := partsOf(form, 0)
		for _, p := range parts {
			all[p.name] = append(all[p.name], form[p.start:p.end])
		}
	}
	return all
}

// one returns a figure, nil if the field doesn't have it.
func (t truths) one(name string) []byte {
	if len(t[name]) == 0 {
		return nil
	}
	return t[name][0]
}

// differs returns what a figure should be, nil if it is that or isn't known.
func (t truths) differs(name string, have []byte) []byte {
	for _, value := range t[name] {
		if bytes.Equal(value, have) {
			return nil
		}
	}
	counts, want := t.one("counts"), t.one(name)
	switch name {
	case "other", "distinct_at_least": // depend on which figures stand beside them
		return nil
	case "null", "missing":
		if want == nil && t != nil {
			return []byte("none")
		}
	case "counts":
		if want != nil && sameJSON(have, want) {
			return nil
		}
	case "most", "least":
		return notIn(have, counts)
	case "all":
		if n := len(inside(counts)); want == nil && n > 1 {
			return fmt.Appendf(nil, "%d values", n)
		}
	case "distinct":
		n := fmt.Appendf(nil, "%d", len(inside(counts)))
		if want == nil && counts != nil && !bytes.Equal(have, n) {
			return n
		}
	}
	return want
}

// notIn returns the true count of the first value whose count in have is another one.
func notIn(have, counts []byte) []byte {
	if counts == nil || have[0] != '{' {
		return nil
	}
	all := inside(counts)
	for _, p := range inside(have) {
		want := valueIn(counts, all, p.name)
		if n := have[p.start:p.end]; !bytes.Equal(n, want) {
			return fmt.Appendf(nil, "%.30q: %s", p.name, orNull(want))
		}
	}
	return nil
}

// inside takes an object apart, if there is one.
func inside(object []byte) []part {
	if object == nil {
		return nil
	}
	list, _ := partsOf(object, 0)
	return list
}
