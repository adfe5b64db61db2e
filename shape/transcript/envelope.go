package transcript

import (
	"bytes"
	"io"
	"strconv"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/token"
)

// maxEnvelope is how large an envelope may be, as a string in the transcript, to be taken for one.
const maxEnvelope = 1 << 20

// envelope returns the stub of a text that is an envelope whose rows are stored under its handle.
// It is nil for any other text, and for an envelope whose handle names nothing, or other rows than
// it counts, as the envelope of a string in slices: these are stored as they are.
func (c *compaction) envelope(s span) (*stub, error) {
	if s.end-s.off > maxEnvelope {
		return nil, nil
	}
	text, err := io.ReadAll(c.open(s))
	if err != nil {
		return nil, err
	}
	e, ok := parseEnvelope(text)
	if !ok {
		return nil, nil
	}
	if rows, ok := c.Rows(e.handle); !ok || rows != e.total {
		return nil, nil
	}
	figures := e.figures
	return &stub{
		handle: e.handle, total: e.total, offset: e.offset, failed: e.failed,
		headline: func(room int) []byte { return first(figures, room, c.Counter) },
		next:     c.Read(e.handle, e.offset),
	}, nil
}

// An envelope is what a stub repeats of one.
type envelope struct {
	failed        bool
	total, offset int64
	handle        string
	figures       [][]byte // members of the summary, as they stand
}

// Names of an envelope's members; of a CallToolResult, the one that has the envelope.
var (
	always    = []string{"truncated", "returned", "total", "items", "end", "handle"}
	sometimes = []string{"error", "offset", "unit", "summary"}
)

const structured = "structuredContent"

// parseEnvelope takes an envelope apart, by itself or in the result of an MCP tool. It reports
// false for all else, and for an envelope without a handle.
func parseEnvelope(text []byte) (*envelope, bool) {
	if !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")) || !bytes.Contains(text, []byte(`"handle"`)) {
		return nil, false
	}
	names := append(append([]string{structured}, always...), sometimes...)
	m, ok := members(text, names)
	if !ok {
		return nil, false
	}
	if inner := m[structured]; inner != nil {
		if m, ok = members(inner, names); !ok {
			return nil, false
		}
	}
	for _, name := range always {
		if m[name] == nil {
			return nil, false
		}
	}
	e := &envelope{failed: m["error"] != nil, handle: string(input.Unquote(nil, m["handle"]))}
	var err error
	if e.total, err = strconv.ParseInt(string(m["total"]), 10, 64); err != nil || m["unit"] != nil {
		return nil, false
	}
	if m["offset"] != nil {
		if e.offset, err = strconv.ParseInt(string(m["offset"]), 10, 64); err != nil {
			return nil, false
		}
	}
	e.figures = list(m["summary"])
	return e, true
}

// members returns the values of an object's members that have these names. The last of a name
// counts.
func members(object []byte, names []string) (map[string][]byte, bool) {
	paths := input.NewPaths()
	ids := map[int32]string{}
	for _, name := range names {
		ids[paths.ID(input.Step{Name: name})] = name
	}
	var row input.Row
	if input.Scan(object, paths, &row) != nil || row.Large || row.Cells[0].Kind != input.Object {
		return nil, false
	}
	found := map[string][]byte{}
	for i := int32(1); i < int32(len(row.Cells)); i = row.Cells[i].Next {
		if name, ok := ids[row.Cells[i].Path]; ok {
			found[name] = row.Value(&row.Cells[i])
		}
	}
	return found, true
}

// list returns the members of an object as they stand, name and value.
func list(object []byte) (members [][]byte) {
	var row input.Row
	if object == nil || input.Scan(object, input.NewPaths(), &row) != nil || row.Cells[0].Kind != input.Object {
		return nil
	}
	for i := int32(1); i < int32(len(row.Cells)); i = row.Cells[i].Next {
		c := &row.Cells[i]
		members = append(members, input.Compact(nil, row.Bytes[c.Key:c.End]))
	}
	return members
}

// first returns an object of those members that fit into room tokens, the first ones first; nil if
// none does.
func first(members [][]byte, room int, count *token.Counter) []byte {
	object := []byte{'{'}
	for _, m := range members {
		more := object[:len(object):len(object)]
		if len(object) > 1 {
			more = append(more, ',')
		}
		if more = append(more, m...); count.Count(append(more[:len(more):len(more)], '}')) <= room {
			object = more
		}
	}
	if len(object) == 1 {
		return nil
	}
	return append(object, '}')
}
