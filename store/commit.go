package store

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"strconv"
	"time"
)

// A View says for which body the artifact gets a view rows(n, json), to be read by SQL alone. The
// body must be in the file, and every row a slice of it.
type View uint8

// The views.
const (
	NoView View = iota
	InputView
	DecodedView
)

// Commit is what a draft becomes.
type Commit struct {
	// Identity is what names the handle beside the input itself: how rows were found, selected,
	// ordered and projected. The same input and identity give the same handle.
	Identity []byte
	Tool     string
	// Meta is stored as it is. Names that the store uses itself are overwritten: schema, about,
	// handle, identity, created, expires, tool, sha256, input_bytes, decoded_bytes, rows, picked,
	// view, input_in, index_in.
	Meta   map[string]string
	Picked bool // the handle's rows are those picked, even if none was
	View   View
}

var (
	errTaken = errors.New("the handle is taken by another artifact")
	// errAgain is that somebody else became the carrier of the same input meanwhile.
	errAgain = errors.New("the input has come in from elsewhere")
)

// Commit writes the artifact, waits until it is on disk and gives it its handle. If the scope has
// it already, that is what is returned, unchanged but for its time of last use; if it has the same
// input under another handle, the file refers to that. Errors wrap ErrUnavailable, and leave nothing
// behind; the draft can be read until Discard in any case.
func (d *Draft) Commit(c Commit) (*Artifact, error) {
	d.flush()
	if err := d.sp.failed(); err != nil {
		return nil, err
	}
	p, err := d.scope.place(true)
	if err != nil {
		return nil, unavailable("write artifact", err)
	}
	sum := d.sum()
	id := p.identity(sum, c.Identity)
	for _, digits := range handleDigits {
		w := &writer{d: d, c: c, p: p, sum: sum, id: id, handle: id.handle(digits)}
		a, err := w.commit()
		if !errors.Is(err, errTaken) {
			return a, err
		}
	}
	return nil, unavailable("name artifact", errTaken)
}

// A writer makes one artifact of a draft.
type writer struct {
	d      *Draft
	c      Commit
	p      *place
	sum    [32]byte
	id     identity
	handle string

	made             map[string]string // the meta written
	entered          []string          // records that the handle is in
	alone            bool              // the file is not to carry its input for others
	inputIn, indexIn string            // records that have what isn't in the file
}

func (w *writer) commit() (*Artifact, error) {
	if a, err := w.replay(); a != nil || err != nil {
		return a, err
	}
	err := errAgain
	for try := 0; err == errAgain; try++ {
		w.join(try)
		var t *tempFile
		if t, err = w.write(); err == nil {
			err = w.publish(t)
		}
		if err == nil {
			syncFolder(w.p.dir)
			return w.opened(t)
		}
		w.drop(t)
	}
	if errors.Is(err, fs.ErrExist) {
		return w.d.scope.Open(w.handle)
	}
	w.leave()
	if errors.Is(err, errTaken) {
		return nil, err
	}
	return nil, unavailable("write artifact", err)
}

// opened makes an artifact of the file just written, whose connection goes on to be used. Of the
// draft's own file, that stays with the draft.
func (w *writer) opened(t *tempFile) (*Artifact, error) {
	if t == w.d.sp.temp {
		return w.d.scope.Open(w.handle)
	}
	a := &Artifact{Handle: w.handle, scope: w.d.scope, p: w.p, meta: w.made}
	a.own = &shelf{path: w.p.file(w.handle), db: t.database}
	return a, a.parse()
}

// drop lets go of a file that isn't to be, if there is one. The draft's own stays readable.
func (w *writer) drop(t *tempFile) {
	switch t {
	case nil:
	case w.d.sp.temp:
		t.unlink()
	default:
		t.discard()
	}
}

// replay returns the artifact that has the handle already, if it is the same; errTaken if not. A
// damaged one is written anew.
func (w *writer) replay() (*Artifact, error) {
	a, err := w.p.open(w.handle)
	switch {
	case errors.Is(err, ErrNewer):
		return nil, errTaken
	case err != nil:
		return nil, nil
	case a.meta["identity"] != w.id.String():
		a.Close()
		return nil, errTaken
	case !a.whole():
		a.Close()
		return nil, nil
	}
	a.scope = w.d.scope
	now := w.p.st.Now()
	_ = os.Chtimes(w.p.file(w.handle), now, now)
	return a, nil
}

