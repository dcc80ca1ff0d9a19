//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"aloft/model"
)

// entryIn looks up a name of an open folder. The folder's path is not resolved for
// each of its names, which is half the work of listing a long one.
func entryIn(dir *os.File, d fs.DirEntry) model.Entry {
	e := model.Entry{Name: d.Name(), Kind: kind(d.Type()), Size: model.Unknown, Children: model.Unknown}
	var st unix.Stat_t
	err := error(unix.EINTR)
	for errors.Is(err, unix.EINTR) {
		err = unix.Fstatat(int(dir.Fd()), e.Name, &st, unix.AT_SYMLINK_NOFOLLOW)
	}
	if err != nil { // gone since, or no permission: what the folder says
		return e
	}
	e.ID, e.Modified = idFrom(uint64(st.Dev), uint64(st.Ino)), time.Unix(st.Mtim.Unix())
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		e.Kind = model.KindFolder
	case unix.S_IFREG:
		e.Kind, e.Size, e.Linked, e.Runs = model.KindFile, st.Size, st.Nlink > 1, st.Mode&0o111 != 0
	case unix.S_IFLNK:
		e.Kind = model.KindLink
	default:
		e.Kind = model.KindOther
	}
	return e
}
