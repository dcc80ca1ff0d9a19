package screen

import (
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
)

// The next screen removes the sockets of those that were killed, and no other.
func TestSocketsOfKilledScreensAreRemoved(t *testing.T) {
	t.Setenv(envScreen, "") // listen sets it
	con := console.New(os.Stdin, os.Stdout, os.Stderr)
	s := session.New(con)
	s.Dirs.State = t.TempDir()
	sc := New(Needs{Con: con, Session: s})
	dir := filepath.Join(s.Dirs.State, "screens")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	killed, starts, lives := filepath.Join(dir, "1"), filepath.Join(dir, "2"), filepath.Join(dir, "3")
	for _, path := range []string{killed, starts, lives} {
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if path != lives {
			l.SetUnlinkOnClose(false)
			_ = l.Close()
		}
		if path != starts {
			if err := os.Chtimes(path, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
	}
	sc.listen(t.Context())
	for end := time.Now().Add(time.Minute); ; {
		if _, err := os.Lstat(killed); os.IsNotExist(err) {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the socket of the killed screen is still there")
		}
	}
	for _, path := range []string{starts, lives} {
		if _, err := os.Lstat(path); err != nil {
			t.Error(err)
		}
	}
}
