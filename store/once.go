package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"syscall"
)

// oncePrefix begins the names of files that hold what a call printed, to be printed again.
const oncePrefix = "once-"

// A Reply is what a call printed, and its exit status.
type Reply struct {
	Out  []byte
	Exit int
}

// replyHead is the first line of such a file. A file without it, or with less behind it than it
// tells, is of a call that was killed.
type replyHead struct {
	Lost bool   // it was done, and there was no room for what it printed
	Call string // keyed hash of the call
	Exit int
	Size int
	Sum  string // SHA-256 of what was printed
}

// replyRoom is how much room is made for a reply before anything is done, in bytes.
const replyRoom = 128 << 10

var errLost = errors.New("it was done, and there was no room to keep what it printed")

// Once returns what the first call with this key printed: do is run if there was none, if it was
// killed before it had printed, or if that is longer ago than the store's MaxAge. A call with a key
// that is in use waits. The call tells what is done; another under the same key is ErrOtherCall.
// Nothing is done where the store can't be written: that is ErrUnavailable.
func (s *Scope) Once(key string, call [][]byte, do func() Reply) (Reply, error) {
	p, err := s.place(true)
	if err != nil {
		return Reply{}, err
	}
	sum := p.hash("once", []byte(key))
	f, err := p.lockOnce(oncePrefix + hex.EncodeToString(sum[:hashedName]))
	if err != nil {
		return Reply{}, unavailable("open reply", err)
	}
	defer f.Close()
	callSum := p.hash("call", call...)
	name := hex.EncodeToString(callSum[:hashedName])
	if info, err := f.Stat(); err == nil && s.st.Now().Sub(info.ModTime()) <= s.st.MaxAge {
		head, out, ok := readReply(f)
		if head.Lost {
			return Reply{}, unavailable("open reply", errLost)
		}
		if ok {
			if head.Call != name {
				return Reply{}, &Error{Op: "open reply", Kind: ErrOtherCall}
			}
			return Reply{out, head.Exit}, nil
		}
	}
	// There has to be room to keep it before anything is done.
	if err := f.Truncate(0); err != nil {
		return Reply{}, unavailable("write reply", err)
	}
	if _, err := f.WriteAt(make([]byte, replyRoom), 0); err != nil {
		return Reply{}, unavailable("write reply", err)
	}
	if err := f.Sync(); err != nil {
		return Reply{}, unavailable("write reply", err)
	}
	r := do()
	if err := writeReply(f, name, r); err != nil {
		_, _ = f.WriteAt([]byte(`{"Lost":true}`+"\n"), 0) // there is room for that
	}
	return r, nil
}

// lockOnce opens a file and holds a lock on it. One that was removed while its lock was waited for
// is opened anew.
func (p *place) lockOnce(name string) (*os.File, error) {
	for {
		f, err := openFile(p.path(name), os.O_RDWR|os.O_CREATE)
		if err != nil {
			return nil, err
		}
		for err = syscall.EINTR; err == syscall.EINTR; {
			err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		}
		if err != nil {
			f.Close()
			return nil, err
		}
		here, err := f.Stat()
		there, e := os.Lstat(p.path(name))
		if err == nil && e == nil && os.SameFile(here, there) {
			return f, nil
		}
		f.Close()
		if err != nil {
			return nil, err
		}
	}
}

// readReply reads a file, and tells whether it is whole.
func readReply(f *os.File) (head replyHead, out []byte, ok bool) {
	text, err := io.ReadAll(f)
	if err != nil {
		return head, nil, false
	}
	line, out, _ := bytes.Cut(text, []byte("\n"))
	if json.Unmarshal(line, &head) != nil || len(out) != head.Size {
		return head, nil, false
	}
	sum := sha256.Sum256(out)
	return head, out, hex.EncodeToString(sum[:]) == head.Sum
}

func writeReply(f *os.File, call string, r Reply) error {
	sum := sha256.Sum256(r.Out)
	line, err := json.Marshal(replyHead{
		Call: call, Exit: r.Exit, Size: len(r.Out), Sum: hex.EncodeToString(sum[:]),
	})
	if err == nil {
		text := append(append(line, '\n'), r.Out...)
		if _, err = f.WriteAt(text, 0); err == nil {
			err = f.Truncate(int64(len(text)))
		}
	}
	return errors.Join(err, f.Sync())
}
