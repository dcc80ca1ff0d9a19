//go:build unix

package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// A deletion on a disk is taken back, done again, and taken back again, also of what is reached
// through a link, and of entries of one name in one second.
func TestUndoOfADeletionOnTheDisk(t *testing.T) {
	c := newCarriage(t)
	in := filepath.Join(c.dir, "in")
	c.put("a b", "1")
	c.put("dir/x", "x")
	c.put("dir/y/z", "z")
	before := c.onDiskFiles("in")
	dead := filepath.Join(in, "dead")
	if err := errors.Join(os.Symlink("in", filepath.Join(c.dir, "link")), os.Symlink("nowhere", dead)); err != nil {
		t.Fatal(err)
	}
	through := onDisk(filepath.Join(c.dir, "link"))
	del := client.Request{Op: model.OpDelete, Items: []model.Place{through.Join("a b"), through.Join("dir"), through.Join("dead")}}
	p, s, rs := c.run(del)
	if s.State != model.JobDone || p.Undo != "bin" || len(c.onDiskFiles("in")) != 0 {
		t.Fatalf("%s, undo %s, %+v", s.State, p.Undo, rs)
	}
	for range 2 {
		p, s, rs = c.run(client.Request{Undo: s.ID})
		if s.State != model.JobDone || len(p.Refused) > 0 {
			t.Fatalf("%s, %+v, %+v", s.State, p.Refused, rs)
		}
		to, err := os.Readlink(dead)
		if err := errors.Join(err, os.Remove(dead)); to != "nowhere" || err != nil {
			t.Fatal(to, err)
		}
		c.same(c.onDiskFiles("in"), before)
		if err := os.Symlink("nowhere", dead); err != nil {
			t.Fatal(err)
		}
		if p, s, rs = c.run(client.Request{Undo: s.ID}); s.State != model.JobDone || len(c.onDiskFiles("in")) != 0 {
			t.Fatalf("%s, %+v, %+v", s.State, p.Refused, rs)
		}
	}

	// Of several of one name each job takes back its own.
	var jobs []string
	for _, body := range []string{"one", "two", "six"} {
		c.put("same", body)
		_, s, _ := c.run(client.Request{Op: model.OpDelete, Items: []model.Place{onDisk(in).Join("same")}})
		jobs = append(jobs, s.ID)
	}
	for i, body := range []string{"one", "two", "six"} {
		if p, s, _ := c.run(client.Request{Undo: jobs[i]}); s.State != model.JobDone {
			t.Errorf("%s, %+v", s.State, p.Refused)
		}
		c.same(c.onDiskFiles("in"), map[string]string{"same": body})
		if err := os.Remove(filepath.Join(in, "same")); err != nil {
			t.Fatal(err)
		}
	}
}

// What comes back takes nobody's name, and no folder is made for it; the plan says so.
func TestUndoOfADeletionLeavesWhatIsThere(t *testing.T) {
	c := newCarriage(t)
	in := onDisk(filepath.Join(c.dir, "in"))
	for _, name := range []string{"a", "taken", "purged", "dir/in it"} {
		c.put(name, name)
	}
	_, s, _ := c.run(client.Request{Op: model.OpDelete, Items: []model.Place{in.Join("a"), in.Join("taken"), in.Join("purged"), in.Join("dir").Join("in it")}})
	c.put("taken", "mine")
	if err := os.Remove(filepath.Join(c.dir, "in", "dir")); err != nil {
		t.Fatal(err)
	}
	b := disk.New()
	all, err := b.Bin(t.Context(), client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Was().Equal(in.Join("purged")) {
			if err := b.Purge(t.Context(), []string{e.Record}, client.Bulk); err != nil {
				t.Fatal(err)
			}
		}
	}
	p, u, _ := c.run(client.Request{Undo: s.ID})
	if u.State != model.JobDone || deeds(p) != "recover a" {
		t.Errorf("%s, %s", u.State, deeds(p))
	}
	for _, want := range []string{"taken: the name is taken", "purged is not in the recycle bin", "dir/in it cannot be restored: its folder no longer exists"} {
		if !strings.Contains(refusals(p), want) {
			t.Errorf("%q does not say %q", refusals(p), want)
		}
	}
	c.same(c.onDiskFiles("in"), map[string]string{"a": "a", "taken": "mine"})
}

