package store

import (
	"fmt"
	"maps"
	"strconv"
	"time"
)

// write makes the file, complete and on disk, but without its name. That is the draft's own, once,
// if that has all that is to be in it.
func (w *writer) write() (*tempFile, error) {
	t := w.d.sp.temp
	if t != nil && w.inputIn == "" && w.d.from == nil && !w.d.spent {
		w.d.spent = true
	} else {
		var err error
		if t, err = createTempFile(w.p, w.pageSize(), false); err != nil {
			return nil, err
		}
		if err := w.copy(t); err != nil {
			t.discard()
			return nil, err
		}
	}
	meta := w.meta()
	w.made = meta
	if err := t.reserve(64<<10 + 2*metaSize(meta)); err != nil {
		return t, err
	}
	if err := t.writeMeta(meta); err != nil {
		return t, err
	}
	if meta["view"] != "" {
		if err := t.run(createView(w.viewTable(), meta["picked"] != "")); err != nil {
			return t, err
		}
	}
	return t, t.finish()
}

func (w *writer) pageSize() int {
	if w.inputIn == "" && w.d.Size() > memoryLimit || w.d.Rows() > 1<<16 {
		return largePage
	}
	return smallPage
}

// copy writes what isn't shared.
func (w *writer) copy(t *tempFile) error {
	d := w.d
	var input, index source = d.sp, d.sp
	decoded := d.decoded.Size()
	if d.from != nil {
		input = d.from.input
		if !d.ownIndex {
			index, decoded = d.from.index, d.from.DecodedSize()
		}
	}
	if w.inputIn == "" {
		if err := copyPieces(t, input, inputTable, d.Size(), chunkSize); err != nil {
			return err
		}
	}
	if w.indexIn == "" {
		if err := copyPieces(t, index, decodedTable, decoded, chunkSize); err != nil {
			return err
		}
		if err := copyPieces(t, index, spansTable, d.Rows(), blockRows); err != nil {
			return err
		}
	}
	return copyPieces(t, d.sp, picksTable, d.Picks(), blockRows)
}

// copyPieces copies a table of that many bytes or rows, so many to a piece.
func copyPieces(t *tempFile, src source, table table, size, each int64) error {
	for at := int64(0); at < size; at += each {
		p := piece{table, at}
		if table == inputTable || table == decodedTable {
			p.n = at / each
		}
		data, err := src.get(p)
		if err != nil {
			return err
		}
		if err := t.put(p, data); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) viewTable() table {
	if w.c.View == DecodedView {
		return decodedTable
	}
	return inputTable
}

// view says which body the view is over; none if that is in another file.
func (w *writer) view() string {
	body, here := "", false
	switch w.c.View {
	case InputView:
		body, here = "input", w.inputIn == "" && w.indexIn == ""
	case DecodedView:
		body, here = "decoded", w.indexIn == ""
	}
	if !here {
		return ""
	}
	return body
}

func (w *writer) meta() map[string]string {
	d, now := w.d, w.p.st.Now().UTC()
	meta := maps.Clone(w.c.Meta)
	if meta == nil {
		meta = map[string]string{}
	}
	decoded := d.decoded.Size()
	if d.from != nil && !d.ownIndex {
		decoded = d.from.DecodedSize()
	}
	picked := ""
	if w.c.Picked || d.Picks() > 0 {
		picked = strconv.FormatInt(d.Picks(), 10)
	}
	maps.Copy(meta, map[string]string{
		"schema": strconv.Itoa(schemaVersion), "about": about,
		"handle": w.handle, "identity": w.id.String(), "tool": w.c.Tool,
		"created":     now.Format(time.RFC3339Nano),
		"expires":     now.Add(w.p.st.MaxAge).Format(time.RFC3339),
		"sha256":      fmt.Sprintf("%x", w.sum),
		"input_bytes": strconv.FormatInt(d.Size(), 10), "decoded_bytes": strconv.FormatInt(decoded, 10),
		"rows": strconv.FormatInt(d.Rows(), 10), "picked": picked,
		"view": w.view(), "input_in": w.inputIn, "index_in": w.indexIn, "index_of": w.indexOf,
	})
	return meta
}

func metaSize(meta map[string]string) (n int64) {
	for k, v := range meta {
		n += int64(len(k) + len(v))
	}
	return n
}
