//go:build unix

package jobs

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// partly is a disk that shows one of its folders only in part.
type partly struct {
	*disk.Source
	at string
}

func (d partly) Within(tops []model.Place) client.Source {
	d.Source = d.Source.Within(tops).(*disk.Source)
	return d
}

func (p partly) Walk(o client.Options) client.Walk { return partlyWalk{p.Source.Walk(o), p.at} }

type partlyWalk struct {
	client.Walk
	at string
}

func (w partlyWalk) All(ctx context.Context, at model.Place) (model.Listing, error) {
	l, err := w.Walk.All(ctx, at)
	if at.Base() == w.at {
		l.Complete, l.Cut = false, model.CutWindow
	}
	return l, err
}

// keeps is a drive that deletes nothing.
type keeps struct {
	client.Source
	client.Uploader
	client.FolderMaker
}

// What cannot be known or done is refused before anything is planned.
func TestSyncIsRefusedBeforehand(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(*carriage, *client.Request)
		kind client.Kind
	}{
		"a folder of the source that is shown in part": {func(c *carriage, _ *client.Request) { c.disk = partly{disk.New(), "sub"} }, client.KindServer},
		"a target that deletes nothing": {func(c *carriage, _ *client.Request) {
			c.src = keeps{c.src, c.src.(client.Uploader), c.src.(client.FolderMaker)}
		}, client.KindUnsupported},
		"two sources":                    {func(_ *carriage, r *client.Request) { r.Items = append(r.Items, r.Items[0]) }, client.KindInvalid},
		"a target of an impossible name": {func(_ *carriage, r *client.Request) { r.Target = driveAt(" to") }, client.KindInvalid},
		"a target in no folder":          {func(_ *carriage, r *client.Request) { r.Target = driveAt("no", "to") }, client.KindNotFound},
		"a name that no place can hold":  {func(c *carriage, _ *client.Request) { c.d.Put("to/a\x00b", nil) }, client.KindInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			g := newCarriage(t)
			g.put("sub/x", "x")
			g.d.Put("to/sub/y", []byte("y"))
			r := g.up(model.ConflictReplace, client.Sync{Delete: true})
			c.set(g, &r)
			if p, err := g.Plan(t.Context(), r); !client.Is(err, c.kind) {
				t.Errorf("%s, %v", deeds(p), err)
			}
		})
	}
}

