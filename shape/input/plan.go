package input

import "io"

// steps returns p as the scanner takes it, which knows names and "each" only.
func (p Place) steps() []Step {
	steps := make([]Step, len(p))
	for i, h := range p {
		steps[i] = Step{Name: h.name, Each: h.kind == hopEach}
	}
	return steps
}

// plain reports whether the scanner can follow p by itself.
func (p Place) plain() bool {
	for _, h := range p {
		if h.kind == hopIndex || h.kind == hopJSON {
			return false
		}
	}
	return true
}

// has reports whether some hop of p is the member of that name.
func (p Place) has(name string) bool {
	for _, h := range p {
		if h.kind == hopName && h.name == name {
			return true
		}
	}
	return false
}

// openAt reads the rows at a place that was asked for. They are found while streaming if what is
// there are arrays of objects or scalars; for all else, the document is read twice.
func (j *jsonRows) openAt(p Place) (source, error) {
	if list, values := p.list(); p.plain() && !p.has("content") {
		j.bare, j.asked = !values && len(p) > 0, p
		if len(p) == 0 {
			return j.openDocument()
		}
		if values {
			return j.stream(true, p, true), nil
		}
		return j.stream(true, list, false), nil
	}
	return j.openOutline(p)
}

// openDocument reads what --rows . means: the elements of an array at the root, or the document, or
// its members where these are wanted.
func (j *jsonRows) openDocument() (source, error) {
	c, err := j.r.firstByte()
	if err != nil {
		return nil, err
	}
	if c == '{' && j.r.opts.Members { // of one value, so that there is an outline
		o, err := j.outline(nil)
		if err != nil {
			return nil, err
		}
		return j.r.plan(j.d, o.root, finding{how: asMap, place: Place{}})
	}
	return j.stream(c != '[', nil, true), nil
}

// openObject reads a document that begins as an object: to its end, to learn what is in it, and
// once more for its rows. If it isn't the only value, each value is a row.
func (j *jsonRows) openObject() (source, error) {
	o, err := j.outline(nil)
	if err != nil {
		return nil, err
	}
	if o == nil {
		if j.strict {
			return nil, &DamageError{Off: -1, Detail: "parse JSON: more than one value"}
		}
		return j.stream(true, nil, true), nil
	}
	return j.r.plan(j.d, o.root, find(o.root))
}

// openOutline reads the rows at a place that takes a second look.
func (j *jsonRows) openOutline(p Place) (source, error) {
	if !p.plain() {
		return j.openParts(p)
	}
	bare := j.bare
	j.bare = false
	o, err := j.outline(p)
	if err != nil {
		return nil, err
	}
	if o == nil {
		// Several documents: what is at the place in each is a row, unless it is a list of lists.
		values := bare && !j.nested
		j.asked = p
		return j.stream(true, p, values), nil
	}
	return j.r.plan(j.d, o.root, findPlace(o.root, p))
}

// outline reads one document and makes an outline of it; wanted has a part whatever the bounds.
// It returns nil if more values follow. A document that is cut has an outline too.
func (j *jsonRows) outline(wanted Place) (*outline, error) {
	o := newOutline(j.d, wanted)
	t, err := o.lex.Next()
	if err == nil {
		err = o.read(t)
	}
	if err == nil {
		if _, err = o.lex.Next(); err == nil {
			return nil, nil
		}
	}
	if err == io.EOF {
		if o.root.count() == 0 {
			return nil, j.r.blank()
		}
		return o, nil
	}
	again := j.end(err)
	if damage, ok := again.(*DamageError); ok && damage.Incomplete {
		o.close()
		j.r.damage = damage
		return o, nil
	}
	return nil, again
}

// plan opens a source for what was found in d, and notes what is around it.
func (r *Reader) plan(d doc, root *part, f finding) (source, error) {
	r.around(root, f)
	rows, err := r.rowsOf(d, f)
	_, n := root.nearest(f.place)
	if r.opts.Rows != nil && n < len(f.place) && f.place[n].kind != hopEach {
		r.nothing("")
	}
	if r.form.RowsAt == "" && len(f.place) > 0 {
		r.form.RowsAt = f.place.String()
	}
	r.found.Record = f.record
	r.warnWords()
	return rows, err
}

// nothing warns that there is nothing at the place that was asked for, and why.
func (r *Reader) nothing(why string) {
	r.warn("nothing at " + r.opts.Rows.String() + why)
	r.form.RowsAt = r.opts.Rows.String()
}

// rowsOf opens a source of the rows of a finding.
func (r *Reader) rowsOf(d doc, f finding) (source, error) {
	j := &jsonRows{r: r, d: d, final: true}
	switch f.how {
	case asMap:
		return r.openMap(d, f.place)
	case asTable:
		return r.openZip(d, f)
	case asLines:
		return r.openStrings(d, f.place)
	case asMCP:
		return r.openContent(d, f.place)
	case asValue:
		return j.stream(true, f.place, true), nil
	}
	return j.stream(true, f.place, false), nil
}

// findPlace says how the rows at a place that was asked for are made. If they would have been
// found there anyway, they are made as they would have been then. Else an array gives its
// elements, an object its members with their names, a string its lines; but where the place spreads
// over several lists, what is there and is no array is a row.
func findPlace(root *part, p Place) finding {
	if f, ok := mcpPlace(root, p); ok {
		return f
	}
	if f := find(root); len(p) > 0 && f.how != asMCP && f.place.String() == p.String() {
		return f
	}
	f := finding{how: asValue, place: p}
	if len(p) == 0 && root.is(Array) {
		f.how = asList
	}
	if _, values := p.list(); values || len(p) == 0 {
		return f
	}
	parts := root.parts(p)
	var seen [Object + 1]bool
	for _, q := range parts {
		for k := range q.seen {
			seen[k] = seen[k] || q.seen[k] > 0
		}
	}
	switch {
	case seen[Array] && len(parts) == 1 && parts[0].parent.isTable(p):
		f, _ = parts[0].parent.table()
	case seen[Array] || len(parts) == 0:
		f.how = asList
	case p.spreads():
	case seen[Object]:
		f.how = asMap
	case seen[String]:
		f.how = asLines
	}
	return f
}

// isTable reports whether the rows of a table in p are at this place.
func (p *part) isTable(rows Place) bool {
	f, ok := p.table()
	return ok && f.place.String() == rows.String()
}
