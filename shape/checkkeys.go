package shape

import "strconv"

// A keyRule is one key of an envelope or of its footer: what its value has to be.
type keyRule struct {
	name string
	is   valueKind
	must bool // it is always there
}

// A valueKind is a kind of value, in words, and what tells it.
type valueKind struct {
	words string
	is    func(raw []byte) bool
}

var (
	isBool  = valueKind{"true or false", func(v []byte) bool { return v[0] == 't' || v[0] == 'f' }}
	isTrue  = valueKind{"true", func(v []byte) bool { return v[0] == 't' }}
	isCount = valueKind{"a whole number", func(v []byte) bool { return countOf(v) >= 0 }}
	isMore  = valueKind{"a whole number over 0", func(v []byte) bool { return countOf(v) > 0 }}
	isText  = valueKind{"a string that isn't empty",
		func(v []byte) bool { return v[0] == '"' && len(v) > 2 }}
	isString = valueKind{"a string", func(v []byte) bool { return v[0] == '"' }}
	isMaybe  = valueKind{"null or a string that isn't empty",
		func(v []byte) bool { return v[0] == 'n' || isText.is(v) }}
	isBytes = valueKind{`"bytes"`, func(v []byte) bool { return string(v) == `"bytes"` }}
	isObj   = valueKind{"an object", func(v []byte) bool { return v[0] == '{' }}
	isList  = valueKind{"an array", func(v []byte) bool { return v[0] == '[' }}
	isTexts = valueKind{"an array of strings", func(v []byte) bool {
		if v[0] != '[' {
			return false
		}
		list, _ := partsOf(v, 0)
		for _, p := range list {
			if v[p.start] != '"' {
				return false
			}
		}
		return true
	}}
)

// countOf returns the whole number that raw is, or -1.
func countOf(raw []byte) int64 {
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil || n < 0 || raw[0] == '+' || raw[0] == '-' {
		return -1
	}
	return n
}

// The keys of an envelope, of its footer and of an error, in their order.
var (
	envelopeKeys = []keyRule{
		{"error", isObj, false}, {"truncated", isBool, true}, {"total", isCount, true},
		{"returned", isCount, true}, {"offset", isMore, false}, {"unit", isBytes, false},
		{"scanned", isCount, false}, {"handle", isMaybe, false}, {"next_cursor", isMaybe, false},
		{"clipped", isMore, false}, {"fields_omitted", isTexts, false}, {"rows_at", isText, false},
		{"upstream", isObj, false}, {"upstream_more", isTrue, false}, {"warnings", isTexts, false},
		{"summary_omitted", isMore, false}, {"summary", isObj, false}, {"columns", isTexts, false},
		{"items", isList, true}, {"header", isString, false}, {"tail", isList, false},
		{"tail_offset", isCount, false}, {"end", isObj, true},
	}
	endKeys = []keyRule{
		{"filter", isText, false}, {"next", isText, false}, {"truncated", isBool, true},
		{"total", isCount, true}, {"returned", isCount, true},
	}
	bareKeys = []keyRule{
		{"error", isObj, true}, {"removed", isTexts, false}, {"bytes", isCount, false},
		{"damaged", isTexts, false}, {"end", isObj, true}, // rm and gc tell what they did even so
	}
	bareEndKeys = []keyRule{{"error", isText, true}}
	errorKeys   = []keyRule{
		{"code", isText, true}, {"retryable", isBool, true}, {"retry_after_seconds", isMore, false},
		{"detail", isText, true}, {"next", isText, true}, {"ref", isText, true},
	}
)

// keys checks the keys of the envelope, its footer and its error. If one of them is wrong nothing
// more can be said of the figures, and it returns false.
func (c *checker) keys() bool {
	rules, ends := envelopeKeys, endKeys
	if c.at("error") != nil && c.at("items") == nil {
		rules, ends = bareKeys, bareEndKeys
	}
	c.keysOf("", c.text, c.parts, rules)
	c.membersOf("end.", c.at("end"), ends)
	c.membersOf("error.", c.at("error"), errorKeys)
	return len(c.broken) == 0
}

func (c *checker) membersOf(around string, value []byte, rules []keyRule) {
	if value == nil || value[0] != '{' {
		return
	}
	parts, _ := partsOf(value, 0)
	c.keysOf(around, value, parts, rules)
}

// keysOf checks that the members are those of the rules, in their order, none twice.
func (c *checker) keysOf(around string, text []byte, parts []part, rules []keyRule) {
	last, seen := -1, map[string]bool{}
	for _, p := range parts {
		at := ruleNamed(rules, p.name)
		switch {
		case seen[p.name]:
			c.breaks("keys", "%s%.40s stands there twice", around, p.name)
		case at < 0:
			c.breaks("keys", "%s%.40q is no key of the contract here", around, p.name)
		case at < last:
			c.breaks("order", "%s%s stands behind %s", around, p.name, rules[last].name)
		case !rules[at].is.is(text[p.start:p.end]):
			c.breaks("types", "%s%s is %.40s, not %s",
				around, p.name, text[p.start:p.end], rules[at].is.words)
		}
		seen[p.name], last = true, max(last, at)
	}
	for _, r := range rules {
		if r.must && !seen[r.name] {
			c.breaks("keys", "there is no %s%s", around, r.name)
		}
	}
}

func ruleNamed(rules []keyRule, name string) int {
	for i := range rules {
		if rules[i].name == name {
			return i
		}
	}
	return -1
}
