package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/store"
)

// A walker follows the cursors of an envelope to the end.
type walker struct {
	*call
	scope  *store.Scope
	o      shape.CheckOptions
	first  *shape.Page
	row    func(int64) ([]byte, error) // of the handle; nil: there is none
	budget int
}

// walk visits the rows from an envelope's first to the last, page by page as read prints them, and
// works out its summary again. What is wrong of the envelope or of a page comes back.
func (c *call) walk(scope *store.Scope, text []byte, o shape.CheckOptions) ([]shape.Broken, error) {
	first := shape.OpenPage(text)
	if first == nil || first.Pieces {
		return nil, nil
	}
	w := walker{call: c, scope: scope, o: o, first: first, budget: o.Budget}
	if w.budget == 0 {
		w.budget = defaultBudget
	}
	if first.Handle == "" {
		broken, err := w.pages()
		if err == nil && broken == nil {
			broken, err = w.recountItems()
		}
		return broken, err
	}
	a, meta, err := openArtifact(scope, first.Handle)
	if err != nil {
		return broke("the handle can't be read: %s", err), nil
	}
	defer a.Close()
	record := first.Total == 1 && first.Cursor == "" // one row of many, in detail
	if a.Len() != first.Total {
		if record {
			return nil, nil
		}
		return broke("total is %d, and the handle has %d rows", first.Total, a.Len()), nil
	}
	plan, err := shape.Compile(shape.Request{Columns: first.Columns})
	if err != nil {
		return nil, err
	}
	if w.row, err = plan.Lookup(stored{a}, meta); err != nil {
		return nil, err
	}
	broken, err := w.pages()
	if err != nil || broken != nil {
		return broken, err
	}
	return w.recount(a, meta)
}

func broke(format string, args ...any) []shape.Broken {
	return []shape.Broken{{Rule: "walk", Detail: fmt.Sprintf(format, args...)}}
}

// pages goes from page to page.
func (w *walker) pages() ([]shape.Broken, error) {
	page := w.first
	for n := 1; ; n++ {
		if broken := w.compare(page); broken != nil {
			return broken, nil
		}
		if page.Cursor == "" {
			return nil, nil
		}
		if n > 1 && page.Returned == 0 {
			return broke("page %d shows no row, and there are more", n), nil
		}
		text, err := w.next(page)
		if err != nil {
			return broke("cursor %.40q: %.100s", page.Cursor, err), nil
		}
		broken := shape.Check(text, w.o)
		if len(broken) > 0 {
			return broke("page %d: %s: %s", n+1, broken[0].Rule, broken[0].Detail), nil
		}
		at := page.Offset + page.Returned
		page = shape.OpenPage(text)
		same := page != nil && page.Total == w.first.Total && page.Handle == w.first.Handle
		if !same || page.Offset != at {
			return broke("page %d doesn't go on at row %d of the same rows", n+1, at), nil
		}
	}
}

// compare holds the items of a page against the rows of the handle. No more of them differ than
// values are cut.
func (w *walker) compare(page *shape.Page) []shape.Broken {
	if w.row == nil {
		return nil
	}
	differ := int64(0) // items
	for i, item := range page.Items {
		n := page.Offset + int64(i)
		row, err := w.row(n)
		if err != nil {
			return broke("row %d: %.100s", n, err)
		}
		shows, cut := shape.Shows(item, row)
		if cut {
			differ++
		}
		if !shows || differ > page.Clipped {
			return broke("row %d is shown as another one than the handle has there", n)
		}
	}
	return nil
}

// next prints the page behind a page, in this process.
func (w *walker) next(page *shape.Page) ([]byte, error) {
	text, err := w.print(page)
	var small *shape.TooSmallError
	if errors.As(err, &small) && !small.Bytes && w.o.Budget == 0 {
		w.budget = small.Least
		text, err = w.print(page)
	}
	return text, err
}

func (w *walker) print(page *shape.Page) ([]byte, error) {
	words := []string{"--cursor", page.Cursor, "--budget", strconv.Itoa(w.budget)}
	if page.Columns {
		words = append(words, "--layout", "columns")
	}
	for _, flag := range []string{"max-bytes", "tokenizer", "model", "run", "principal", "store"} {
		if value, ok := w.given.flags[flag]; ok {
			words = append(words, "--"+flag, value)
		}
	}
	on, do := onStore|onList, (*call).list
	if page.Handle != "" {
		on, do = onRead, (*call).read
		words = append(words, page.Handle)
	}
	g, err := parse(words, on)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	sub := *w.call
	sub.given, sub.stdin, sub.stdout = g, bytes.NewReader(nil), &out
	err = do(&sub, g)
	return out.Bytes(), err
}

// recount works out the summary from the rows of the handle: as it is made unasked, and where that
// leaves doubts with everything asked for that it has.
func (w *walker) recount(a *store.Artifact, meta *shape.Meta) ([]shape.Broken, error) {
	if w.first.Summary == nil {
		return nil, nil
	}
	return w.settle(meta.Text, func(ask shape.Ask) (shape.Doubts, error) {
		plan, err := shape.Compile(shape.Request{Summary: "auto", Ask: ask, Key: meta.Key})
		if err != nil {
			return nil, err
		}
		draft := a.Derive()
		defer draft.Discard()
		result, err := plan.Recount(stored{a}, meta, kept{draft})
		if err != nil {
			return nil, err
		}
		return result.Recounted(w.first.Summary, false), nil
	})
}

// recountItems works out the summary from the items, where these are all rows.
func (w *walker) recountItems() ([]shape.Broken, error) {
	p := w.first
	if p.Summary == nil || p.Returned == 0 || p.Returned < p.Total || p.Clipped > 0 || p.Columns ||
		p.Items[0][0] == '"' {
		return nil, nil
	}
	rows := slices.Concat([]byte("["), bytes.Join(p.Items, []byte(",")), []byte("]"))
	loose := bytes.Contains(rows, []byte(`""`))
	return w.settle(false, func(ask shape.Ask) (shape.Doubts, error) {
		plan, err := shape.Compile(shape.Request{From: "json", Summary: "auto", Ask: ask})
		if err != nil {
			return nil, err
		}
		draft := w.scope.Draft()
		defer draft.Discard()
		result, err := plan.Filter(bytes.NewReader(rows), kept{draft})
		if err != nil {
			return nil, err
		}
		return result.Recounted(p.Summary, loose), nil
	})
}

// settle counts once, and if there are doubts a second time.
func (w *walker) settle(text bool, count func(shape.Ask) (shape.Doubts, error)) ([]shape.Broken, error) {
	doubts, err := count(shape.Ask{})
	if err != nil || len(doubts) == 0 {
		return nil, err
	}
	again, err := count(shape.AskFor(w.first.Summary, text))
	if err != nil {
		return nil, err
	}
	return doubts.Settle(again), nil
}
