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
		if int(id) < len(l.locator.seen) && l.locator.seen[id] || id == 0 {
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
