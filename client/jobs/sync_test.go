package jobs

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// aged writes a file that was changed so many hours ago.
func (c *carriage) aged(name, body string, hours int) {
	c.t.Helper()
	c.put(name, body)
	at := time.Now().Add(-time.Duration(hours) * time.Hour)
	if err := os.Chtimes(filepath.Join(c.dir, "in", name), at, at); err != nil {
		c.t.Fatal(err)
	}
}

// onDiskFiles are the files in a folder of the test, with their paths.
func (c *carriage) onDiskFiles(dir string) map[string]string {
	c.t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(filepath.Join(c.dir, dir), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(filepath.Join(c.dir, dir), path)
		out[rel] = string(b)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return out
}

func (c *carriage) up(rule model.ConflictRule, s client.Sync) client.Request {
	return client.Request{Op: model.OpUpload, Items: []model.Place{onDisk(c.dir + "/in")}, Target: driveAt("to"), Rule: rule, Sync: &s}
}

func (c *carriage) down(rule model.ConflictRule, s client.Sync) client.Request {
	return client.Request{Op: model.OpDownload, Items: []model.Place{driveAt("to")}, Target: onDisk(c.dir + "/out"), Rule: rule, Sync: &s}
}

// deeds are what a plan does, in order.
func deeds(p *model.Plan) string {
	var out []string
	for i := range p.Items {
		if it := &p.Items[i]; it.Goes() {
			out = append(out, string(it.Op)+" "+it.Name)
		} else {
			out = append(out, string(it.Decision)+" "+it.Name)
		}
	}
	return strings.Join(out, ", ")
}

// nothingLeft plans the same again: nothing is left to do.
func (c *carriage) nothingLeft(r client.Request) {
	c.t.Helper()
	if p, err := c.Plan(c.t.Context(), r); err != nil || len(p.Items) > 0 {
		c.t.Errorf("a second time: %v, %v", deeds(p), err)
	}
}

func TestSyncToTheDriveAndBack(t *testing.T) {
	c := newCarriage(t)
	c.aged("a.txt", "a", 100)
	c.aged("sub/b.txt", "b", 200)
	c.aged("empty/keep", "", 3)
	r := c.up(model.ConflictReplace, client.Sync{})
	p, s, _ := c.run(r)
	if got := deeds(p); s.State != model.JobDone || got != "mkdir to, upload a.txt, mkdir empty, upload keep, mkdir sub, upload b.txt" {
		t.Errorf("%s, %s", s.State, got)
	}
	c.nothingLeft(r)

	// Another size, another time, a new file, and one that only the target has.
	c.aged("a.txt", "longer", 90)
	c.aged("sub/b.txt", "B", 1)
	c.aged("new", "n", 1)
	c.d.Put("to/only/there", []byte("x"))
	p, s, _ = c.run(r)
	if got := deeds(p); s.State != model.JobDone || got != "delete a.txt, upload a.txt, upload new, delete b.txt, upload b.txt" {
		t.Errorf("%s, %s", s.State, got)
	}
	c.same(c.d.Files(), map[string]string{"to/a.txt": "longer", "to/sub/b.txt": "B", "to/empty/keep": "", "to/new": "n", "to/only/there": "x"})
	if got := c.d.Deleted(); !slices.Equal(got, []string{"a.txt", "b.txt"}) {
		t.Errorf("in the bin: %v", got)
	}
	c.nothingLeft(r)

	r.Sync = &client.Sync{Delete: true}
	p, s, _ = c.run(r)
	if got := deeds(p); s.State != model.JobDone || got != "delete only" || p.Items[0].Mode != string(client.DeleteToBin) {
		t.Errorf("%s, %s", s.State, got)
	}

	// Back: times are those of the files, not of their uploads.
	back := c.down(model.ConflictReplace, client.Sync{})
	if _, s, _ = c.run(back); s.State != model.JobDone {
		t.Error(s.State)
	}
	c.same(c.onDiskFiles("out"), c.onDiskFiles("in"))
	for _, name := range []string{"a.txt", "sub/b.txt"} {
		in, err := os.Stat(filepath.Join(c.dir, "in", name))
		out, err2 := os.Stat(filepath.Join(c.dir, "out", name))
		if err != nil || err2 != nil || in.ModTime().Sub(out.ModTime()).Abs() > time.Millisecond {
			t.Errorf("%s: %v became %v (%v, %v)", name, in.ModTime(), out.ModTime(), err, err2)
		}
	}
	c.nothingLeft(back)
	c.nothingLeft(r)
}

// What a sync replaces on a disk goes to its recycle bin, and so does what it deletes there.
func TestSyncToTheDiskBinsWhatItReplaces(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("to/f.txt", []byte("new one"))
	c.d.Put("to/g", []byte("g"))
	c.aged("../out/f.txt", "old", 5)
	r := c.down(model.ConflictReplace, client.Sync{})
	p, s, _ := c.run(r)
	if got := deeds(p); s.State != model.JobDone || got != "delete f.txt, download f.txt, download g" {
		t.Errorf("%s, %s", s.State, got)
	}
	c.same(c.onDiskFiles("out"), map[string]string{"f.txt": "new one", "g": "g"})
	c.same(c.binned("out"), map[string]string{"f.txt": "old"})
	c.nothingLeft(r)

	c.aged("../out/mine", "mine", 5)
	r.Sync = &client.Sync{Delete: true}
	p, s, _ = c.run(r)
	if got := deeds(p); s.State != model.JobDone || got != "delete mine" || p.Items[0].Mode != string(client.DeleteToBin) {
		t.Errorf("%s, %s", s.State, got)
	}
	c.same(c.binned("out"), map[string]string{"f.txt": "old", "mine": "mine"})

	// For good only by the mode that says so, and what is replaced not even then.
	c.aged("../out/gone", "gone", 5)
	c.aged("../out/f.txt", "changed", 5)
	r.Mode = client.DeleteForever
	if p, s, _ = c.run(r); s.State != model.JobDone || deeds(p) != "delete f.txt, download f.txt, delete gone" {
		t.Errorf("%s, %s", s.State, deeds(p))
	}
	c.same(c.binned("out"), map[string]string{"f.txt": "changed old", "mine": "mine"})
}

// noBin is a disk whose file systems have no trash.
type noBin struct{ *disk.Source }

func (d noBin) Within(tops []model.Place) client.Source {
	d.Source = d.Source.Within(tops).(*disk.Source)
	return d
}

func (n noBin) Takes(p model.Place) error {
	return client.Errorf(client.KindUnsupported, string(model.OpDelete), p, "%s: no bin", p.Base())
}

func (n noBin) Discard(_ context.Context, r model.Ref) (string, error) { return "", n.Takes(r.Place) }

// binned is what is in the bin of a folder of the disk, by name.
func (c *carriage) binned(sub string) map[string]string {
	c.t.Helper()
	all, err := disk.New().Bin(c.t.Context(), client.Options{Fresh: true})
	if err != nil {
		c.t.Fatal(err)
	}
	out := map[string]string{}
	for _, b := range all {
		if !b.From.Under(onDisk(filepath.Join(c.dir, sub))) {
			continue
		}
		_, path, _ := strings.Cut(b.Record, ":")
		body, err := os.ReadFile(path)
		if err != nil {
			c.t.Fatal(err)
		}
		all := append(strings.Fields(out[b.Entry.Name]), string(body))
		slices.Sort(all)
		out[b.Entry.Name] = strings.Join(all, " ")
	}
	return out
}

// Where the trash takes nothing, nothing is deleted to make room: the old file stays beside the
// new one. What only the disk has stays, too, unless it may go for good.
func TestSyncToADiskWithoutABinKeepsWhatItReplaces(t *testing.T) {
	c := newCarriage(t)
	c.disk = noBin{disk.New()}
	c.d.Put("to/f.txt", []byte("new one"))
	c.d.Put("to/g", []byte("g"))
	if err := os.WriteFile(filepath.Join(c.dir, "out", "f.txt"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := c.down(model.ConflictReplace, client.Sync{})
	p, s, _ := c.run(r)
	if got := deeds(p); s.State != model.JobDone || got != "rename f.txt, download f.txt, download g" {
		t.Errorf("%s, %s", s.State, got)
	}
	c.same(c.onDiskFiles("out"), map[string]string{"f.txt": "new one", "f (1).txt": "old", "g": "g"})
	c.nothingLeft(r)

	r.Sync = &client.Sync{Delete: true}
	if p, err := c.Plan(t.Context(), r); err != nil || deeds(p) != "skip f (1).txt" || p.Items[0].Reason.String() != "f (1).txt: no bin" || !p.Items[0].LeftOut() {
		t.Errorf("%s, %v", deeds(p), err)
	}
	r.Mode = client.DeleteForever
	p, s, _ = c.run(r)
	if got := deeds(p); s.State != model.JobDone || got != "delete f (1).txt" || p.Items[0].Mode != string(client.DeleteForever) {
		t.Errorf("%s, %s", s.State, got)
	}
	c.same(c.onDiskFiles("out"), map[string]string{"f.txt": "new one", "g": "g"})
}

func TestSyncRules(t *testing.T) {
	for name, c := range map[string]struct {
		rule model.ConflictRule
		sync client.Sync
		want string
	}{
		"replace":   {model.ConflictReplace, client.Sync{}, "delete size, upload size, delete time, upload time"},
		"skip":      {model.ConflictSkip, client.Sync{}, "skip size, skip time"},
		"ask":       {model.ConflictAsk, client.Sync{}, "ask size, ask time"},
		"size only": {model.ConflictReplace, client.Sync{By: model.BySize}, "delete size, upload size"},
		"stop":      {model.ConflictStop, client.Sync{}, "size"},
	} {
		t.Run(name, func(t *testing.T) {
			g := newCarriage(t)
			g.aged("size", "longer", 1)
			g.aged("time", "t", 48)
			g.d.Put("to/size", []byte("s"))
			g.d.Put("to/time", []byte("t"))
			p, err := g.Plan(t.Context(), g.up(c.rule, c.sync))
			if c.rule == model.ConflictStop {
				if !client.Is(err, client.KindConflict) || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v", err)
				}
				return
			}
			if err != nil || deeds(p) != c.want {
				t.Errorf("%s, %v", deeds(p), err)
			}
		})
	}
}

// What cannot be copied is named, and neither side of it is touched.
func TestSyncLeavesOutWhatItCannotDo(t *testing.T) {
	c := newCarriage(t)
	c.put("dir/x", "x")
	c.put("file", "f")
	c.put("ok", "ok")
	if err := os.Symlink("ok", filepath.Join(c.dir, "in", "link")); err != nil {
		t.Fatal(err)
	}
	c.d.Put("to/dir", []byte("a file"))
	c.d.Put("to/file/in", []byte("a folder"))
	p, s, _ := c.run(c.up(model.ConflictReplace, client.Sync{Delete: true}))
	if got := deeds(p); s.State != model.JobDone || got != "skip dir, skip file, skip link, upload ok" {
		t.Errorf("%s, %s", s.State, got)
	}
	for _, it := range p.Items[:3] {
		if !it.LeftOut() || it.Skipped().IsZero() {
			t.Errorf("%s: %s, %q", it.Name, it.Why, it.Skipped())
		}
	}
	c.same(c.d.Files(), map[string]string{"to/dir": "a file", "to/file/in": "a folder", "to/ok": "ok"})
}

// Names that the disk cannot hold are found again under the names that they got there.
func TestSyncOfNamesThatTheDiskCannotHold(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("to/a\tb", []byte("1"))
	c.d.Put("to/dir\u200b/x", []byte("2"))
	r := c.down(model.ConflictReplace, client.Sync{Delete: true})
	if _, s, rs := c.run(r); s.State != model.JobDone {
		t.Fatalf("%s, %+v", s.State, rs)
	}
	c.same(c.onDiskFiles("out"), map[string]string{"a_b": "1", "dir_/x": "2"})
	c.nothingLeft(r)
	c.nothingLeft(client.Request{Op: model.OpUpload, Items: []model.Place{onDisk(c.dir + "/out")}, Target: driveAt("to"), Rule: model.ConflictReplace,
		Sync: &client.Sync{Delete: true}})
	// Two names that become one are both left alone.
	c.d.Put("to/a\nb", []byte("3"))
	p, err := c.Plan(t.Context(), r)
	if err != nil || len(p.Items) != 1 || !p.Items[0].LeftOut() {
		t.Errorf("%s, %v", deeds(p), err)
	}
}

// A part of the source that is not shown must not count as deleted there.
func TestSyncOfAMissingSource(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("to/x", []byte("x"))
	r := c.up(model.ConflictReplace, client.Sync{Delete: true})
	r.Items[0] = onDisk(c.dir + "/nowhere")
	if _, err := c.Plan(t.Context(), r); !client.Is(err, client.KindNotFound) {
		t.Error(err)
	}
}

// A process that ends at any request leaves a job that goes on from there: what was replaced
// is in the bin once, and each file comes once.
func TestSyncGoesOnInAnotherProcess(t *testing.T) {
	for _, at := range []string{"POST delete", "POST pre", "PUT part", "POST finish"} {
		t.Run(at, func(t *testing.T) {
			c := newCarriage(t)
			want := map[string]string{}
			for i := range 3 {
				name := fmt.Sprint("f", i)
				c.aged(name, strings.Repeat("n", i+2), 1)
				c.d.Put("to/"+name, []byte("o"))
				want["to/"+name] = strings.Repeat("n", i+2)
			}
			cut, once := make(chan struct{}), sync.Once{}
			c.d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
				if r.Method+" "+filepath.Base(r.URL.Path) == at || at == "PUT part" && r.Method == http.MethodPut {
					first := false
					once.Do(func() { close(cut); first = true })
					switch {
					case r.Method == http.MethodPut:
						<-r.Context().Done()
					case first: // it is not done, and nobody knows
						panic(http.ErrAbortHandler)
					}
				}
				return false
			}
			r := c.up(model.ConflictReplace, client.Sync{})
			p, err := c.Plan(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			id, err := c.Start(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			<-cut
			c.close()
			c.d.Before = nil
			c.open(nil)
			if err := c.Resume(id); err != nil {
				t.Fatal(err)
			}
			if s := c.ended(id); s.State != model.JobDone {
				t.Errorf("%s, %+v", s.State, c.report(id))
			}
			c.same(c.d.Files(), want)
			if got := c.d.Deleted(); len(got) != 3 {
				t.Errorf("in the bin: %v", got)
			}
			c.nothingLeft(r)
		})
	}
}
