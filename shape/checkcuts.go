package shape

import "bytes"

// leastCut is how many tokens a harness leaves of an envelope at least when it cuts it, for the
// sign of truncation to be among them.
const leastCut = 100

// sign says that not everything is shown.
var sign = []byte(`"truncated":true`)

// cuts checks that any head and any tail of leastCut tokens or more has the sign of truncation.
func (c *checker) cuts() {
	counter := c.o.Counter
	if counter == nil {
		counter = openBase()
	}
	head := c.text[:counter.Prefix(c.text, leastCut)]
	if !bytes.Contains(head, sign) && !bytes.Contains(head, []byte(`"error":{`)) {
		c.breaks("cut", "the first %d tokens have no sign of truncation", leastCut)
	}
	at := bytes.LastIndex(c.text, sign)
	if at < 0 || !counter.Fits(c.text[at:], leastCut) {
		c.breaks("cut", "the last %d tokens have no sign of truncation", leastCut)
	}
}
