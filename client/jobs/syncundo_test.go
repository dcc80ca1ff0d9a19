//go:build unix

package jobs

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// refusals are the sentences of what is left as it is.
func refusals(p *model.Plan) string {
	var out []string
	for _, r := range p.Refused {
		out = append(out, r.Err.Error())
	}
	return strings.Join(out, "; ")
}

// synced is the engine on the embedded service and a disk. The folder to of the drive is first as
// the disk's folder in was.
type synced struct {
	*Engine
	t   *testing.T
	dir string
	all office1
}

func newSynced(t *testing.T, was map[string]string) *synced {
	t.Helper()
	s := &synced{t: t, dir: t.TempDir()}
	e, all, closeAll, err := carrier(s.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(closeAll)
	s.Engine, s.all = e, all
	s.write("in", was, 100)
	s.run(syncRequests(s.dir)[0])
	return s
}

// write makes a folder hold these files, which were changed so many hours ago.
func (s *synced) write(sub string, all map[string]string, hours int) {
	s.t.Helper()
	if err := os.RemoveAll(filepath.Join(s.dir, sub)); err != nil {
		s.t.Fatal(err)
	}
	writeAged(s.t, filepath.Join(s.dir, sub), all, hours)
}

func (s *synced) run(r client.Request) (*model.Plan, model.JobSnapshot) {
	s.t.Helper()
	p, err := s.Plan(s.t.Context(), r)
	if err != nil {
		s.t.Fatal(err)
	}
	id, err := s.Start(s.t.Context(), p)
	if err != nil {
		s.t.Fatal(err)
	}
	j, err := s.Wait(s.t.Context(), id)
	if err != nil || j.State != model.JobDone {
		s.t.Errorf("%+v, %v", j, err)
	}
	return p, j
}

// onDrive are the files of the folder to, as another folder of the disk gets them.
func (s *synced) onDrive() map[string]string {
	s.t.Helper()
	r := syncRequests(s.dir)[1]
	r.Target = onDisk(s.t.TempDir())
	s.run(r)
	return files(s.t, filepath.Join("/", filepath.Join(r.Target.Names()...)))
}

// What a sync has uploaded goes, and what it put into the bin comes back to its place; a redo
// leaves that alone.
func TestUndoOfASync(t *testing.T) {
	before := map[string]string{"f": "old", "gone": "gone", "old/y": "y"}
	s := newSynced(t, before)
	s.write("in", map[string]string{"f": "new", "g": "g", "made/x": "x"}, 1)
	_, j := s.run(syncRequests(s.dir)[0])
	p, u := s.run(client.Request{Undo: j.ID})
	if got := sortedDeeds(p); got != "delete f, delete g, delete made, recover f, recover gone, recover old" || len(p.Refused) > 0 {
		t.Errorf("%s, %s", got, refusals(p))
	}
	if got := s.onDrive(); !maps.Equal(got, before) {
		t.Errorf("there is %v", got)
	}
	p, err := s.Plan(t.Context(), client.Request{Undo: u.ID})
	if err != nil || sortedDeeds(p) != "recover g, recover made" || !strings.Contains(refusals(p), "the old f was put back") {
		t.Errorf("redo: %s, %s, %v", deeds(p), refusals(p), err)
	}
}

// A name that something else has now is left to it.
func TestUndoOfASyncLeavesWhatCameSince(t *testing.T) {
	s := newSynced(t, map[string]string{"f": "old", "gone": "gone", "two": "two"})
	s.write("in", map[string]string{"f": "new"}, 1)
	_, j := s.run(syncRequests(s.dir)[0])
	s.write("in", map[string]string{"f": "new", "gone": "another"}, 1)
	s.run(syncRequests(s.dir)[0])
	p, _ := s.run(client.Request{Undo: j.ID})
	if got := sortedDeeds(p); got != "delete f, recover f, recover two" || !strings.Contains(refusals(p), "gone stays in the recycle bin") {
		t.Errorf("%s, %s", got, refusals(p))
	}
	if got := s.onDrive(); !maps.Equal(got, map[string]string{"f": "old", "gone": "another", "two": "two"}) {
		t.Errorf("there is %v", got)
	}
}

// Where only deletions are taken back, it is a job of that kind.
func TestUndoOfASyncThatOnlyDeleted(t *testing.T) {
	s := newSynced(t, map[string]string{"a": "a", "b": "b"})
	s.write("in", map[string]string{"b": "b"}, 100)
	_, j := s.run(syncRequests(s.dir)[0])
	if p, _ := s.run(client.Request{Undo: j.ID}); deeds(p) != "recover a" || p.Op != model.OpRecover {
		t.Errorf("%s as %s", deeds(p), p.Op)
	}
}

// A drive that does not show its bin keeps what is in it.
func TestUndoOfASyncWithoutABin(t *testing.T) {
	c := newCarriage(t)
	c.aged("f", "new", 1)
	c.d.Put("to/f", []byte("o"))
	_, s, _ := c.run(c.up(model.ConflictReplace, client.Sync{}))
	p, s, _ := c.run(client.Request{Undo: s.ID})
	if s.State != model.JobDone || deeds(p) != "delete f" || !strings.Contains(refusals(p), "f stays in the recycle bin") {
		t.Errorf("%s, %s, %s", s.State, deeds(p), refusals(p))
	}
}

func sortedDeeds(p *model.Plan) string {
	all := strings.Split(deeds(p), ", ")
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// Out of the recycle bin of the disk comes what was replaced and what was deleted there.
func TestUndoOfASyncToTheDisk(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("to/f.txt", []byte("new one"))
	c.d.Put("to/kept", []byte("new too"))
	c.d.Put("to/g", []byte("g"))
	for name, body := range map[string]string{"f.txt": "old", "kept": "mine", "a": "back"} {
		if err := os.WriteFile(filepath.Join(c.dir, "out", name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, s, _ := c.run(c.down(model.ConflictReplace, client.Sync{Delete: true}))
	if s.State != model.JobDone {
		t.Fatal(s.State)
	}
	if err := os.WriteFile(filepath.Join(c.dir, "out", "kept"), []byte("changed by hand"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, u, rs := c.run(client.Request{Undo: s.ID})
	if got := deeds(p); u.State != model.JobDone || got != "delete f.txt, delete g, recover a, recover f.txt" {
		t.Errorf("%s, %s, %+v", u.State, got, rs)
	}
	for _, want := range []string{"kept has changed", "kept stays in the recycle bin"} {
		if !strings.Contains(refusals(p), want) {
			t.Errorf("%q does not say %q", refusals(p), want)
		}
	}
	c.same(c.onDiskFiles("out"), map[string]string{"f.txt": "old", "kept": "changed by hand", "a": "back"})
}

// Without a bin the old files get their names back; what was deleted for good is gone, and said.
func TestUndoOfASyncToADiskWithoutABin(t *testing.T) {
	c := newCarriage(t)
	c.disk = noBin{disk.New()}
	c.d.Put("to/f.txt", []byte("new one"))
	c.d.Put("to/kept", []byte("new too"))
	c.d.Put("to/g", []byte("g"))
	for name, body := range map[string]string{"f.txt": "old", "kept": "mine", "a": "goes"} {
		if err := os.WriteFile(filepath.Join(c.dir, "out", name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := c.down(model.ConflictReplace, client.Sync{Delete: true})
	r.Mode = client.DeleteForever
	_, s, _ := c.run(r)
	if s.State != model.JobDone {
		t.Fatal(s.State)
	}
	if err := os.WriteFile(filepath.Join(c.dir, "out", "kept"), []byte("changed by hand"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, u, rs := c.run(client.Request{Undo: s.ID})
	if got := deeds(p); u.State != model.JobDone || got != "delete f.txt, delete g, rename f (1).txt" || p.Items[0].Mode != string(client.DeleteForever) {
		t.Errorf("%s, %s, %+v", u.State, got, rs)
	}
	for _, want := range []string{"a was deleted for good", "kept has changed", "kept keeps its name"} {
		if !strings.Contains(refusals(p), want) {
			t.Errorf("%q does not say %q", refusals(p), want)
		}
	}
	c.same(c.onDiskFiles("out"), map[string]string{"f.txt": "old", "kept": "changed by hand", "kept (1)": "mine"})
}

// A plan says beforehand that nothing brings back what a disk loses for good.
func TestSyncThatOnlyDeletesOnTheDisk(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("to/f", []byte("f"))
	c.run(c.down(model.ConflictReplace, client.Sync{}))
	if err := os.WriteFile(filepath.Join(c.dir, "out", "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := c.down(model.ConflictReplace, client.Sync{Delete: true})
	for mode, undo := range map[client.DeleteMode]string{"": "yes", client.DeleteForever: "no"} {
		r.Mode = mode
		p, err := c.Plan(t.Context(), r)
		if err != nil || deeds(p) != "delete mine" || p.Undo != undo {
			t.Errorf("%s, undo %s, %v", deeds(p), p.Undo, err)
		}
	}
	r.Mode = ""
	_, s, _ := c.run(r) // of the drive's job all that was done is on the disk
	if p, u, _ := c.run(client.Request{Undo: s.ID}); u.State != model.JobDone || deeds(p) != "recover mine" {
		t.Errorf("%s, %s", u.State, deeds(p))
	}
	c.same(c.onDiskFiles("out"), map[string]string{"f": "f", "mine": ""})
}

// An upload that replaces a file puts it into the bin, and its undo brings it back.
func TestAnUploadReplaces(t *testing.T) {
	s := newSynced(t, map[string]string{"f": "old", "other": "o"})
	s.write("mine", map[string]string{"copy": "new"}, 1)
	p, j := s.run(client.Request{Op: model.OpUpload, Items: []model.Place{onDisk(s.dir + "/mine/copy")}, Target: driveAt("to"), NewNames: []string{"f"}, Rule: model.ConflictReplace})
	if got := deeds(p); got != "delete f, upload copy" {
		t.Errorf("%s", got)
	}
	if got := s.onDrive(); !maps.Equal(got, map[string]string{"f": "new", "other": "o"}) {
		t.Errorf("there is %v", got)
	}
	if p, _ := s.run(client.Request{Undo: j.ID}); sortedDeeds(p) != "delete f, recover f" {
		t.Errorf("undo: %s, %s", deeds(p), refusals(p))
	}
	if got := s.onDrive(); !maps.Equal(got, map[string]string{"f": "old", "other": "o"}) {
		t.Errorf("there is %v after the undo", got)
	}
}
