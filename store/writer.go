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
	alone            bool              // nothing is shared, neither way
	inputIn, indexIn string            // records that have what isn't in the file
	indexOf          string            // the identity of the artifact whose index that is
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
// At the third try nothing is shared any more; nor if the handle has a file, which is damaged then:
// others may refer to it, and find all that they need in the new one.
func (w *writer) join(try int) {
	w.inputIn, w.indexIn, w.indexOf = "", "", ""
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
	if w.d.from != nil {
		carrier = w.d.from.carrier("input_in")
	}
	w.inputIn = w.enter(w.p.inputRecord(w.sum), carrier)
	_, err = os.Lstat(w.p.file(w.handle))
	if err == nil || w.inputIn != "" && !w.p.hasInput(w.inputIn, w.sum) {
		w.inputIn, w.alone = "", true
		return
	}
	if w.d.from != nil && !w.d.ownIndex {
		w.joinIndex()
	}
}

// joinIndex enters the record with the index of the artifact that this one is derived from. That is
// the input's if the same file has both.
func (w *writer) joinIndex() {
	from := w.d.from
	record, of := from.meta["index_in"], from.meta["index_of"]
	if record == "" {
		record, of = w.p.indexRecord(from.Handle), from.meta["identity"]
		if w.inputIn != "" && w.p.carrier(w.inputIn) == from.Handle {
			record = w.inputIn
		}
	}
	if record != w.inputIn {
		record = w.enter(record, from.carrier("index_in"))
	}
	if record != "" && w.p.hasIndex(record, of) {
		w.indexIn, w.indexOf = record, of
	}
}

// enter returns the name of the record if it has a file. If it hasn't, and carrier is a handle that
// could be its carrier, that becomes it.
func (w *writer) enter(record, carrier string) string {
	ok, err := w.p.enter(record, w.handle)
	if err != nil {
		return ""
	}
	w.entered = append(w.entered, record)
	if !ok && carrier != "" {
		_, err := statFile(w.p.file(carrier))
		ok = err == nil && w.p.carry(record, carrier) == nil
	}
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

// publish gives the file its name. It is the carrier of its input then. errAgain is that somebody
// else became so meanwhile, or that what the file refers to has gone. If the handle exists by now,
// it is the same artifact: fs.ErrExist.
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
		if !w.alone && !w.ready() {
			return errAgain
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

// ready says whether the records have files as they had in join. It marks the artifact as the carrier
// of its input if that is in its own file; if the mark can't be made, nobody will refer to it. The
// other marks are made anew, since those of a writer that took very long have been swept.
func (w *writer) ready() bool {
	for _, record := range []string{w.inputIn, w.indexIn} {
		if record != "" && w.enter(record, "") == "" {
			return false
		}
	}
	if w.inputIn != "" {
		return true
	}
	record := w.p.inputRecord(w.sum)
	if w.enter(record, "") != "" {
		return false
	}
	_ = w.p.carry(record, w.handle)
	return true
}

// leaveUnused leaves the records that were entered in vain. It runs under the lock.
func (w *writer) leaveUnused() {
	for _, record := range w.entered {
		carries := w.p.carrier(record) == w.handle
		if record != w.inputIn && record != w.indexIn && !carries {
			w.p.leave(record, w.handle)
		}
	}
}
