package system

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// logAt opens a log with that content.
func logAt(t *testing.T, content string) (*Log, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return reopen(t, path), path
}

func reopen(t *testing.T, path string) *Log {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	l, err := OpenLog(f)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A torn line does not damage the next one.
func TestAppendEndsATornLine(t *testing.T) {
	l, path := logAt(t, "one\ntw")
	for _, line := range []string{"three\n", "four\nfive\n"} {
		if err := l.Append([]byte(line), true); err != nil {
			t.Fatal(err)
		}
	}
	if got := content(t, path); got != "one\ntw\nthree\nfour\nfive\n" || l.Size() != int64(len(got)) {
		t.Errorf("%q, %d bytes", got, l.Size())
	}
}

// What is torn, or rejected, is cut off with all that follows.
func TestReplayCutsTheTail(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "torn": "", "one\n": "one\n", "one\ntw": "one\n", "one\nbad\ntwo\n": "one\n", "bad": "", "\n\none\n": "\n\none\n",
	} {
		l, path := logAt(t, in)
		var read []byte
		err := l.Replay(0, func(line []byte, off int64) bool {
			if off != int64(len(read)) {
				t.Errorf("%q: %q is said to be at %d", in, line, off)
			}
			if string(line) == "bad" {
				return false
			}
			read = append(append(read, line...), '\n')
			return true
		})
		if err != nil || string(read) != want {
			t.Errorf("%q: read %q, %v", in, read, err)
		}
		if err := l.Append([]byte("new\n"), false); err != nil {
			t.Error(err)
		}
		if got := content(t, path); got != want+"new\n" {
			t.Errorf("%q: became %q", in, got)
		}
	}
}

// sickFile fails in the ways of a disk.
type sickFile struct {
	*os.File
	half, stuck, lost bool // half: writes half of the data; stuck: cannot be truncated; lost: cannot be flushed
}

var errSick = errors.New("no room")

func (f *sickFile) Write(b []byte) (int, error) {
	if f.half {
		n, _ := f.File.Write(b[:len(b)/2])
		return n, errSick
	}
	return f.File.Write(b)
}

func (f *sickFile) Truncate(n int64) error {
	if f.stuck {
		return errSick
	}
	return f.File.Truncate(n)
}

func (f *sickFile) Sync() error {
	if f.lost {
		return errSick
	}
	return f.File.Sync()
}

// Nothing of lines that could not be written remains; a file that may have lost
// something is not written any more.
func TestAppendFails(t *testing.T) {
	for name, c := range map[string]struct {
		make   func(f *sickFile)
		broken bool
		want   string
	}{
		"a part was written":          {func(f *sickFile) { f.half = true }, false, "one\ntw\nafter\n"},
		"and could not be taken back": {func(f *sickFile) { f.half, f.stuck = true, true }, true, "one\ntw\nsec"},
		"the flush failed":            {func(f *sickFile) { f.lost = true }, true, "one\ntw"},
	} {
		path := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(path, []byte("one\ntw"), 0o600); err != nil {
			t.Fatal(err)
		}
		of, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		f := &sickFile{File: of}
		l, err := OpenLog(f)
		if err != nil {
			t.Fatal(err)
		}
		c.make(f)
		if err := l.Append([]byte("second\n"), true); !errors.Is(err, errSick) {
			t.Errorf("%s: %v", name, err)
		}
		*f = sickFile{File: of}
		if err := l.Append([]byte("after\n"), true); (err != nil) != c.broken || (l.Broken() != nil) != c.broken {
			t.Errorf("%s: then %v, %v", name, err, l.Broken())
		}
		if got := content(t, path); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
		_ = l.Close()
	}
}

// Lines are read whole, in whatever pieces, and those too long are skipped.
func TestLines(t *testing.T) {
	long := strings.Repeat("x", 300<<10)
	in := "a\n" + long + "\n\nb\r\n" + long + "y\ntorn"
	for name, r := range map[string]io.Reader{"at once": strings.NewReader(in), "byte by byte": iotest.OneByteReader(strings.NewReader(in))} {
		var got []string
		end, err := Lines(r, 10, len(long), func(line []byte, off int64) error {
			if !bytes.HasPrefix([]byte(in)[off-10:], line) {
				t.Errorf("%s: another line at %d", name, off)
			}
			got = append(got, string(line))
			return nil
		})
		if err != nil || end != 10+int64(len(in)-len("torn")) || len(got) != 4 || got[1] != long || got[2] != "" || got[3] != "b\r" {
			t.Errorf("%s: %d lines to %d, %v", name, len(got), end, err)
		}
	}
	if end, err := Lines(strings.NewReader("a\nb\n"), 0, 0, func(line []byte, _ int64) error {
		if string(line) == "b" {
			return errSick
		}
		return nil
	}); end != 2 || err != errSick {
		t.Errorf("to %d, %v", end, err)
	}
}
