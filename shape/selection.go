package shape

import (
	"github.com/toolfit/toolfit/shape/stat"
	"github.com/toolfit/toolfit/shape/token"
)

// selection is a summary in the making: which form of each field is in it.
type selection struct {
	count  *token.Counter
	fields []stat.Field
	limit  int
	picked []int // index of a form, -1: the field is out
	cost   [][]int
	used   int // tokens, as the sum of parts: about what the whole has
}

func newSelection(count *token.Counter, fields []stat.Field, limit int) *selection {
	s := &selection{count: count, fields: fields, limit: limit}
	s.used = count.Count([]byte("\"summary\":{},\n"))
	for i := range fields {
		s.picked = append(s.picked, -1)
		cost := make([]int, len(fields[i].Forms))
		for j, form := range fields[i].Forms {
			part := quoted(nil, fields[i].Name)
			cost[j] = count.Count(append(append(append(part, ':'), form...), ','))
		}
		s.cost = append(s.cost, cost)
	}
	return s
}

// try puts form j of field i in if there is room, and tells whether it did.
func (s *selection) try(i, j int) bool {
	used := s.used + s.cost[i][j]
	if old := s.picked[i]; old >= 0 {
		used -= s.cost[i][old]
	}
	if used > s.limit {
		return false
	}
	s.used, s.picked[i] = used, j
	return true
}

// lengthen puts the longest form of a field in that there is room for, from form j on.
func (s *selection) lengthen(i, j int) {
	for ; s.picked[i] >= 0 && j < s.picked[i]; j++ {
		if s.try(i, j) {
			return
		}
	}
}

// choice returns the summary. Should the whole have more tokens than its parts, fields give way
// from the end.
func (s *selection) choice() choice {
	for i := len(s.fields) - 1; i >= 0 && s.tokens() > s.limit; i-- {
		s.picked[i] = -1
	}
	list := s.members()
	return choice{list, len(s.fields) - len(list)}
}

func (s *selection) tokens() int {
	return s.count.Count(append(members([]byte(`"summary":`), s.members()), ",\n"...))
}

func (s *selection) members() []Member {
	var list []Member
	for i, j := range s.picked {
		if j >= 0 {
			list = append(list, Member{s.fields[i].Name, s.fields[i].Forms[j]})
		}
	}
	return list
}
