package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A node is a JSON value with what a comparison must see: members in order, duplicates kept,
// numbers as written.
type node struct {
	kind byte // '{', '[', '"', or '0' for what is compared as text
	text string
	keys []string
	kids []node
}

func parse(text []byte) (node, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return parseNext(d)
}

func parseNext(d *json.Decoder) (node, error) {
	t, err := d.Token()
	if err != nil {
		return node{}, err
	}
	switch v := t.(type) {
	case json.Delim:
		return parseInside(d, byte(v))
	case string:
		return node{kind: '"', text: v}, nil
	default:
		return node{kind: '0', text: fmt.Sprint(v)}, nil
	}
}

func parseInside(d *json.Decoder, kind byte) (node, error) {
	n := node{kind: kind}
	for d.More() {
		if kind == '{' {
			key, err := d.Token()
			if err != nil {
				return n, err
			}
			n.keys = append(n.keys, key.(string))
		}
		kid, err := parseNext(d)
		if err != nil {
			return n, err
		}
		n.kids = append(n.kids, kid)
	}
	_, err := d.Token()
	return n, err
}

// A cutting is what a comparison finds cut in a value: how many values in it, and what has to be
// told beside the innermost member around, as endings of that member's name.
type cutting struct {
	n    int
	told []string // "_bytes 120", "[3]_total 14"
}

// Where a value stands decides how a cut is told: beside a member, in an object; behind the last
// element, of an array without a member around it.
type place int

const (
	bare   place = iota // no member is around it
	member              // it is a member's value
	inside              // it is an element, and a member is around it
)

// compare says what is cut in shown, or that shown is no head of whole that tells what is missing.
func compare(shown, whole node, at place) (cutting, error) {
	if shown.kind != whole.kind {
		return cutting{}, fmt.Errorf("a value of another kind: %q for %q", shown.kind, whole.kind)
	}
	switch {
	case whole.kind == '{':
		return compareMembers(shown, whole, at)
	case whole.kind == '[':
		return compareElements(shown, whole, at)
	case shown.text == whole.text:
		return cutting{}, nil
	}
	head, ok := strings.CutSuffix(shown.text, "…")
	if whole.kind != '"' || !ok || !strings.HasPrefix(whole.text, head) || len(head) >= len(whole.text) {
		return cutting{}, fmt.Errorf("%.80q is no head of %.80q", shown.text, whole.text)
	}
	if at == member {
		return cutting{1, []string{fmt.Sprint("_bytes ", len(whole.text))}}, nil
	}
	return cutting{n: 1}, nil
}

// compareElements wants the first elements of the array, each whole or cut itself.
func compareElements(shown, whole node, at place) (c cutting, err error) {
	kept, below := shown.kids, inside
	if at == bare {
		below = bare
		mark := fmt.Sprintf("… %d in all", len(whole.kids))
		if k := len(kept) - 1; k >= 0 && k < len(whole.kids) && kept[k].kind == '"' && kept[k].text == mark {
			kept, c.n = kept[:k], 1
		}
	}
	switch {
	case len(kept) > len(whole.kids) || at == bare && c.n == 0 && len(kept) < len(whole.kids):
		return c, fmt.Errorf("%d elements of %d", len(kept), len(whole.kids))
	case at != bare && len(kept) < len(whole.kids):
		c.n = 1
		c.told = []string{fmt.Sprint("_returned ", len(kept)), fmt.Sprint("_total ", len(whole.kids))}
	}
	for i := range kept {
		in, err := compare(kept[i], whole.kids[i], below)
		if err != nil {
			return c, fmt.Errorf("element %d: %w", i, err)
		}
		c.n += in.n
		for _, told := range in.told {
			c.told = append(c.told, fmt.Sprintf("[%d]%s", i, told))
		}
	}
	return c, nil
}

// compareMembers wants the first members of the object, in order, and behind each what has to be
// told of it.
func compareMembers(shown, whole node, at place) (c cutting, err error) {
	i, n := 0, 0 // members seen of shown, and of whole
	for ; i < len(shown.keys) && n < len(whole.keys) && shown.keys[i] == whole.keys[n]; n++ {
		in, err := compare(shown.kids[i], whole.kids[n], member)
		if err == nil {
			i++
			err = toldBehind(shown, i, whole.keys[n], in.told)
		}
		if err != nil {
			return c, fmt.Errorf("member %q: %w", whole.keys[n], err)
		}
		c.n += in.n
		i += len(in.told)
	}
	if n < len(whole.keys) {
		c.n++
		total := fmt.Sprint("_members_total ", len(whole.keys))
		if at == member {
			c.told = []string{total}
		} else if err := toldBehind(shown, i, "", []string{total}); err != nil {
			return c, err
		} else {
			i++
		}
	}
	if i < len(shown.keys) {
		return c, fmt.Errorf("member %q isn't in the row, after %q", shown.keys[i], shown.keys[:i])
	}
	return c, nil
}

// A name that the row has already gets this before it.
var made = regexp.MustCompile(`^(toolfit_)+`)

// toldBehind checks that the members from i on say what is to be told of member key: "NAME SIZE"
// each, NAME being what is added to the key.
func toldBehind(o node, i int, key string, told []string) error {
	if len(o.keys) < i+len(told) {
		return fmt.Errorf("not told: %q", told)
	}
	var want, have []string
	for j, t := range told {
		want = append(want, key+t)
		have = append(have, made.ReplaceAllString(o.keys[i+j], "")+" "+o.kids[i+j].text)
	}
	slices.Sort(want)
	slices.Sort(have)
	if !slices.Equal(have, want) {
		return fmt.Errorf("told %q, not %q", have, want)
	}
	return nil
}
