package input

func init() {
	register(Format{
		Name: "text", rank: 5,
		Help:  "lines, each a string; logs and fixed-width tables too",
		sniff: func(*head) bool { return true },
		open:  openText,
	})
}

// openText reads lines.
func openText(r *Reader) (source, error) {
	h, err := r.head()
	if err != nil {
		return nil, err
	}
	if header := fixedHeader(h.lines(headerLines + 1)); header != nil {
		r.found.Header = string(ShownLine(nil, header))
	}
	r.form = Form{Format: "text", Body: r.doc.body}
	if len(r.opts.Rows) > 0 {
		r.nothing(": the input is text, whose rows are its lines")
		return new(chain), nil
	}
	return newLines(r.doc), nil
}
