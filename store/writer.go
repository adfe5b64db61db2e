package store

import (
	"errors"
	"io/fs"
	"os"
)

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
