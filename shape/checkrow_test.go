package shape_test

import (
	"testing"

	"github.com/toolfit/toolfit/shape"
)

func TestShows(t *testing.T) {
	const row = `{"a":1,"s":"seven words","l":[1,[2,3],4],"o":{"x":1,"y":2,"z":3},"a":2}`
	for _, c := range []struct {
		item       string
		shows, cut bool
	}{
		{row, true, false},
		{`{"a":1,"s":"sev…","s_bytes":11,"l":[1],"l_returned":1,"l_total":3,"_members_total":5}`, true, true},
		{`{"a":1,"s":"seven words","l":[1,[2]],"l_returned":2,"l_total":3,"l[1]_returned":1,"l[1]_total":2,"o":{"x":1},"o_members_total":3,"a":2}`, true, true},
		{`{"a":2,"s":"seven words","l":[1,[2,3],4],"o":{"x":1,"y":2,"z":3},"a":2}`, false, true},
		{`{"a":1,"s":"six…","s_bytes":11}`, false, true},
		{`{"s":"sev…","s_bytes":11}`, false, true},
		{`{"a":1,"more":2}`, false, true},
		{`{"a":1,"s":"seven words","l":[1,[2,3],4,5]}`, false, true},
		{`["a"]`, false, true},
	} {
		if shows, cut := shape.Shows([]byte(c.item), []byte(row)); shows != c.shows || cut != c.cut {
			t.Errorf("%s: %t, %t", c.item, shows, cut)
		}
	}
	if shows, _ := shape.Shows([]byte(`[1,"… 9 in all"]`), []byte(`[1,2,3,4,5,6,7,8,9]`)); !shows {
		t.Error("a list that says how long it was is refused")
	}
}
