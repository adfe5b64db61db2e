package stat

import "strings"

// Words that say what a column is, in lower case, as the last word of its name.
var (
	identifierWords = []string{"id", "ids", "key", "number", "code", "zip"}

	// Words that end in "id" without meaning it.
	notIdentifiers = words("paid unpaid prepaid bid bids grid valid invalid void avoid mid " +
		"fluid liquid solid covid hybrid rapid acid aid")

	quantityWords = words("amount amounts price total subtotal cost costs sum revenue profit fee fees " +
		"tax balance paid salary budget value qty quantity count counts units size bytes length " +
		"duration elapsed ms millis seconds secs minutes hours days latency weight volume score usd eur")

	timeWords = words("time timestamp ts at date datetime epoch created updated modified expires " +
		"since until start end started ended finished")
)

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// lastWord returns the last word of a name, in lower case: "id" of "user.accountId", "order-id"
// and "ACCOUNT_ID", "postcode" of "postcode".
func lastWord(name string) string {
	name = strings.TrimRight(name, "[]")
	end := len(name)
	i := end
	for i > 0 && isWordByte(name[i-1]) {
		i--
		upper := isUpper(name[i])
		if upper && i+1 < end && !isUpper(name[i+1]) || upper && i > 0 && isLower(name[i-1]) {
			break
		}
	}
	return strings.ToLower(name[i:end])
}

func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' }
func isLower(b byte) bool { return b >= 'a' && b <= 'z' }

func isWordByte(b byte) bool {
	return isUpper(b) || isLower(b) || b >= '0' && b <= '9' || b >= 0x80
}

// isIdentifier tells whether the word ends in id, key, number, code or zip.
func isIdentifier(word string) bool {
	for _, w := range identifierWords {
		if strings.HasSuffix(word, w) {
			return !notIdentifiers[word]
		}
	}
	return false
}

func isQuantity(word string) bool { return quantityWords[word] }

// instants are the ranges in which an integer may be a Unix time, of the years 1990 to 2100, in
// seconds, milliseconds, microseconds or nanoseconds.
var instants = func() (r [4][2]num) {
	from, to := int64(631152000), int64(4102444800)
	for i := range r {
		r[i] = [2]num{{coef: from, fast: true}, {coef: to, fast: true}}
		if from, to = from*1000, to*1000; i == 2 {
			to = 1<<63 - 1
		}
	}
	return r
}()

func (c *column) areInstants(word string) bool {
	if !timeWords[word] || !c.min.fast || !c.max.fast || c.numbers == 0 {
		return false
	}
	for _, r := range instants {
		if compareFast(&c.min.num, &r[0]) >= 0 && compareFast(&c.max.num, &r[1]) <= 0 {
			return true
		}
	}
	return false
}
