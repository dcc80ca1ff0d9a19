//go:build unix

package system

import (
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// Open opens a file of the program's own. It never follows a link or blocks on a pipe,
// and others may rename and remove the file meanwhile.
func Open(path string, flags int, mode fs.FileMode) (*os.File, error) {
	return os.OpenFile(path, flags|unix.O_NOFOLLOW|unix.O_NONBLOCK, mode)
}

// OpenFolder opens what is locked for a folder: the folder itself.
func OpenFolder(path string) (*os.File, error) { return Open(path, os.O_RDONLY, 0) }

// leaveFolder closes what OpenFolder opened; the folder is gone.
func leaveFolder(f *os.File) error { return f.Close() }

// guarded is the folder that a lock of that name is for.
func guarded(string) (string, bool) { return "", false }

func createTemp(dir string) (*os.File, error) { return os.CreateTemp(dir, mark+"*") }

// Rename renames a file, replacing another one.
func Rename(from, to string) error { return os.Rename(from, to) }

// Ours reports whether the file belongs to the user who runs the program.
func Ours(st fs.FileInfo) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	return ok && int(sys.Uid) == os.Geteuid()
}

// Theirs is the user whose folder root would make something in at that path, "" = nobody
// else's: what root makes there its owner could not use.
func Theirs(path string) string {
	if os.Geteuid() != 0 {
		return ""
	}
	for ; ; path = filepath.Dir(path) {
		var st unix.Stat_t
		if unix.Stat(path, &st) == nil && st.Uid != 0 {
			id := strconv.Itoa(int(st.Uid))
			if u, err := user.LookupId(id); err == nil {
				id = u.Username
			}
			return id
		}
		if path == filepath.Dir(path) {
			return ""
		}
	}
}

// Private reports whether nobody else can read or change the file.
func Private(st fs.FileInfo) bool { return st.Mode().Perm()&0o077 == 0 }

// syncs: a folder can be made durable.
const syncs = true

// OpenRead opens a file of the program's own for reading, also while another process has it from Open.
func OpenRead(path string) (*os.File, error) { return os.Open(path) }
