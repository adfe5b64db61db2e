package shape

import (
	"strconv"

	"github.com/toolfit/toolfit/shape/input"
)

// A Member is a name and its value as JSON.
type Member struct {
	Name string
	JSON []byte
}

// A Failure is what an envelope says of an error (section 6 of the contract). Detail and Next are
// short, and hold no path, host or key.
type Failure struct {
	Code       string
	Retryable  bool
	RetryAfter int // seconds; 0: not said
	Detail     string
	Next       string
	Ref        string
}

// frame is all of an envelope but its items. The zero value of a field leaves its key out, save
// for those that are always there.
type frame struct {
	fail     *Failure
	total    int64
	returned int64
	offset   int64
	scanned  int64 // -1: rows were not selected
	unit     string
	handle   *string // "" prints null
	cursor   *string // "" prints null
	clipped  int
	omitted  []string // the last may be a count
	rowsAt   string
	upstream []Member
	more     bool
	warnings []string
	summary  []byte // a JSON object
	dropped  int    // fields that the summary had no room for
	columns  []string
	header   []byte // JSON of a string
	tail     []item
	tailAt   int64
	filter   string
	next     string
}

func (f *frame) truncated() bool { return f.returned < f.total || f.clipped > 0 }

// head appends the lines before the first item.
func (f *frame) head(dst []byte) []byte {
	dst = append(dst, '{')
	if f.fail != nil {
		dst = append(f.fail.appendTo(append(dst, `"error":`...)), ',')
	}
	dst = append(dst, `"truncated":`...)
	dst = strconv.AppendBool(dst, f.truncated())
	dst = number(dst, "total", f.total)
	dst = number(dst, "returned", f.returned)
	if f.offset != 0 {
		dst = number(dst, "offset", f.offset)
	}
	if f.unit != "" {
		dst = text(dst, "unit", f.unit)
	}
	if f.scanned >= 0 {
		dst = number(dst, "scanned", f.scanned)
	}
	dst = nullable(dst, "handle", f.handle)
	dst = nullable(dst, "next_cursor", f.cursor)
	if f.clipped > 0 {
		dst = number(dst, "clipped", int64(f.clipped))
	}
	dst = f.notes(dst)
	dst = append(dst, ",\n"...)
	if f.summary != nil {
		dst = append(append(append(dst, `"summary":`...), f.summary...), ",\n"...)
	}
	if f.columns != nil {
		dst = append(texts(append(dst, `"columns":`...), f.columns), ',')
	}
	return append(dst, "\"items\":[\n"...)
}

// notes appends those members of the status line that few envelopes have.
func (f *frame) notes(dst []byte) []byte {
	if f.omitted != nil {
		dst = texts(append(dst, `,"fields_omitted":`...), f.omitted)
	}
	if f.rowsAt != "" {
		dst = text(dst, "rows_at", f.rowsAt)
	}
	if f.upstream != nil {
		dst = object(append(dst, `,"upstream":`...), f.upstream)
	}
	if f.more {
		dst = append(dst, `,"upstream_more":true`...)
	}
	if f.warnings != nil {
		dst = texts(append(dst, `,"warnings":`...), f.warnings)
	}
	if f.dropped > 0 {
		dst = number(dst, "summary_omitted", int64(f.dropped))
	}
	return dst
}

// foot appends the line behind the last item.
func (f *frame) foot(dst []byte) []byte {
	dst = append(dst, ']')
	if f.header != nil {
		dst = append(append(dst, `,"header":`...), f.header...)
	}
	if f.tail != nil {
		dst = append(dst, ",\"tail\":[\n"...)
		dst = append(lines(dst, f.tail), ']')
		dst = number(dst, "tail_offset", f.tailAt)
	}
	dst = append(dst, `,"end":{`...)
	if f.filter != "" {
		dst = append(quoted(append(dst, `"filter":`...), f.filter), ',')
	}
	if f.next != "" {
		dst = append(quoted(append(dst, `"next":`...), f.next), ',')
	}
	dst = append(dst, `"truncated":`...)
	dst = strconv.AppendBool(dst, f.truncated())
	dst = number(dst, "total", f.total)
	dst = number(dst, "returned", f.returned)
	return append(dst, "}}\n"...)
}

// lines appends items, one a line.
func lines(dst []byte, items []item) []byte {
	for i := range items {
		dst = append(dst, items[i].text...)
		if i < len(items)-1 {
			dst = append(dst, ',')
		}
		dst = append(dst, '\n')
	}
	return dst
}

// appendTo appends the failure as a JSON object.
func (f *Failure) appendTo(dst []byte) []byte {
	dst = quoted(append(dst, `{"code":`...), f.Code)
	dst = strconv.AppendBool(append(dst, `,"retryable":`...), f.Retryable)
	if f.RetryAfter > 0 {
		dst = number(dst, "retry_after_seconds", int64(f.RetryAfter))
	}
	dst = text(dst, "detail", f.Detail)
	dst = text(dst, "next", f.Next)
	return append(text(dst, "ref", f.Ref), '}')
}

// JSON returns the failure as it stands in an envelope.
func (f *Failure) JSON() []byte { return f.appendTo(nil) }

// Bare returns the envelope of a failure without items, newline included.
func (f *Failure) Bare() []byte {
	dst := f.appendTo([]byte(`{"error":`))
	dst = quoted(append(dst, `,"end":{"error":`...), f.Code)
	return append(dst, "}}\n"...)
}

// quoted appends text as a JSON string.
func quoted(dst []byte, s string) []byte { return input.AppendString(dst, []byte(s)) }

func number(dst []byte, name string, n int64) []byte {
	dst = append(append(append(dst, `,"`...), name...), `":`...)
	return strconv.AppendInt(dst, n, 10)
}

func text(dst []byte, name, value string) []byte {
	dst = append(append(append(dst, `,"`...), name...), `":`...)
	return quoted(dst, value)
}

// nullable appends nothing for nil, null for "", and else the string.
func nullable(dst []byte, name string, value *string) []byte {
	switch {
	case value == nil:
		return dst
	case *value == "":
		return append(append(append(dst, `,"`...), name...), `":null`...)
	}
	return text(dst, name, *value)
}

// texts appends a JSON array of strings.
func texts(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = quoted(dst, s)
	}
	return append(dst, ']')
}

// object appends a JSON object.
func object(dst []byte, list []Member) []byte {
	dst = append(dst, '{')
	for i, m := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(quoted(dst, m.Name), ':')
		dst = append(dst, m.JSON...)
	}
	return append(dst, '}')
}
