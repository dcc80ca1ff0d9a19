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
	mode := modeFrom(uint32(st.Mode))
	if e.Kind = kind(mode); e.Kind == model.KindFile {
		e.Size, e.Linked, e.Runs = st.Size, st.Nlink > 1, mode&0o111 != 0
	}
	e.Doc = facts.of(factsKey{mode, users.called(st.Uid), groups.called(st.Gid), uint64(st.Nlink)})
	return e
}

// modeFrom is a mode of the system (inode(7)) as the standard library writes it.
func modeFrom(m uint32) fs.FileMode {
	mode := fs.FileMode(m & 0o777)
	switch m & unix.S_IFMT {
	case unix.S_IFDIR:
		mode |= fs.ModeDir
	case unix.S_IFLNK:
		mode |= fs.ModeSymlink
	case unix.S_IFBLK:
		mode |= fs.ModeDevice
	case unix.S_IFCHR:
		mode |= fs.ModeDevice | fs.ModeCharDevice
	case unix.S_IFIFO:
		mode |= fs.ModeNamedPipe
	case unix.S_IFSOCK:
		mode |= fs.ModeSocket
	}
	for i, special := range specials {
		if m&(0o4000>>i) != 0 {
			mode |= special
		}
	}
	return mode
}
