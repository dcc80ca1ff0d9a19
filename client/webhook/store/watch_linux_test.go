package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/model"
)

// Whatever happens to the owner is reported, and nobody has to poll every second.
func TestWatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "webhook")
	w := NewWatch(dir)
	defer w.Close()
	told := func(what string) {
		t.Helper()
		select {
		case <-w.C:
		case <-time.After(30 * time.Second):
			t.Fatalf("%s: nothing was told", what)
		}
	}
	rarely := func() {
		t.Helper()
		for w.Next() != 0 {
			told("another folder to watch")
		}
		w.mu.Lock()
		w.last = time.Time{}
		w.mu.Unlock()
		if n := w.Next(); n < rarelyRemote*lookOften {
			t.Errorf("it is looked again after %v", n)
		}
	}
	rarely() // its parent is watched
	held, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	told("an owner")
	rarely()
	if err := held.Announce(Holder{PID: 7, State: model.HookUp}); err != nil {
		t.Fatal(err)
	}
	told("its words")
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	told("its end")
	if _, alive, err := Owner(dir); alive || err != nil {
		t.Errorf("it lives: %v, %v", alive, err)
	}
	if w.Next() != lookOften {
		t.Error("it is not looked again soon after something was told")
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	told("the end of the folder")
	rarely()
	if err := os.RemoveAll(filepath.Dir(dir)); err != nil {
		t.Fatal(err)
	}
	for w.Next() != lookOften {
		<-time.After(time.Millisecond)
	}
}
