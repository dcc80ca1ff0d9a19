package gate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aloft/client"
)

func TestIdentity(t *testing.T) {
	a := digest([]string{"linux", "boot", "time:[1]"}, true)
	if a != digest([]string{"linux", "boot", "time:[1]"}, true) {
		t.Error("not stable")
	}
	for _, other := range [][]string{{"linux", "other", "time:[1]"}, {"linux", "boot", "time:[2]"}, {"linux", "boottime:[1]", ""}} {
		if a == digest(other, true) {
			t.Errorf("%v has the same identity", other)
		}
	}
	if one, two := digest(nil, false), digest(nil, false); one == two {
		t.Error("two unknown hosts have the same identity")
	}
	h, other := SystemHost(), SystemHost()
	if h.Identity() != other.Identity() {
		t.Error("two gates of one host disagree about it")
	}
	now := h.Now()
	if d := other.Now() - now; d < 0 || d > time.Minute {
		t.Errorf("clocks differ by %v", d)
	}
}

func TestLockIsExclusive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "a.gate")
	a, err := SystemHost().Open(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := SystemHost().Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		f    File
		want bool
	}{{a, true}, {b, false}} {
		if got, err := step.f.TryLock(); got != step.want || err != nil {
			t.Errorf("lock %t, %v", got, err)
		}
	}
	_ = a.Unlock()
	if got, _ := b.TryLock(); !got {
		t.Error("not free after unlock")
	}
	if st, err := os.Stat(filepath.Dir(path)); err != nil || st.Mode().Perm() != 0o700 {
		t.Errorf("folder %v, %v", st.Mode(), err)
	}
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("file %v, %v", st.Mode(), err)
	}
	_ = os.Remove(path)
	if a.Current() {
		t.Error("a deleted file is called current")
	}
	_ = a.Close()
	_ = b.Close()
}

// A file at the path that cannot be used is replaced: the folder is ours.
func TestStrangeStateFiles(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"read-only":     func(p string) error { return os.WriteFile(p, nil, 0o400) },
		"no right":      func(p string) error { return os.WriteFile(p, []byte("x"), 0) },
		"other owner":   func(p string) error { _ = os.WriteFile(p, nil, 0o600); return chownIfRoot(p) },
		"link":          func(p string) error { return os.Symlink("/etc/passwd", p) },
		"dangling link": func(p string) error { return os.Symlink("/nowhere/at/all", p) },
		"garbage":       func(p string) error { return os.WriteFile(p, []byte(strings.Repeat("long ", 1000)), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			first, err := Open(Options{Dir: dir, Name: "n", Wire: RoundTripperWire(inProcess{})})
			if err != nil {
				t.Fatal(err)
			}
			path := first.store.path
			_ = first.Close()
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := put(path); err != nil {
				t.Fatal(err)
			}
			g, err := Open(Options{Dir: dir, Name: "n", Wire: RoundTripperWire(inProcess{})})
			if err != nil {
				t.Fatal(err)
			}
			r := must(t, g, Call{Method: "GET", URL: testURL})
			if r.Epoch == 0 || r.Epoch != g.Epoch() {
				t.Errorf("epoch %d, %d", r.Epoch, g.Epoch())
			}
			_ = g.Close()
		})
	}
	if b, err := os.ReadFile("/etc/passwd"); err != nil || strings.HasPrefix(string(b), "aloft") {
		t.Fatal("wrote through the link", err)
	}
}

func chownIfRoot(p string) error {
	if os.Getuid() != 0 {
		return nil
	}
	return os.Chown(p, 12345, 12345)
}

func TestNoStateFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{filepath.Join(file, "gate"), "/proc/aloft"} {
		_, err := Open(Options{Dir: d, Name: "n", Wire: RoundTripperWire(inProcess{})})
		if !client.Is(err, client.KindLocal) || !strings.Contains(err.Error(), d) || !strings.Contains(err.Error(), "ALOFT_STATE_HOME") {
			t.Errorf("%v", err)
		}
	}
}

func TestStateSurvivesTheFile(t *testing.T) {
	s := state{ident: Identity{1, 2}, notBefore: 3, gap: 4, epoch: 6, contended: 7, mutating: 8, seq: 9, pid: 10, pending: true, sinceBulk: 11, urgent: 12,
		raised: [troubles]raise{{13, 14}, {15, 16}}, goods: 17, paused: 18, extra: true}
	b := s.encode()
	if got, ok := decode(b); !ok || got != s {
		t.Errorf("%+v", got)
	}
	for i := range b {
		b[i] ^= 0x10
		if got, ok := decode(b); ok != (i >= mainSize) || got.extra {
			t.Errorf("byte %d changed unnoticed", i)
		}
		b[i] ^= 0x10
	}
	for n := range b {
		if got, ok := decode(b[:n]); ok != (n >= mainSize) || got.extra {
			t.Errorf("%d bytes are taken for a state", n)
		}
	}
}

func FuzzDecode(f *testing.F) {
	s := state{epoch: 1}
	f.Add(s.encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if s, ok := decode(b); ok {
			s.extra = true // encode writes both parts
			if again, ok := decode(s.encode()); !ok || again != s {
				t.Error("does not come back")
			}
		}
	})
}
