package store

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Watch reports when the owner of a store may be another one, or publish something
// else: changes of the lock file and of the owner file (inotify(7)). When the
// kernel releases the lock of a process that died, the file, open for writing, is
// closed, which is the event.
type Watch struct {
	C    <-chan struct{}
	c    chan struct{}
	dir  string
	file *os.File // inotify; nil: the system has none left

	mu     sync.Mutex
	of     int32     // the watched folder, 0: none
	beside int32     // its parent, until the folder is created; 0: none
	last   time.Time // time of the last event
}

// NewWatch watches the store in a folder, which may be created later.
func NewWatch(dir string) *Watch {
	w := &Watch{dir: dir, c: make(chan struct{}, 1)}
	w.C = w.c
	if fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC); err == nil {
		w.file = os.NewFile(uintptr(fd), "inotify")
		go w.listen()
	}
	return w
}

// Close ends the watch.
func (w *Watch) Close() {
	if w.file != nil {
		_ = w.file.Close()
	}
}

// Next is the time to the next poll.
func (w *Watch) Next() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch watched, begun := w.add(); {
	case !watched, !begun && time.Since(w.last) < lookOften:
		return lookOften
	case begun:
		return 0 // earlier changes were not reported
	case remote(w.dir):
		return lookOften * rarelyRemote
	}
	return lookOften * rarelyLocal
}

// add watches the folder, or its parent until it is created. The lock is held.
func (w *Watch) add() (watched, begun bool) {
	const changes = unix.IN_CREATE | unix.IN_MOVED_TO
	switch {
	case w.file == nil:
		return false, false
	case w.of > 0:
		return true, false
	}
	if wd := w.watch(w.dir, changes|unix.IN_MOVED_FROM|unix.IN_DELETE|unix.IN_CLOSE_WRITE|unix.IN_MOVE_SELF); wd > 0 {
		if w.of = wd; w.beside > 0 {
			w.forget(w.beside)
			w.beside = 0
		}
		return true, true
	}
	if w.beside == 0 {
		w.beside = w.watch(filepath.Dir(w.dir), changes)
		return w.beside > 0, w.beside > 0
	}
	return true, false
}

func (w *Watch) watch(dir string, mask uint32) (wd int32) {
	raw, err := w.file.SyscallConn()
	if err == nil {
		err = raw.Control(func(fd uintptr) {
			if n, err := unix.InotifyAddWatch(int(fd), dir, mask|unix.IN_ONLYDIR); err == nil {
				wd = int32(n)
			}
		})
	}
	if err != nil {
		return 0
	}
	return wd
}

// listen reads events until the watch is closed.
func (w *Watch) listen() {
	buf := make([]byte, 16<<10)
	for {
		n, err := w.file.Read(buf)
		if err != nil {
			return
		}
		if !w.matters(buf[:n]) {
			continue
		}
		// The lock is released a moment after its file was closed.
		time.Sleep(settling)
		select {
		case w.c <- struct{}{}:
		default:
		}
	}
}

// matters handles the events, and reports whether any is about the owner.
func (w *Watch) matters(b []byte) (news bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(b) >= unix.SizeofInotifyEvent {
		wd := int32(binary.NativeEndian.Uint32(b))
		mask := binary.NativeEndian.Uint32(b[4:])
		end := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(b[12:]))
		name := strings.TrimRight(string(b[unix.SizeofInotifyEvent:end]), "\x00")
		b = b[end:]
		switch {
		case mask&unix.IN_Q_OVERFLOW != 0:
			news = true
		case wd == w.of && mask&(unix.IN_IGNORED|unix.IN_MOVE_SELF) != 0: // it was removed or moved
			if mask&unix.IN_MOVE_SELF != 0 {
				w.forget(w.of)
			}
			w.of, news = 0, true
		case wd == w.of:
			news = news || name == lockName || name == ownerName
		case wd == w.beside && mask&unix.IN_IGNORED != 0:
			w.beside = 0
		case wd == w.beside:
			news = news || w.of == 0 && name == filepath.Base(w.dir)
		}
	}
	if news {
		w.last = time.Now()
	}
	return news
}

func (w *Watch) forget(wd int32) {
	if raw, err := w.file.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _, _ = unix.InotifyRmWatch(int(fd), uint32(wd)) })
	}
}

// remote: another machine may change the file system, which this one is not
// notified of (statfs(2)).
func remote(dir string) bool {
	var st unix.Statfs_t
	err := unix.Statfs(dir, &st)
	if errors.Is(err, fs.ErrNotExist) {
		err = unix.Statfs(filepath.Dir(dir), &st)
	}
	if err != nil {
		return true
	}
	switch uint32(st.Type) {
	case unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.FUSE_SUPER_MAGIC,
		unix.V9FS_MAGIC, unix.AFS_SUPER_MAGIC, unix.CEPH_SUPER_MAGIC, unix.CODA_SUPER_MAGIC:
		return true
	}
	return false
}
