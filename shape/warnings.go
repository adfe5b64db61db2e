package shape

import (
	"fmt"
	"strings"

	"github.com/toolfit/toolfit/shape/query"
)

// warnings tells on how many rows an expression failed.
func (l *loop) warnings() []string {
	var list []string
	if l.failed > 0 {
		list = append(list, fmt.Sprintf("--where failed on %d rows: %.80s", l.failed, l.cause))
	}
	if l.unsorted > 0 {
		list = append(list, fmt.Sprintf("--sort or --key failed on %d rows: they are sorted as null", l.unsorted))
	}
	if n := l.project.failed; n > 0 {
		list = append(list, fmt.Sprintf("--fields failed on %d of the rows shown: %.80s", n, l.project.cause))
	}
	return list
}

// nowhere tells of paths in the request that lead nowhere in any row, and of names like them.
func (l *loop) nowhere(names []string) []string {
	if l.scanned == 0 {
		return nil
	}
	var list []string
	for _, id := range l.named {
		if l.somewhere(id) {
			continue
		}
		w := fmt.Sprintf("no row has %.60s", l.paths.Name(id))
		if near := l.near(id, names); len(near) > 0 {
			w += "; did you mean " + strings.Join(near, ", ") + "?"
		}
		list = append(list, w)
	}
	return list
}

// somewhere tells whether some row has something at a path. The values of an object, which "each"
// leads to, have paths of their own.
func (l *loop) somewhere(id int32) bool {
	if id == 0 || l.has(id) {
		return true
	}
	for other := range int32(l.paths.Len()) {
		if l.has(other) && l.covers(id, other) {
			return true
		}
	}
	return false
}

// has tells whether some row has a value at a path: one that the request doesn't name got its id
// from a row.
func (l *loop) has(id int32) bool {
	return int(id) >= len(l.locator.seen) || l.locator.seen[id]
}

// covers tells whether a path leads to all values of another one.
func (l *loop) covers(id, other int32) bool {
	for id != other && id != 0 && other != 0 {
		same := l.paths.IsEach(id) || !l.paths.IsEach(other) && l.paths.Key(id) == l.paths.Key(other)
		if !same {
			return false
		}
		id, other = l.paths.Parent(id), l.paths.Parent(other)
	}
	return id == other
}

// near returns paths that some row has and that look like one that none has: the first name in it
// that is nowhere may be misspelt.
func (l *loop) near(id int32, names []string) []string {
	for parent := l.paths.Parent(id); parent > 0 && !l.locator.seen[parent]; parent = l.paths.Parent(id) {
		id = parent
	}
	if l.paths.Parent(id) == 0 {
		return query.Near(l.paths.Key(id), names)
	}
	var siblings []string
	for other := range int32(l.paths.Len()) {
		if l.paths.Parent(other) == l.paths.Parent(id) && other != id {
			siblings = append(siblings, l.paths.Name(other))
		}
	}
	return query.Near(l.paths.Name(id), siblings)
}
