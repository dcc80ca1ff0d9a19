package drive_test

import (
	"testing"

	"aloft/client"
	"aloft/client/clienttest/fault"
	embeddeddrive "aloft/client/embedded/drive"
)

// What a plan has looked up serves its change, and no other plan; not after a change of another process, nor where all
// is to be looked up afresh.
func TestWhatAPlanHasLookedUpServesItsChange(t *testing.T) {
	_, r := scripted(t, nil)
	look := func(opt client.Options) int {
		t.Helper()
		w := r.Walk(opt)
		if _, err := w.Page(t.Context(), at("dir"), 1); err != nil {
			t.Fatal(err)
		}
		return len(r.log.take())
	}
	for _, c := range []struct {
		of   string
		opt  client.Options
		sent int
	}{
		{"a plan", client.Options{Planning: true}, 2},
		{"its change", client.Options{}, 0},
		{"another plan", client.Options{Planning: true}, 2},
		{"a change that found it stale", client.Options{Fresh: true}, 2},
	} {
		if n := look(c.opt); n != c.sent {
			t.Errorf("%s: %d requests, want %d", c.of, n, c.sent)
		}
	}
	look(client.Options{Planning: true})
	r.gate.NewEpoch() // another process has changed something
	if n := look(client.Options{}); n != 2 {
		t.Errorf("after another process's change: %d requests, want 2", n)
	}
	look(client.Options{Planning: true})
	r.gate.NewEpoch()
	if n := look(client.Options{After: true}); n != 2 {
		t.Errorf("the ids are those of before another process's change: %d requests, want 2", n)
	}
}

// After a change its folder is listed once, by the id that it had. Where ids change it is walked to from the root, so
// that what is seen is what is there, however a stale id is answered.
func TestTheLookAfterAChange(t *testing.T) {
	for name, c := range map[string]struct {
		f    fault.Faults
		sent int
	}{
		"ids stay": {fault.Faults{}, 1},
		"empty":    {fault.Faults{Rotate: true, Stale: "empty"}, 4},
		"error":    {fault.Faults{Rotate: true, Stale: "error"}, 4},
		"other":    {fault.Faults{Rotate: true, Stale: "other"}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			r, s := openEmbedded(t, c.f, nil)
			plant(t, s, embeddeddrive.Item{Path: []string{"a", "b", "old"}}, embeddeddrive.Item{Path: []string{"z", "y"}})
			w := r.Walk(client.Options{Planning: true})
			if _, err := w.All(t.Context(), at("a", "b")); err != nil {
				t.Fatal(err)
			}
			to, err := r.Walk(client.Options{}).Folder(t.Context(), at("a", "b"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.MakeFolder(t.Context(), to, "new", client.Interactive); err != nil {
				t.Fatal(err)
			}
			r.log.take()
			l, err := r.Walk(client.Options{After: true}).All(t.Context(), at("a", "b"))
			if sent := r.log.take(); err != nil || len(l.Entries) != 2 || len(sent) != c.sent {
				t.Errorf("%d entries, %v; sent %q, want %d", len(l.Entries), err, sent, c.sent)
			}
		})
	}
}