// join enters the records that the handle takes part in, and finds out what need not be written.
// At the third try nothing is shared any more.
func (w *writer) join(try int) {
	w.inputIn, w.indexIn = "", ""
	w.alone = try > 2
	unlock, err := w.p.lock()
	if err != nil {
		w.alone = true
	}
	if w.alone {
		return
	}
	defer unlock()
	var carrier string
	if from := w.d.from; from != nil {
		carrier = from.carrier("input_in")
		if !w.d.ownIndex {
			w.indexIn = w.joinIndex()
		}
	}
	w.inputIn = w.enter(w.p.inputRecord(w.sum), carrier)
	if w.inputIn != "" && !w.p.carries(w.inputIn, w.sum) {
		w.inputIn, w.alone = "", true
	}
	if w.indexIn != "" && !w.p.carries(w.indexIn, w.sum) {
		w.indexIn = ""
	}
}

// joinIndex enters the record of the artifact whose rows these are, and has that enter it too.
func (w *writer) joinIndex() string {
	from := w.d.from
	if record := from.meta["index_in"]; record != "" {
		return w.enter(record, "")
	}
	record := w.p.indexRecord(from.Handle)
	if w.enter(record, from.carrier("index_in")) == "" {
		return ""
	}
	if _, err := w.p.enter(record, from.Handle, ""); err != nil {
		return ""
	}
	return record
}

// enter returns the name of the record if it has its file.
func (w *writer) enter(record, carrier string) string {
	ok, err := w.p.enter(record, w.handle, carrier)
	if err != nil {
		return ""
	}
	w.entered = append(w.entered, record)
	if !ok {
		return ""
	}
	return record
}

// leave takes back join, unless the handle has come to be by another's doing.
func (w *writer) leave() {
	unlock, err := w.p.lock()
	if err != nil {
		return
	}
	defer unlock()
	if _, err := statFile(w.p.file(w.handle)); err == nil {
		return
	}
	for _, record := range w.entered {
		w.p.leave(record, w.handle)
	}
}

// write makes the file, complete and on disk, but without its name.
func (w *writer) write() (*tempFile, error) {
	t := w.d.sp.temp
	if t == nil || w.inputIn != "" {
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

// publish gives the file its name. It is the carrier of its input then, or somebody else became so
// meanwhile: errAgain. If the handle exists by now, it is the same artifact: fs.ErrExist.
func (w *writer) publish(t *tempFile) error {
	now := w.p.st.Now()
	if err := os.Chtimes(t.f.Name(), now, now); err != nil {
		return err
	}
	unlock, err := w.p.lock()
	if err == nil {
		defer unlock()
		if a, err := w.replay(); a != nil {
			a.Close()
			return fs.ErrExist
		} else if err != nil {
			return err
		}
		if !w.alone && w.inputIn == "" {
			err := os.Link(t.f.Name(), w.p.bodyPath(w.p.inputRecord(w.sum)))
			if errors.Is(err, fs.ErrExist) {
				return errAgain
			}
		}
	}
	if err := os.Rename(t.f.Name(), w.p.file(w.handle)); err != nil {
		return err
	}
	t.release()
	if unlock != nil {
		w.leaveUnused()
	}
	return nil
}

// leaveUnused leaves the records that were entered in vain. It runs under the lock.
func (w *writer) leaveUnused() {
	for _, record := range w.entered {
		carries := !w.alone && record == w.p.inputRecord(w.sum)
		if record != w.inputIn && record != w.indexIn && !carries {
			w.p.leave(record, w.handle)
		}
	}
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
		"view": w.view(), "input_in": w.inputIn, "index_in": w.indexIn,
	})
	return meta
}

func metaSize(meta map[string]string) (n int64) {
	for k, v := range meta {
		n += int64(len(k) + len(v))
	}
	return n
}
