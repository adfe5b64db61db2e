package cmd

import (
	"bytes"
	"strconv"

	"github.com/toolfit/toolfit/shape/input"
)

// callToolResult wraps an envelope as the result of a tool call (MCP, revision 2026-07-28): as
// text and as structured content, with a link to the artifact if there is one.
func callToolResult(envelope []byte, handle string, size int64, failed bool) []byte {
	body := bytes.TrimRight(envelope, "\n")
	out := append([]byte{}, `{"resultType":"complete","content":[{"type":"text","text":`...)
	out = append(input.AppendString(out, body), '}')
	if handle != "" {
		out = input.AppendString(append(out, `,{"type":"resource_link","uri":`...), []byte("toolfit://artifact/"+handle))
		out = input.AppendString(append(out, `,"name":`...), []byte(handle))
		out = append(out, `,"mimeType":"application/octet-stream","size":`...)
		out = append(strconv.AppendInt(out, size, 10), '}')
	}
	out = append(append(out, `],"structuredContent":`...), body...)
	out = strconv.AppendBool(append(out, `,"isError":`...), failed)
	return append(out, "}\n"...)
}