// Each entry that is left out says why.
func TestSyncSaysWhyItLeavesOut(t *testing.T) {
	c := newCarriage(t)
	c.put(" space/x", "x")
	c.put(" file", "f")
	c.put("ok", "ok")
	if err := os.Symlink("ok", filepath.Join(c.dir, "in", "link")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(c.dir, "in", "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	// Two names that are one on a disk: nobody knows which is meant.
	for _, n := range []string{"a\tb", "a\nb", "d\tx/in", "d\nx/in"} {
		c.d.Put("to/"+n, []byte("1"))
	}
	c.put("d_x/in", "other")
	p, err := c.Plan(t.Context(), c.up(model.ConflictReplace, client.Sync{Delete: true}))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{" space": model.WhyRefused, " file": model.WhyRefused, "link": model.WhyLink, "pipe": model.WhySpecial, "d_x": model.WhyRefused}
	for i := range p.Items {
		it := &p.Items[i]
		switch {
		case it.Goes() && it.Name == "ok":
			if up := c.src.(client.Uploader); it.Calls != up.UploadCalls(2) {
				t.Errorf("%d calls", it.Calls)
			}
		case it.Op == model.OpDelete && strings.HasPrefix(it.Name, "a"):
			if !it.LeftOut() {
				t.Errorf("%q goes", it.Name)
			}
		case it.Goes() || it.Why != want[it.Name]:
			t.Errorf("%s %q: %q", it.Op, it.Name, it.Why)
		}
		delete(want, it.Name)
	}
	if len(want) > 0 {
		t.Errorf("%v are not in %s", want, deeds(p))
	}
}

// Names that are free before the job, but not after its first renames, are not given twice.
func TestSyncToTheDiskNumbersEachOldFile(t *testing.T) {
	c := newCarriage(t)
	c.disk = noBin{disk.New()}
	for _, n := range []string{"a", "a (1)"} {
		c.d.Put("to/"+n, []byte("new one"))
		if err := os.WriteFile(filepath.Join(c.dir, "out", n), []byte("old "+n), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := c.down(model.ConflictReplace, client.Sync{})
	if p, s, rs := c.run(r); s.State != model.JobDone {
		t.Errorf("%s, %s, %+v", s.State, deeds(p), rs)
	}
	got := c.onDiskFiles("out")
	old := map[string]bool{}
	for n, body := range got {
		if strings.HasPrefix(body, "old") {
			old[body] = true
		} else if n != "a" && n != "a (1)" {
			t.Errorf("%s: %s", n, body)
		}
	}
	if len(got) != 4 || len(old) != 2 {
		t.Errorf("there is %v", got)
	}
	c.nothingLeft(r)
}

// Where a side has both forms of a name, or two that differ in their case, both are kept apart.
func TestSyncOfNamesThatAreNearlyTheSame(t *testing.T) {
	c := newCarriage(t)
	names := map[string]string{"to/A": "1", "to/a": "22", "to/\u00e9": "333", "to/e\u0301": "4444"}
	for n, body := range names {
		c.aged(strings.TrimPrefix(n, "to/"), body, 3)
	}
	r := c.up(model.ConflictReplace, client.Sync{Delete: true})
	if p, s, rs := c.run(r); s.State != model.JobDone {
		t.Fatalf("%s, %s, %+v", s.State, deeds(p), rs)
	}
	c.same(c.d.Files(), names)
	c.nothingLeft(r)
	back := c.down(model.ConflictReplace, client.Sync{Delete: true})
	if p, s, rs := c.run(back); s.State != model.JobDone {
		t.Fatalf("%s, %s, %+v", s.State, deeds(p), rs)
	}
	c.same(c.onDiskFiles("out"), c.onDiskFiles("in"))
	c.nothingLeft(back)
}

// A name that one side composes and the other does not is one name: nothing is done, what
// changes gets the name that it has there, and a twin is named.
func TestSyncOfADecomposedName(t *testing.T) {
	const composed, decomposed = "caf\u00e9", "cafe\u0301"
	c := newCarriage(t)
	c.aged(decomposed+"/"+decomposed, "1", 3)
	c.d.Put("to/"+composed+"/"+composed, []byte("1"))
	r := c.up(model.ConflictReplace, client.Sync{Delete: true, By: model.BySize})
	c.nothingLeft(r)
	c.aged(decomposed+"/"+decomposed, "22", 2)
	if p, s, rs := c.run(r); s.State != model.JobDone {
		t.Fatalf("%s, %s, %+v", s.State, deeds(p), rs)
	}
	c.same(c.d.Files(), map[string]string{"to/" + composed + "/" + composed: "22"})
	c.nothingLeft(r)

	c.d.Put("to/"+composed+"/"+decomposed, []byte("22"))
	for _, remove := range []bool{false, true} {
		r.Sync.Delete = remove
		p, err := c.Plan(t.Context(), r)
		if err != nil || len(p.Items) != 1 || !p.Items[0].LeftOut() || !strings.Contains(p.Items[0].Reason.String(), "several entries are called") {
			t.Errorf("%s, %v", deeds(p), err)
		}
	}
}

// A plan says which names the disk does not get as they are, and what they become.
func TestAPlanSaysWhatNamesBecome(t *testing.T) {
	c := newCarriage(t)
	for _, name := range []string{"plain", "a\u200fb", "zero\u200bwidth", "dir\u202e/\ufeffbom"} {
		c.d.Put("to/"+name, []byte(name))
	}
	want := []string{"dir\u202e: dir_", "zero\u200bwidth: zero_width", "\ufeffbom: _bom"}
	for _, r := range []client.Request{
		c.down(model.ConflictReplace, client.Sync{}),
		{Op: model.OpDownload, Items: []model.Place{driveAt("to")}, Target: onDisk(c.dir + "/out")},
	} {
		p, err := c.Plan(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, it := range p.Items {
			if name := it.Becomes(); name != "" {
				got = append(got, it.Was+": "+name)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%+q, want %+q", got, want)
		}
	}
}

// An upload and a download meet a name in its other form as the same name.
func TestCopyOfADecomposedNameThatIsTaken(t *testing.T) {
	const composed, decomposed = "caf\u00e9", "cafe\u0301"
	c := newCarriage(t)
	c.put(decomposed, "1")
	c.d.Put("to/"+composed, []byte("2"))
	c.d.Put("to/folder/"+decomposed, []byte("3"))
	for _, r := range []client.Request{
		{Op: model.OpUpload, Items: []model.Place{onDisk(c.dir + "/in/" + decomposed)}, Target: driveAt("to")},
		{Op: model.OpDownload, Items: []model.Place{driveAt("to", composed)}, Target: onDisk(c.dir + "/in")},
		{Op: model.OpMove, Items: []model.Place{driveAt("to", "folder", composed)}, Target: driveAt("to")},
	} {
		p, err := c.Plan(t.Context(), r)
		if err != nil {
			t.Errorf("%s: %v", r.Op, err)
		} else if len(p.Items) != 1 || p.Items[0].Decision != model.DecideAsk {
			t.Errorf("%s: %s", r.Op, deeds(p))
		}
	}
}

// A file that cannot be read fails alone, and nothing at the target is lost for it.
func TestSyncOfAFileThatCannotBeRead(t *testing.T) {
	c := newCarriage(t)
	c.aged("f", "longer", 1)
	c.aged("g", "g", 1)
	c.d.Put("to/f", []byte("o"))
	r := c.up(model.ConflictReplace, client.Sync{})
	p, err := c.Plan(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	c.disk = unreadable{disk.New(), "f"}
	id, err := c.Start(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	c.ended(id)
	got := c.d.Files()
	if got["to/g"] != "g" {
		t.Errorf("there is %v", got)
	}
	if bin := c.d.Deleted(); got["to/f"] != "o" && len(bin) != 1 {
		t.Errorf("there is %v, in the bin %v", got, bin)
	}
}

// unreadable is a disk with a file that cannot be opened.
type unreadable struct {
	*disk.Source
	name string
}

func (d unreadable) Within(tops []model.Place) client.Source {
	d.Source = d.Source.Within(tops).(*disk.Source)
	return d
}

func (u unreadable) Open(ctx context.Context, at model.Place) (client.Body, model.Entry, error) {
	if at.Base() == u.name {
		return nil, model.Entry{}, client.Errorf(client.KindLocal, "open", at, "permission denied")
	}
	return u.Source.Open(ctx, at)
}
