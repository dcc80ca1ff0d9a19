package receive

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"aloft/client"
)

// Unix also listens on a socket file that only this user can open.
func (l *Listener) Unix(path string) error {
	refuse := func(err error) error {
		return fail(client.KindLocal, "set webhook.socket in config.toml to another file", "cannot listen on %s: %s", path, cause(err))
	}
	if len(path) > maxSocket {
		return refuse(errors.New("its path is too long for a socket")) // no client could open it
	}
	switch st, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return refuse(err)
	case st.Mode()&fs.ModeSocket == 0:
		return refuse(errors.New("it is a file of another kind"))
	default:
		if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
			_ = c.Close()
			return refuse(errors.New("another program listens there"))
		}
	}
	// It gets its mode before others can see it.
	dir, err := os.MkdirTemp(filepath.Dir(path), ".aloft-")
	if err != nil {
		return refuse(err)
	}
	defer os.RemoveAll(dir)
	private := filepath.Join(dir, "s")
	one, err := net.Listen("unix", private)
	if err != nil {
		return refuse(err)
	}
	one.(*net.UnixListener).SetUnlinkOnClose(false)
	if err = os.Chmod(private, 0o600); err == nil {
		err = os.Rename(private, path)
	}
	if err != nil {
		_ = one.Close()
		return refuse(err)
	}
	st, err := os.Lstat(path)
	if err != nil {
		_ = one.Close()
		return refuse(err)
	}
	l.ls = append(l.ls, &socketFile{Listener: one, path: path, st: st})
	return nil
}

// maxSocket is the longest path of a socket: sun_path of unix(4) on BSD and macOS.
const maxSocket = 103

// socketFile removes its file when it is closed, unless that is another one by then.
type socketFile struct {
	net.Listener
	path string
	st   os.FileInfo
	once sync.Once
}

func (s *socketFile) Close() error {
	s.once.Do(func() {
		if st, err := os.Lstat(s.path); err == nil && os.SameFile(st, s.st) {
			_ = os.Remove(s.path)
		}
	})
	return s.Listener.Close()
}
