package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
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

// cuts says how many values of whole are cut in shown, or that shown is no head of it.
func cuts(shown, whole node) (int, error) {
	if shown.kind != whole.kind {
		return 0, fmt.Errorf("a value of another kind: %q for %q", shown.kind, whole.kind)
	}
	switch whole.kind {
	case '{':
		return cutMembers(shown, whole)
	case '[':
		return cutElements(shown, whole)
	case '"':
		if shown.text == whole.text {
			return 0, nil
		}
		head, ok := strings.CutSuffix(shown.text, "…")
		if !ok || !strings.HasPrefix(whole.text, head) || len(head) >= len(whole.text) {
			return 0, fmt.Errorf("no head of the string: %.80q of %.80q", shown.text, whole.text)
		}
		return 1, nil
	}
	if shown.text != whole.text {
		return 0, fmt.Errorf("%q, and it was %q", shown.text, whole.text)
	}
	return 0, nil
}

// cutElements wants the first elements of the array, each whole or cut itself.
func cutElements(shown, whole node) (int, error) {
	if len(shown.kids) > len(whole.kids) {
		return 0, fmt.Errorf("%d elements of %d", len(shown.kids), len(whole.kids))
	}
	sum := 0
	if len(shown.kids) < len(whole.kids) {
		sum++
	}
	for i := range shown.kids {
		n, err := cuts(shown.kids[i], whole.kids[i])
		if err != nil {
			return 0, fmt.Errorf("element %d: %w", i, err)
		}
		sum += n
	}
	return sum, nil
}

// cutMembers wants the first members of the object, in order, and beside them the true sizes of
// those that are cut.
func cutMembers(shown, whole node) (int, error) {
	sum, at := 0, 0
	sizes := map[string]bool{}
	for i, key := range shown.keys {
		if at < len(whole.keys) && key == whole.keys[at] {
			n, err := cuts(shown.kids[i], whole.kids[at])
			if err != nil {
				return 0, fmt.Errorf("member %q: %w", key, err)
			}
			for name, size := range sizesOf(key, shown.kids[i], whole.kids[at]) {
				sizes[name+" "+strconv.Itoa(size)] = true
			}
			sum, at = sum+n, at+1
			continue
		}
		name := strings.TrimPrefix(key, "toolfit_") + " " + shown.kids[i].text
		if !sizes[name] && !strings.HasPrefix(name, "members_total ") {
			return 0, fmt.Errorf("member %q:%s isn't in the row, after %q",
				key, shown.kids[i].text, shown.keys[:i])
		}
		delete(sizes, name)
	}
	if at < len(whole.keys) {
		sum++
	}
	if len(sizes) > 0 {
		return 0, fmt.Errorf("sizes that are not told: %v, in %q", sizes, shown.keys)
	}
	return sum, nil
}

// sizesOf names what must stand beside a member that is cut, and what it must say.
func sizesOf(key string, shown, whole node) map[string]int {
	switch {
	case whole.kind == '"' && shown.text != whole.text:
		return map[string]int{key + "_bytes": len(whole.text)}
	case whole.kind == '[' && len(shown.kids) < len(whole.kids):
		return map[string]int{
			key + "_returned": len(shown.kids), key + "_total": len(whole.kids)}
	case whole.kind == '{' && ownMembers(shown, whole) < len(whole.keys):
		return map[string]int{key + "_members_total": len(whole.keys)}
	}
	return nil
}

// ownMembers counts the members of shown that are the object's own.
func ownMembers(shown, whole node) int {
	at := 0
	for _, key := range shown.keys {
		if at < len(whole.keys) && key == whole.keys[at] {
			at++
		}
	}
	return at
}