// For good is only what was asked for so; then the undo says that nothing brings it back. Where
// there is no bin nothing is deleted for good instead.
func TestOnlyTheFinalModeDeletesForGood(t *testing.T) {
	c := newCarriage(t)
	c.put("a", "a")
	c.put("b", "b")
	in := onDisk(filepath.Join(c.dir, "in"))
	r := client.Request{Op: model.OpDelete, Items: []model.Place{in.Join("a")}, Mode: client.DeleteForever}
	p, s, _ := c.run(r)
	if s.State != model.JobDone || p.Undo != "no" || len(c.binned("in")) != 0 {
		t.Errorf("%s, undo %s, %v", s.State, p.Undo, c.binned("in"))
	}
	if _, err := c.Plan(t.Context(), client.Request{Undo: s.ID}); !client.Is(err, client.KindUnsupported) {
		t.Error(err)
	}
	c.disk = noBin{disk.New()}
	r = client.Request{Op: model.OpDelete, Items: []model.Place{in.Join("b")}}
	if _, err := c.Plan(t.Context(), r); !client.Is(err, client.KindUnsupported) {
		t.Error(err)
	}
	r.Partial = true
	if p, err := c.Plan(t.Context(), r); err != nil || len(p.Items) != 0 || refusals(p) != "b: no bin" {
		t.Errorf("%v, %v", p, err)
	}
	c.same(c.onDiskFiles("in"), map[string]string{"b": "b"})
}

// What is in the bin comes back folders first, is deleted for good, and neither is done to
// another entry that has the record's name by then.
func TestTheBinOfTheDisk(t *testing.T) {
	c := newCarriage(t)
	in := onDisk(filepath.Join(c.dir, "in"))
	c.put("dir/x", "x")
	c.put("dir/y", "y")
	c.put("z", "z")
	for _, at := range []model.Place{in.Join("dir").Join("x"), in.Join("dir"), in.Join("z")} {
		if _, s, rs := c.run(client.Request{Op: model.OpDelete, Items: []model.Place{at}}); s.State != model.JobDone {
			t.Fatalf("%+v", rs)
		}
	}
	all, err := disk.New().Bin(t.Context(), client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(b client.BinEntry) bool { return !b.From.Under(in) })
	slices.SortFunc(all, func(a, b client.BinEntry) int { return len(b.From.Path) - len(a.From.Path) })
	if len(all) != 3 {
		t.Fatalf("%+v", all)
	}
	p, s, rs := c.run(client.Request{Op: model.OpRecover, Target: in.Root(), Bin: all, Partial: true})
	if s.State != model.JobDone || len(p.Refused) > 0 {
		t.Fatalf("%s, %+v, %+v", s.State, p.Refused, rs)
	}
	c.same(c.onDiskFiles("in"), map[string]string{"dir/x": "x", "dir/y": "y", "z": "z"})
	if p, s, rs = c.run(client.Request{Undo: s.ID}); s.State != model.JobDone || len(c.onDiskFiles("in")) != 0 {
		t.Errorf("%s, %+v, %+v", s.State, p.Refused, rs)
	}
	if all, err = disk.New().Bin(t.Context(), client.Options{}); err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(b client.BinEntry) bool { return !b.From.Under(in) })
	if p, s, rs = c.run(client.Request{Op: model.OpPurge, Target: in.Root(), Bin: all}); s.State != model.JobDone || p.Undo != "no" || len(c.binned("in")) != 0 {
		t.Errorf("%s, %+v", s.State, rs)
	}
}

// readDisk is a disk that counts how often lookups read a whole folder.
type readDisk struct {
	*disk.Source
	whole *atomic.Int32
}

func (d readDisk) Within(tops []model.Place) client.Source {
	d.Source = d.Source.Within(tops).(*disk.Source)
	return d
}

func (d readDisk) Walk(opt client.Options) client.Walk {
	w := d.Source.Walk(opt)
	return readWalk{w, w.(client.Namer), d.whole}
}

type readWalk struct {
	client.Walk
	client.Namer
	whole *atomic.Int32
}

func (w readWalk) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	w.whole.Add(1)
	return w.Walk.Page(ctx, p, n)
}

func (w readWalk) All(ctx context.Context, p model.Place) (model.Listing, error) {
	w.whole.Add(1)
	return w.Walk.All(ctx, p)
}

// The work for an entry of a disk does not grow with its folder.
func TestEntriesOfADiskAreFoundByName(t *testing.T) {
	c := newCarriage(t)
	var whole atomic.Int32
	c.disk = readDisk{disk.New(), &whole}
	r := client.Request{Op: model.OpDelete}
	for i := range 50 {
		name := fmt.Sprint("f", i)
		c.put(name, name)
		r.Items = append(r.Items, onDisk(c.dir).Join("in").Join(name))
	}
	_, s, _ := c.run(r)
	if s.State != model.JobDone || len(c.onDiskFiles("in")) > 0 {
		t.Fatalf("%s, left: %v", s.State, c.onDiskFiles("in"))
	}
	if n := whole.Load(); n > 10 {
		t.Errorf("the folder was read %d times for 50 entries", n)
	}
}
