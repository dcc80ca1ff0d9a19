//go:build unix

package jobs

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

// An undo puts back the mode and the time, each by itself and of what it has set alone, while they are as the job has set them.
func TestAnUndoOfAMode(t *testing.T) {
	c := newCarriage(t)
	at := func(name string) string { return filepath.Join(c.dir, "in", name) }
	old, set, later := time.Unix(1e9, 5), time.Unix(11e8, 0), time.Unix(12e8, 0)
	var items []model.Place
	for _, name := range []string{"kept", "mode", "time", "gone"} {
		c.put(name, "x")
		if err := errors.Join(os.Chmod(at(name), 0o640), os.Chtimes(at(name), old, old)); err != nil {
			t.Fatal(err)
		}
		items = append(items, onDisk(at(name)))
	}
	is := func(name string, mode os.FileMode, at2 time.Time) {
		t.Helper()
		if info, err := os.Lstat(at(name)); err != nil || info.Mode() != mode || !info.ModTime().Equal(at2) {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
	for _, only := range []model.Policy{"u+x", model.Policy("@" + set.Format(time.RFC3339)), model.Policy("u+x@" + set.Format(time.RFC3339))} {
		_, s, rs := c.run(client.Request{Op: model.OpAttributes, Items: items, Policy: only})
		if s.State != model.JobDone || s.Done != 4 {
			t.Fatalf("%s: %+v %+v", only, s, rs)
		}
		if p, s, _ := c.run(client.Request{Undo: s.ID}); s.State != model.JobDone || len(p.Refused) > 0 {
			t.Fatalf("%s: %+v %+v", only, s, p.Refused)
		}
		for _, name := range []string{"kept", "mode", "time", "gone"} {
			is(name, 0o640, old)
		}
	}
	_, s, _ := c.run(client.Request{Op: model.OpAttributes, Items: items, Policy: model.Policy("u+x@" + set.Format(time.RFC3339))})
	if err := errors.Join(os.Chmod(at("mode"), 0o600), os.Chtimes(at("time"), later, later), os.Remove(at("gone"))); err != nil {
		t.Fatal(err)
	}
	if p, s, _ := c.run(client.Request{Undo: s.ID}); s.State != model.JobDone || s.Done != 1 || len(p.Refused) != 3 {
		t.Errorf("%+v %+v", s, p.Refused)
	}
	is("kept", 0o640, old)
	is("mode", 0o600, set)
	is("time", 0o740, later)
}
