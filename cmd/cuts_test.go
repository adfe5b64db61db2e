package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolfit/toolfit/shape"
)

// cutOffsets is at how many places, evenly spread, an envelope is cut beside the ends of its lines.
const cutOffsets = 200

// visible is how many bytes a cut leaves at least for the status to be among them: 100 tokens have
// more.
const visible = 400

// cutsTell cuts an envelope as a harness does that knows nothing of it: behind every line and at 200
// places it keeps the head, the tail, or both without what is between. Whatever is kept tells that
// something is gone: by the sign of truncation, by being broken JSON with the status visible, or by
// a count that the items belie. (Of an envelope that shows everything, what is taken out between
// two lines, but for the summary: nothing that stands elsewhere can tell of that, or of a letter that
// is gone from a string.)
func cutsTell(out []byte) error {
	var lines []int
	for i, c := range out[:len(out)-1] {
		if c == '\n' {
			lines = append(lines, i+1)
		}
	}
	at := slices.Clone(lines)
	for i := range cutOffsets {
		at = append(at, (i+1)*len(out)/(cutOffsets+1))
	}
	items := bytes.Index(out, []byte("\"items\":[\n"))
	between := slices.DeleteFunc(slices.Clone(lines), func(n int) bool { return n == items })
	if shows(out, "truncated", "true") {
		between = at
	}
	for _, n := range at {
		if n > 0 && (!tells(out[:n]) || !tells(out[n:])) {
			return fmt.Errorf("cut at byte %d it tells nothing:\n%.900s", n, out)
		}
	}
	for i, n := range between {
		other := between[(i*7+3)%len(between)]
		from, to := min(n, other), max(n, other)
		if from < to && !tells(slices.Concat(out[:from], out[to:])) {
			return fmt.Errorf("without bytes %d to %d it tells nothing:\n%.900s", from, to, out)
		}
	}
	return nil
}

// shows tells whether a member is visible, quoted or not.
func shows(text []byte, name, value string) bool {
	return bytes.Contains(text, []byte(`"`+name+`":`+value)) ||
		bytes.Contains(text, []byte(`\"`+name+`\":`+value))
}

func tells(cut []byte) bool {
	switch {
	case shows(cut, "truncated", "true") || shows(cut, "error", ""):
		return true
	case !json.Valid(cut):
		return len(cut) < visible || shows(cut, "truncated", "")
	}
	return len(shape.Check(cut, shape.CheckOptions{})) > 0
}
