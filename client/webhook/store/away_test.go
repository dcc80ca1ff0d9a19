package store

import (
	"errors"
	"os"
	"testing"
	"time"

	"aloft/client/clienttest/procs"
	"aloft/client/system"
	"aloft/model"
)

// What is written into a folder that was moved away, or replaced by a file, is not
// stored: nobody would find it.
func TestFolderTakenAway(t *testing.T) {
	for name, instead := range map[string]func(dir string) error{
		"nothing": func(string) error { return nil },
		"a file":  func(dir string) error { return os.WriteFile(dir, nil, 0o600) },
		"another folder": func(dir string) error {
			s, err := Open(dir, Options{})
			if err != nil {
				return err
			}
			at := time.Now()
			return errors.Join(s.Add(t.Context(), model.Delivery{ID: NewID(at), At: at, State: model.DeliveryIgnored}, Stored{}), s.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir() + "/store"
			s := owned(t, dir, Options{})
			d := add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{Body: []byte("kept")})
			if err := errors.Join(os.Rename(dir, dir+"-away"), instead(dir)); err != nil {
				t.Fatal(err)
			}
			at := time.Now()
			lost := model.Delivery{ID: NewID(at), At: at, State: model.DeliveryIgnored}
			err := s.Add(t.Context(), lost, Stored{})
			if (err != nil) != (name == "a file") {
				t.Errorf("it ended with %v", err)
			}
			if f, oops := Follow(t.Context(), dir, Options{}); err == nil && (oops != nil || f.Get(lost.ID) == nil) {
				t.Error("it was stored where nobody finds it")
			}
			// Something may be written into it meanwhile.
			until(t, "it is back", func() bool { return os.RemoveAll(dir) == nil && os.Rename(dir+"-away", dir) == nil })
			next := add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{})
			f := followed(t, dir, Options{})
			if f.Get(d.ID) == nil || f.Get(next.ID) == nil {
				t.Errorf("%v and %v are not both there", f.Get(d.ID), f.Get(next.ID))
			}
		})
	}
}

// The owner stays the only one when the lock file is removed, unless another
// process is quicker.
func TestLockTakenAway(t *testing.T) {
	dir := t.TempDir() + "/store"
	h := owned(t, dir, Options{})
	if err := h.Announce(Holder{PID: 8, State: model.HookPaused}); err != nil {
		t.Fatal(err)
	}
	if err := h.Keep(); err != nil {
		t.Errorf("nothing was taken: %v", err)
	}
	removed := func() bool { return os.RemoveAll(dir) == nil } // something may be written into it meanwhile
	until(t, "removed", removed)
	if err := h.Keep(); err != nil {
		t.Errorf("taken again: %v", err)
	}
	if o, alive, err := Owner(dir); o.PID != 8 || o.State != model.HookPaused || !alive || err != nil {
		t.Errorf("the owner is %+v, %v, %v", o, alive, err)
	}
	if _, err := Open(dir, Options{}); !errors.Is(err, system.ErrHeld) {
		t.Errorf("another owner: %v", err)
	}
	until(t, "removed", removed)
	other := owned(t, dir, Options{})
	if err := other.Announce(Holder{PID: 7, State: model.HookUp}); err != nil {
		t.Fatal(err)
	}
	if err := h.Keep(); !errors.Is(err, system.ErrHeld) || h.Awaited() {
		t.Errorf("another one has it: %v", err)
	}
	if err := h.Announce(Holder{PID: 8}); err != nil {
		t.Error(err)
	}
	if o, alive, err := Owner(dir); o.PID != 7 || !alive || err != nil {
		t.Errorf("the owner is %+v, %v, %v", o, alive, err)
	}
}

// The state of an owner in another time zone is the same each time it is read.
func TestOwnerElsewhere(t *testing.T) {
	dir := t.TempDir()
	h := owned(t, dir, Options{})
	since := noon.In(time.FixedZone("there", 5*3600+1800))
	if err := h.Announce(Holder{PID: 7, State: model.HookUp, Since: since}); err != nil {
		t.Fatal(err)
	}
	a, _, errA := Owner(dir)
	b, _, errB := Owner(dir)
	if a != b || !a.Since.Equal(since) || errA != nil || errB != nil {
		t.Errorf("%+v, then %+v, %v, %v", a, b, errA, errB)
	}
}

func init() { procs.CollectLate() }
