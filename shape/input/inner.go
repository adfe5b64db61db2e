package input

import (
	"fmt"
	"io"
)

// A chain gives the rows of one source after the other.
type chain struct {
	rest []opener
	now  source
}

// next implements source.
func (c *chain) next(row *Row) error {
	for {
		if c.now == nil {
			if len(c.rest) == 0 {
				return io.EOF
			}
			now, err := c.rest[0]()
			if err != nil {
				return err
			}
			c.now, c.rest = now, c.rest[1:]
		}
		err := c.now.next(row)
		if err != io.EOF {
			return err
		}
		c.now = nil
	}
}

// openStrings reads the lines of the strings at a place.
func (r *Reader) openStrings(d doc, place Place) (source, error) {
	targets, err := locate(d, place)
	if err != nil {
		return nil, err
	}
	c := new(chain)
	for _, t := range targets {
		if t.first == Text {
			c.rest = append(c.rest, func() (source, error) {
				d, err := r.text(t)
				return newLines(d), err
			})
		}
	}
	r.form.Format, r.form.Body = "json", 1
	return c, nil
}

// openParts reads the rows at a place with an index or |fromjson in it: it is followed up to the
// last of these, and what is there is read as a document of its own.
func (j *jsonRows) openParts(p Place) (source, error) {
	if o, err := j.outline(nil); err != nil {
		return nil, err
	} else if o != nil {
		if f, ok := mcpPlace(o.root, p); ok {
			return j.r.plan(j.d, o.root, f)
		}
		n := 0
		for p[n].kind != hopIndex && p[n].kind != hopJSON {
			n++
		}
		j.r.around(o.root, finding{place: p[:n]})
	}
	docs, at := []doc{j.d}, p
	for !at.plain() {
		n := 0
		for at[n].kind != hopIndex && at[n].kind != hopJSON {
			n++
		}
		var err error
		if docs, err = j.r.follow(docs, at[:n+1]); err != nil {
			return nil, err
		}
		at = at[n+1:]
	}
	if len(docs) == 0 {
		j.r.nothing("")
	}
	rows, err := j.r.openDocs(docs, at)
	j.r.form.Format, j.r.form.RowsAt = "json", p.String()
	return rows, err
}

// follow returns the documents that a place in docs leads to, whose last hop is an index or
// |fromjson.
func (r *Reader) follow(docs []doc, p Place) (next []doc, err error) {
	inner := p[len(p)-1].kind == hopJSON
	if inner {
		p = p[:len(p)-1]
	}
	for _, d := range docs {
		targets, err := locate(d, p)
		if err != nil {
			return nil, err
		}
		for _, t := range targets {
			at := t.doc
			if inner {
				if t.first != Text {
					continue
				}
				if at, err = r.text(t); err != nil {
					return nil, err
				}
			}
			if next = append(next, at); len(next) > maxTargets {
				return nil, fmt.Errorf("locate %s: more than %d values", p, maxTargets)
			}
		}
	}
	return next, nil
}

// openDocs reads the rows at a place in each of docs, which have been found inside the input. If
// there are several, all rows are in the second body.
func (r *Reader) openDocs(docs []doc, p Place) (source, error) {
	c := new(chain)
	for _, d := range docs {
		c.rest = append(c.rest, func() (source, error) {
			if len(docs) > 1 && d.body == 0 {
				copied, err := r.decode(func(w io.Writer) error {
					_, err := io.Copy(w, d.open(d.off))
					return err
				})
				if err != nil {
					return nil, err
				}
				d = copied
			}
			return r.openDoc(d, p)
		})
	}
	return c, nil
}

// openDoc reads the rows at a place in a whole document; with an empty place, where they are found.
// What isn't one JSON value has none.
func (r *Reader) openDoc(d doc, p Place) (source, error) {
	root, err := d.outline(p)
	if err != nil || root == nil {
		return new(chain), err
	}
	f := finding{}
	if len(p) == 0 {
		f = find(root)
	} else {
		f = findPlace(root, p)
	}
	r.around(root, f)
	return r.rowsOf(d, f)
}

// outline returns the outline of d if it is one JSON value and nothing else, nil if it isn't.
func (d doc) outline(wanted Place) (*part, error) {
	o := newOutline(d, wanted)
	t, err := o.lex.Next()
	if err == nil {
		err = o.read(t)
	}
	if err == nil {
		_, err = o.lex.Next()
	}
	switch err.(type) {
	case nil, *SyntaxError, *IncompleteError:
		return nil, nil
	}
	if err == io.EOF && o.root.count() > 0 {
		return o.root, nil
	}
	if err == io.EOF {
		return nil, nil
	}
	return nil, err
}
