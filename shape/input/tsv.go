package input

func init() {
	register(Format{
		Name: "tsv", rank: 4,
		Help:  "tab-separated records under a header",
		sniff: func(h *head) bool { return sniffDelim(h, "\t") },
		open:  openTSV,
	})
}

// openTSV reads tab-separated text.
func openTSV(r *Reader) (source, error) {
	h, err := r.head()
	if err != nil {
		return nil, err
	}
	return newTable(r, '\t', h.bareCR())
}
