package store

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const keySize = 32

// secret returns the key of the store, which is made at first use if create is set. Of processes
// that begin at the same time, all get the same key.
func (st *Store) secret(create bool) ([]byte, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.key != nil {
		return st.key, nil
	}
	key, err := st.readKey()
	if errors.Is(err, fs.ErrNotExist) {
		if !create {
			return nil, errNoStore
		}
		key, err = st.makeKey()
	}
	if err != nil {
		return nil, unavailable("read store key", err)
	}
	st.key = key
	return key, nil
}

func (st *Store) readKey() ([]byte, error) {
	f, err := openFile(filepath.Join(st.Dir, "key"), os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	key := make([]byte, keySize+1)
	// Where makeKey could not write the key under another name first, it may be short for a moment.
	for range 100 {
		n, err := f.ReadAt(key, 0)
		if n == keySize && err == io.EOF {
			return key[:n], nil
		}
		if n > keySize || err != io.EOF {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return nil, fmt.Errorf("key of another size than %d bytes", keySize)
}

// makeKey writes the key under a temporary name and gives it its own by a hard link, which fails
// if somebody else did so before: then theirs is the key.
func (st *Store) makeKey() ([]byte, error) {
	if err := makeFolders(st.Dir); err != nil {
		return nil, err
	}
	f, err := createTemp(st.Dir, tempPrefix)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	defer os.Remove(f.Name())
	key := make([]byte, keySize)
	rand.Read(key) // never fails
	if _, err := f.Write(key); err != nil {
		return nil, err
	}
	if err := f.Sync(); err != nil {
		return nil, err
	}
	path := filepath.Join(st.Dir, "key")
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		if err := writeNew(path, key); err != nil {
			return nil, err
		}
	}
	return st.readKey()
}

// writeNew is for file systems without hard links. That the file exists is no error.
func writeNew(path string, data []byte) error {
	f, err := openFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Sync()
}

// keyed is HMAC-SHA256 over label and parts. Each is preceded by its length: no two lists of parts
// are the same bytes.
func keyed(key []byte, label string, parts ...[]byte) (sum [32]byte) {
	mac := hmac.New(sha256.New, key)
	write := func(b []byte) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(b)))
		mac.Write(n[:])
		mac.Write(b)
	}
	write([]byte(label))
	for _, p := range parts {
		write(p)
	}
	mac.Sum(sum[:0])
	return sum
}

const scopePrefix = "scope-"

func scopeName(key []byte, run, principal string) string {
	sum := keyed(key, "scope", []byte(run), []byte(principal))
	return scopePrefix + hex.EncodeToString(sum[:hashedName])
}

// Hash returns a keyed hash of the parts, bound to the scope. It makes the key if there is none.
func (s *Scope) Hash(parts ...[]byte) ([32]byte, error) {
	key, err := s.st.secret(true)
	if err != nil {
		return [32]byte{}, err
	}
	p := s.st.placeNamed(scopeName(key, s.run, s.principal), key)
	return p.hash("hash", parts...), nil
}

// Ref returns a name for an error: "err-" and 9 digits, the same for the same parts.
func (s *Scope) Ref(parts ...[]byte) string { return "err-" + s.Digits(parts...) }

// Digits returns 9 digits of a keyed hash of the parts, bound to the scope. Where no key can be had,
// they are made without one, which gives nothing away but isn't bound to the store.
func (s *Scope) Digits(parts ...[]byte) string {
	sum, err := s.Hash(parts...)
	if err != nil {
		sum = keyed(make([]byte, keySize), "ref", append(parts, []byte(s.run), []byte(s.principal))...)
	}
	return fmt.Sprintf("%09d", binary.BigEndian.Uint64(sum[:])%1e9)
}
