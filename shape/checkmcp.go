package shape

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// wrapped checks a CallToolResult (MCP) around an envelope of ours, and the envelope, which is held
// against the budget alone.
func (c *checker) wrapped() {
	content, body := c.at("content"), c.at("structuredContent")
	if content == nil || body == nil || content[0] != '[' || body[0] != '{' {
		c.breaks("mcp", "a CallToolResult has content and structuredContent")
		return
	}
	blocks, _ := partsOf(content, 0)
	if len(blocks) == 0 || content[blocks[0].start] != '{' {
		c.breaks("mcp", "the first block of content is no text")
		return
	}
	first := content[blocks[0].start:blocks[0].end]
	members, _ := partsOf(first, 0)
	text := unquoted(valueIn(first, members, "text"))
	if text != string(body) && !sameJSON([]byte(text), body) {
		c.breaks("mcp", "the text block and structuredContent differ")
	}
	if kind := unquoted(c.at("resultType")); kind != "complete" {
		c.breaks("mcp", "resultType is %.40q", kind)
	}
	inner := checker{text: []byte(text + "\n"), o: c.o, broken: c.broken}
	if inner.opens() {
		inner.own()
	}
	c.broken = inner.broken
	c.around(&inner, content, blocks)
}

// around checks what a CallToolResult says of its envelope.
func (c *checker) around(inner *checker, content []byte, blocks []part) {
	failed := inner.at("error") != nil
	if flag := c.at("isError"); flag == nil || !isBool.is(flag) || (flag[0] == 't') != failed {
		c.breaks("mcp", "isError is %.40s, and the envelope has an error: %t", flag, failed)
	}
	link := `"toolfit://artifact/` + unquoted(inner.handle) + `"`
	linked := false
	for _, b := range blocks[1:] {
		block := content[b.start:b.end]
		if block[0] != '{' {
			continue
		}
		members, _ := partsOf(block, 0)
		linked = linked || string(valueIn(block, members, "uri")) == link
	}
	if named := inner.handle != nil && inner.handle[0] == '"'; named && !linked {
		c.breaks("mcp", "no resource_link leads to the handle")
	}
}

// sameJSON tells whether two texts are the same value: members in any order, numbers as written.
func sameJSON(a, b []byte) bool {
	var values [2]any
	for i, text := range [][]byte{a, b} {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if d.Decode(&values[i]) != nil {
			return false
		}
	}
	return reflect.DeepEqual(values[0], values[1])
}
