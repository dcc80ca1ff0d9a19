package webhook

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"aloft/client/system"
	"aloft/client/webhook/store"
	"aloft/model"
)

// An owner whose folder was removed is still found by others; when another process
// has become the owner it gives up the store and follows.
func TestFolderRemoved(t *testing.T) {
	port, l := freePort(t)
	l.Close()
	r := serve(t, func(o *Options) { o.Settings.Enabled, o.Settings.Port = true, port })
	until(t, "up", func() bool { return r.Status().State == model.HookUp })
	dir := filepath.Join(r.o.State, folder)
	// Something may be written into it meanwhile.
	removed := func() bool { return os.RemoveAll(dir) == nil }
	until(t, "removed", removed)
	until(t, "found again", func() bool {
		h, alive, err := store.Owner(dir)
		return alive && err == nil && h.URL == r.Status().URL
	})
	taken := func() bool {
		status, _, _ := r.post(body{"session_key": "tui:x", "exec": "true"})
		return status == http.StatusOK
	}
	// The first one may still find the deleted file.
	until(t, "taken", taken)
	var other *store.Store
	until(t, "another owner", func() bool {
		if !removed() {
			return false
		}
		var err error
		if other, err = store.Open(dir, store.Options{}); err != nil && !errors.Is(err, system.ErrHeld) && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return err == nil
	})
	if err := other.Announce(store.Holder{PID: os.Getpid(), State: model.HookUp, URL: "http://another"}); err != nil {
		t.Fatal(err)
	}
	until(t, "followed", func() bool { return r.Status().State == model.HookOther })
	if h, _, err := store.Owner(dir); err != nil || h.URL != "http://another" {
		t.Errorf("the owner is told to be %+v, %v", h, err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
}
