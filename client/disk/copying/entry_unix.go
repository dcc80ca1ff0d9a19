//go:build unix

package copying

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/system"
)

// noFollow: what is opened is no link.
const noFollow = unix.O_NOFOLLOW

// again repeats a call that a signal has interrupted.
func again(f func() error) error {
	for {
		if err := f(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// open opens a source, which is no link. It does not wait when it is a pipe by now.
func open(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW, 0)
}

func look(path string) (stat, error) {
	return looked("stat", path, func(st *unix.Stat_t) error { return unix.Lstat(path, st) })
}

func lookAt(f *os.File) (stat, error) {
	return looked("fstat", f.Name(), func(st *unix.Stat_t) error { return unix.Fstat(int(f.Fd()), st) })
}

func looked(op, path string, call func(*unix.Stat_t) error) (stat, error) {
	var st unix.Stat_t
	if err := again(func() error { return call(&st) }); err != nil {
		return stat{}, &fs.PathError{Op: op, Path: path, Err: err}
	}
	return stat{
		mode: Mode(uint32(st.Mode)), size: st.Size, held: st.Blocks * 512, device: uint64(st.Dev),
		uid: int(st.Uid), gid: int(st.Gid), links: uint64(st.Nlink),
		accessed: time.Unix(st.Atim.Unix()), modified: time.Unix(st.Mtim.Unix()),
	}, nil
}

// Mode is a mode of the system (inode(7)) as the standard library writes it.
func Mode(m uint32) fs.FileMode {
	mode := fs.FileMode(m & 0o777)
	bit := func(bit uint32, is fs.FileMode) {
		if m&bit != 0 {
			mode |= is
		}
	}
	bit(unix.S_ISUID, fs.ModeSetuid)
	bit(unix.S_ISGID, fs.ModeSetgid)
	bit(unix.S_ISVTX, fs.ModeSticky)
	switch m & unix.S_IFMT {
	case unix.S_IFREG:
	case unix.S_IFDIR:
		mode |= fs.ModeDir
	case unix.S_IFLNK:
		mode |= fs.ModeSymlink
	case unix.S_IFIFO:
		mode |= fs.ModeNamedPipe
	case unix.S_IFSOCK:
		mode |= fs.ModeSocket
	case unix.S_IFBLK:
		mode |= fs.ModeDevice
	case unix.S_IFCHR:
		mode |= fs.ModeDevice | fs.ModeCharDevice
	default:
		mode |= fs.ModeIrregular
	}
	return mode
}

func ours() int { return os.Geteuid() }

func setTimes(path string, accessed, modified time.Time) error {
	a, err := unix.TimeToTimespec(accessed)
	m, err2 := unix.TimeToTimespec(modified)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	return again(func() error {
		return unix.UtimesNanoAt(unix.AT_FDCWD, path, []unix.Timespec{a, m}, unix.AT_SYMLINK_NOFOLLOW)
	})
}

func syncDir(dir string) error { return system.SyncDir(dir) }

// attributes gives a copy the attributes of its source. The times come last, since the
// others change them; a mode after the owner, who clears some of its bits; and an access
// list after the mode, which is a part of it.
func (c *Copier) attributes(src, dst *os.File, st, at stat, opt Options) (lost []Loss) {
	lose := func(name string, err error) {
		if err != nil {
			lost = append(lost, Loss{name, err})
		}
	}
	if opt.Owner && c.root && (st.uid != at.uid || st.gid != at.gid) {
		err := dst.Chown(st.uid, st.gid)
		lose("owner", err)
		if err == nil {
			at.uid, at.gid = st.uid, st.gid
		}
	}
	mode := st.mode &^ fs.ModeType
	// With another owner these bits would give rights that nobody has granted.
	if mode&fs.ModeSetuid != 0 && st.uid != at.uid || mode&fs.ModeSetgid != 0 && st.gid != at.gid && !st.mode.IsDir() {
		mode &^= fs.ModeSetuid | fs.ModeSetgid
		lose("mode", fs.ErrPermission)
	}
	after := c.extended(src, dst, lose)
	lose("mode", dst.Chmod(mode))
	after()
	lose("times", setTimes(dst.Name(), st.accessed, st.modified))
	return lost
}
