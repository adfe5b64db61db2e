package query

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of Near: how many names come back, and how long, in bytes, a name may be to be compared.
const (
	maxNear     = 3
	maxNearName = 100
)

// Near gives the names most like the given one, at most three, nearest first: those that differ
// in upper and lower case only, or in at most a third of their letters (and in one, at the least).
// Two letters that changed places count as one difference.
func Near(name string, names []string) []string {
	if len(name) > maxNearName {
		return nil
	}
	type near struct {
		name string
		dist int
	}
	var found []near
	lower := strings.ToLower(name)
	for _, n := range names {
		if n == name || len(n) > maxNearName {
			continue
		}
		d := distance(lower, strings.ToLower(n))
		if d <= max(1, utf8.RuneCountInString(name)/3) {
			found = append(found, near{n, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.dist, b.dist) })
	var out []string
	for _, f := range found[:min(len(found), maxNear)] {
		out = append(out, f.name)
	}
	return out
}

// distance counts the letters to insert, remove, change or swap with their neighbour to turn a
// into b (optimal string alignment).
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	before, last, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i := range s {
		row[0] = i + 1
		for j := range t {
			cost := 1
			if s[i] == t[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(t)]
}
