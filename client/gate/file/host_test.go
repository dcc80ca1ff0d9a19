package file

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/client/system"
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
	if st, err := os.Stat(filepath.Dir(path)); err != nil || !system.Private(st) {
		t.Errorf("folder %v, %v", st.Mode(), err)
	}
	if st, err := os.Stat(path); err != nil || !system.Private(st) {
		t.Errorf("file %v, %v", st.Mode(), err)
	}
	_ = os.Remove(path)
	if a.Current() {
		t.Error("a deleted file is called current")
	}
	_ = a.Close()
	_ = b.Close()
}
