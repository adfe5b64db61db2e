package token

import (
	"cmp"
	"slices"
	"strings"
)

// maxNear is how many near names an UnknownError lists.
const maxNear = 3

// near returns the names that are like name, the nearest first: no more than a third of its
// letters are to be changed, or one begins with the other. Case does not count.
func near(name string, names []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	name = strings.ToLower(name[:min(len(name), 64)])
	var found []candidate
	for _, n := range names {
		d := distance(name, n)
		begins := len(name) > 2 && (strings.HasPrefix(n, name) || strings.HasPrefix(name, n))
		if d <= max(2, len(name)/3) && d < len(name) || begins {
			found = append(found, candidate{n, d})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	var out []string
	for _, c := range found[:min(len(found), maxNear)] {
		out = append(out, c.name)
	}
	return out
}

// distance returns how many bytes have to be inserted, removed or replaced to make a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
