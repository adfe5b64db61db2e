package cmd

import _ "embed"

// schema is a JSON Schema 2020-12 of the envelope: of a page, full or truncated, and of an error.
//
//go:embed schema.json
var schema string

// prompt teaches a model to read the envelope, in under 150 tokens.
//
//go:embed prompt.txt
var prompt string

func (c *call) schema(*given) error { return c.text(schema) }

func (c *call) prompt(*given) error { return c.text(prompt) }

// text prints a text that is built in.
func (c *call) text(s string) error {
	_, err := c.stdout.Write([]byte(s))
	return err
}
