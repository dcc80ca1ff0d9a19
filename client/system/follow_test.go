package system

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A follower returns each line once, in whatever pieces they are written, and
// notices when the log was replaced.
func TestFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	f := Follow(path, 0)
	read := func() (string, error) {
		var got []string
		err := f.Read(func(line []byte, _ int64) error { got = append(got, string(line)); return nil })
		return strings.Join(got, ","), err
	}
	is := func(want string, why error) {
		t.Helper()
		if got, err := read(); got != want || !errors.Is(err, why) {
			t.Errorf("%q, %v; not %q, %v", got, err, want, why)
		}
	}
	write := func(flags int, s string) {
		t.Helper()
		w, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|flags, 0o600)
		if err == nil {
			_, err = w.WriteString(s)
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
	}
	is("", fs.ErrNotExist)
	write(0, "")
	is("", nil)
	write(os.O_APPEND, "one\ntw")
	is("one", nil)
	is("", nil)
	write(os.O_APPEND, "o\nthree\n")
	old := f
	is("two,three", nil)
	f, old = old, f
	is("two,three", nil) // a copy continues where it was
	f = old

	if err := Replace(path, []byte("one\ntwo\nthree\nfour\n"), false); err != nil {
		t.Fatal(err)
	}
	is("", ErrReplaced)
	is("one,two,three,four", nil)
	write(os.O_TRUNC, "one\n") // truncated
	is("", ErrReplaced)
	is("one", nil)
	write(os.O_TRUNC, "another\none\n") // truncated and grown since
	is("", ErrReplaced)
	is("another,one", nil)
	long := strings.Repeat("x", 2*beginning)
	write(os.O_APPEND, long+"\nlast\n")
	is(long+",last", nil)
	if err := os.Truncate(path, int64(len("another\none\n"+long+"\n"))); err != nil {
		t.Fatal(err)
	}
	is("", ErrReplaced)
	is("another,one,"+long, nil)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	is("", fs.ErrNotExist)
	write(0, "another\none\n")
	if got, err := read(); !errors.Is(err, ErrReplaced) && (got != "" || err != nil) {
		t.Errorf("%q, %v", got, err) // the system may reuse the inode number of the old one
	}
}
