//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/disk/copying"
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
	mode := copying.Mode(uint32(st.Mode))
	if e.Kind = kind(mode); e.Kind == model.KindFile {
		e.Size, e.Linked, e.Runs = st.Size, st.Nlink > 1, mode&0o111 != 0
	}
	e.Doc = facts.of(factsKey{mode, users.called(st.Uid), groups.called(st.Gid), uint64(st.Nlink)})
	return e
}
