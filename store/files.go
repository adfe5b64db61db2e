package store

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Nothing in a store is for anybody else.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// errNotOurs is a file or folder of the wrong kind or owner, as somebody may have planted it.
var errNotOurs = errors.New("not a plain file or folder of ours")

// openFile opens a regular file. It follows no symbolic link, and a pipe or a device is refused
// rather than waited for. A file that it creates, or finds more open, gets the mode 0600 whatever
// the umask says.
func openFile(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, flag|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, fileMode)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNotOurs
	}
	if err == nil && flag&os.O_CREATE != 0 && info.Mode().Perm() != fileMode {
		err = f.Chmod(fileMode)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// statFile is Lstat for regular files; anything else of that name is errNotOurs.
func statFile(path string) (fs.FileInfo, error) {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, errNotOurs
	}
	return info, err
}

// hashedName is how many bytes of a hash, or random ones, are in a name.
const hashedName = 12

// hashNamed says whether name is prefix and such bytes in hexadecimal. Whatever else lies in the
// folder is not the store's, and is left alone.
func hashNamed(name, prefix string) bool {
	hash, ok := strings.CutPrefix(name, prefix)
	b, err := hex.DecodeString(hash)
	return ok && err == nil && len(b) == hashedName
}

// createTemp makes a new file with a name that nobody can foresee, open for reading and writing.
func createTemp(dir, prefix string) (*os.File, error) {
	var b [hashedName]byte
	rand.Read(b[:]) // never fails
	path := filepath.Join(dir, prefix+hex.EncodeToString(b[:]))
	return openFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL)
}

// makeFolder makes a folder for us alone, if it isn't there.
func makeFolder(dir string) error {
	err := os.Mkdir(dir, folderMode)
	if err == nil {
		return os.Chmod(dir, folderMode)
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	return checkFolder(dir)
}

// makeFolders is makeFolder for the store itself and what leads to it. Folders that exist are
// taken as they are, symbolic links among them: the user chose that path.
func makeFolders(dir string) error {
	if info, err := os.Stat(dir); err == nil {
		if !info.IsDir() {
			return syscall.ENOTDIR
		}
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := makeFolders(parent); err != nil {
			return err
		}
	}
	err := os.Mkdir(dir, folderMode)
	if err == nil {
		return os.Chmod(dir, folderMode)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil // somebody was faster
	}
	return err
}

// checkFolder refuses what isn't a folder of ours.
func checkFolder(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errNoStore
	case err != nil:
		return unavailable("open store", err)
	case !info.IsDir() || !ours(info):
		return unavailable("open store", errNotOurs)
	}
	return nil
}

// ours says whether the file belongs to this user. Root may look into anybody's store.
func ours(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(st.Uid) == os.Geteuid() || os.Geteuid() == 0
}

// An inode tells two names of one file from two files.
type inode struct{ dev, ino uint64 }

// inodeOf also returns the number of names that the file has.
func inodeOf(info fs.FileInfo) (inode, uint64) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return inode{}, 1
	}
	return inode{uint64(st.Dev), uint64(st.Ino)}, uint64(st.Nlink)
}

// syncFolder makes the names in dir durable. A file system that can't is left alone.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync()
		f.Close()
	}
}
