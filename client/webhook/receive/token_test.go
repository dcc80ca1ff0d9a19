//go:build unix

package receive

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"aloft/client"
)

func TestToken(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	first, err := Token(dir)
	if err != nil || len(first) < 26 {
		t.Fatalf("%q, %v", first, err)
	}
	st, err := os.Stat(TokenFile(dir))
	if err != nil || st.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", st.Mode(), err)
	}
	if again, err := Token(dir); err != nil || again != first {
		t.Errorf("again %q, %v", again, err)
	}
	next, err := NewToken(dir)
	if err != nil || next == first {
		t.Errorf("new %q, %v", next, err)
	}
	if again, err := Token(dir); err != nil || again != next {
		t.Errorf("again %q, %v", again, err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("left behind %v, %v", left, err)
	}
}

// All programs that start at once must get the same token.
func TestTokenTogether(t *testing.T) {
	dir := t.TempDir()
	var all sync.Map
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			v, err := Token(dir)
			if err != nil {
				t.Error(err)
			}
			all.Store(v, true)
		})
	}
	wg.Wait()
	n := 0
	all.Range(func(_, _ any) bool { n++; return true })
	if n != 1 {
		t.Errorf("%d tokens", n)
	}
}

func TestTokenRefused(t *testing.T) {
	const secret = "hunter2-hunter2"
	write := func(data string, mode os.FileMode) func(string) error {
		return func(f string) error {
			if err := os.WriteFile(f, []byte(data), mode); err != nil {
				return err
			}
			return os.Chmod(f, mode)
		}
	}
	for _, c := range []struct {
		name string
		make func(file string) error
		want string
	}{
		{"of the group", write(secret, 0o640), "can be read by others (mode -rw-r-----)"},
		{"of all", write(secret, 0o604), "chmod 600"},
		{"empty", write("", 0o600), "is empty → aloft hook token --new"},
		{"a line end", write("\n", 0o600), "is empty"},
		{"two lines", write(secret+"\nb\n", 0o600), "must hold one line"},
		{"a space", write("a b", 0o600), "must hold one line"},
		{"letters", write("ü", 0o600), "must hold one line"},
		{"too long", write(strings.Repeat("a", maxToken+1), 0o600), "must hold one line"},
		{"endless", write(strings.Repeat("a", 1<<20), 0o600), "must hold one line"},
		{"a folder", func(f string) error { return os.Mkdir(f, 0o700) }, "not a regular file"},
		{"a pipe", func(f string) error { return syscall.Mkfifo(f, 0o600) }, "not a regular file"},
		{"a link", func(f string) error {
			if err := os.WriteFile(f+".other", []byte(secret), 0o600); err != nil {
				return err
			}
			return os.Symlink(f+".other", f)
		}, "is not a regular file"},
		{"a link to nothing", func(f string) error { return os.Symlink("/nowhere/at/all", f) }, "is not a regular file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := c.make(TokenFile(dir)); err != nil {
				t.Fatal(err)
			}
			v, err := Token(dir)
			if v != "" || !client.Is(err, client.KindLocal) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), secret) {
				t.Fatalf("%q, %v; want %q", v, err, c.want)
			}
			v, err = NewToken(dir)
			if c.name == "a folder" {
				if err == nil || !strings.Contains(err.Error(), "cannot be written") {
					t.Errorf("over a folder: %q, %v", v, err)
				}
				return
			}
			if err != nil || v == "" || v == secret {
				t.Errorf("a new one: %q, %v", v, err)
			}
			if now, err := Token(dir); err != nil || now != v {
				t.Errorf("read again: %q, %v", now, err)
			}
		})
	}
}

func TestTokenByHand(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(TokenFile(dir), []byte("mine~!\r\n"), 0o400); err != nil {
		t.Fatal(err)
	}
	if v, err := Token(dir); err != nil || v != "mine~!" {
		t.Errorf("%q, %v", v, err)
	}
}

func TestTokenNowhere(t *testing.T) {
	for _, f := range []func(string) (string, error){Token, NewToken} {
		if _, err := f(""); err == nil || err.Error() != "there is no data folder for the token" {
			t.Error(err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Token(filepath.Join(file, "data")); err == nil || !strings.Contains(err.Error(), "make sure that ") {
		t.Error(err)
	}
}
