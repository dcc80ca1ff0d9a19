package jobs

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/disk"
	"aloft/client/drive"
	"aloft/client/gate"
	"aloft/client/gate/file"
	"aloft/client/jobs/run"
	"aloft/client/system"
	"aloft/model"
)

// carriage is the engine on the real client of the drive, a double of its wire with
// bytes, and a disk.
type carriage struct {
	*Engine
	t    *testing.T
	d    *clienttest.ByteDrive
	dir  string
	jar  *clienttest.Jar
	src  client.Source
	disk client.Source
	gate *gate.Gate
	// bytes carries the files; nil = d does.
	bytes  http.RoundTripper
	settle time.Duration // before it is scaled
	scale  float64       // of the engine; 0 = 0.01
	log    func(system.LogFile) system.LogFile
	host   file.Host // nil = the real one, whose clock no bubble fakes; else all is as slow as in reality
}

func (c *carriage) For(p model.Place) (client.Source, error) {
	if p.Scheme == model.SchemeDisk {
		return c.disk, nil
	}
	return c.src, nil
}
func (c *carriage) Accounts() []string { return []string{"t"} }

func newCarriage(t *testing.T) *carriage {
	t.Helper()
	c := &carriage{t: t, d: clienttest.NewByteDrive(), dir: t.TempDir(), jar: clienttest.NewJar("__pus=u; __puus=s"), disk: disk.New()}
	for _, sub := range []string{"in", "out"} {
		if err := os.Mkdir(filepath.Join(c.dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	c.open(nil)
	t.Cleanup(c.close)
	return c
}

// open opens everything but the drive, as another process does.
func (c *carriage) open(hook func(string)) {
	c.t.Helper()
	scale, o := 0.01, gate.Options{Dir: c.dir + "/gate", Name: "t", Scale: 0.01, Wire: gate.RoundTripperWire(c.d), Host: file.SystemHost()}
	if c.host != nil {
		scale, c.scale = 1, 1
		o.Scale, o.Gap, o.Host = 1, client.MinGap, c.host
	}
	g, err := gate.Open(o)
	if err != nil {
		c.t.Fatal(err)
	}
	c.gate = g
	if c.bytes == nil {
		c.bytes = c.d
	}
	c.src = drive.New(drive.Options{Account: "t", BaseURL: "http://aloft.local", Gate: g, Cookies: c.jar, Scale: scale,
		Content: drive.CarrierOptions{Bytes: c.bytes, Range: 100_000}})
	if c.Engine, err = Open(run.Options{Dir: c.dir + "/jobs", Sources: c, Scale: cmp.Or(c.scale, 0.01), Settle: c.settle, Hook: hook, WrapLog: c.log}); err != nil {
		c.t.Fatal(err)
	}
}

func (c *carriage) close() {
	_ = c.Engine.Close()
	_ = c.gate.Close()
}

func (c *carriage) out() model.Place { return onDisk(c.dir + "/out") }

func driveAt(names ...string) model.Place {
	return model.Place{Account: "t", Scheme: model.SchemeDrive, Path: model.Steps(names...)}
}

// run plans a request and runs it to its end.
func (c *carriage) run(r client.Request) (*model.Plan, model.JobSnapshot, []model.ItemReport) {
	c.t.Helper()
	p, err := c.Plan(c.t.Context(), r)
	if err != nil {
		c.t.Fatal(err)
	}
	id, err := c.Start(c.t.Context(), p)
	if err != nil {
		c.t.Fatal(err)
	}
	return p, c.ended(id), c.report(id)
}

func (c *carriage) ended(id string) model.JobSnapshot {
	c.t.Helper()
	s, err := c.Wait(c.t.Context(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

func (c *carriage) report(id string) []model.ItemReport {
	c.t.Helper()
	rs, err := c.Report(id)
	if err != nil {
		c.t.Fatal(err)
	}
	return rs
}

// want compares what is in a folder of the disk, hidden files too.
func (c *carriage) want(sub string, want map[string]string) {
	c.t.Helper()
	got := c.onDiskFiles(sub)
	c.same(got, want)
}

func (c *carriage) same(got, want map[string]string) {
	c.t.Helper()
	if maps.Equal(got, want) {
		return
	}
	show := func(m map[string]string) (s string) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			s += fmt.Sprintf(" %s (%d)", k, len(m[k]))
		}
		return s
	}
	c.t.Errorf("there is%s, want%s", show(got), show(want))
}

var large = strings.Repeat("0123456789", 35_000)

func TestDownloadsAndTheirUndo(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("top/a.txt", []byte("a"))
	c.d.Put("top/sub/large.bin", []byte(large))
	c.d.Put("top/sub/empty", nil)
	c.d.Put("single", []byte("s"))
	p, s, _ := c.run(client.Request{Op: model.OpDownload, Items: []model.Place{driveAt("top"), driveAt("single")}, Target: c.out()})
	if e := p.Estimate; e.Bytes != int64(len(large))+2 || e.Calls != 4 || p.Undo != "yes" {
		t.Errorf("the plan says %+v, undo %s", e, p.Undo)
	}
	if s.State != model.JobDone || s.Bytes != int64(len(large))+2 || s.BytesAll != s.Bytes {
		t.Errorf("%+v", s)
	}
	all := map[string]string{"top/a.txt": "a", "top/sub/large.bin": large, "top/sub/empty": "", "single": "s"}
	c.want("out", all)
	// One that was written since stays, and so do the folders that it is in.
	if err := os.WriteFile(c.dir+"/out/top/a.txt", []byte("b"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, s, _ = c.run(client.Request{Undo: s.ID})
	if s.State != model.JobDone || len(p.Refused) == 0 {
		t.Errorf("%+v, refused %v", s, p.Refused)
	}
	c.want("out", map[string]string{"top/a.txt": "b"})
}

func TestDownloadsNeverOverwrite(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("a", []byte("new"))
	if err := os.WriteFile(c.dir+"/out/a", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := client.Request{Op: model.OpDownload, Items: []model.Place{driveAt("a")}, Target: c.out()}
	p, err := c.Plan(t.Context(), r)
	if err != nil || len(p.Undecided()) != 1 {
		t.Errorf("%v, %v", p, err)
	}
	r.Rule = model.ConflictNumber
	c.run(r)
	c.want("out", map[string]string{"a": "old", "a (1)": "new"})
	// One that appears after the plan was made.
	c.d.Put("late", []byte("new"))
	p, err = c.Plan(t.Context(), client.Request{Op: model.OpDownload, Items: []model.Place{driveAt("late")}, Target: c.out()})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.dir+"/out/late", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	id, err := c.Start(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if s := c.ended(id); s.Failed != 1 || c.report(id)[0].State != model.ItemConflict {
		t.Errorf("%+v", c.report(id))
	}
	c.want("out", map[string]string{"a": "old", "a (1)": "new", "late": "old"})
}

func TestDownloadFaultsOfAJob(t *testing.T) {
	for name, c := range map[string]struct {
		before func(c *carriage, n int) func(http.ResponseWriter) bool // of the n-th request for bytes
		state  model.ItemState
		links  int
		says   string
	}{
		"the link expires in the middle": {func(c *carriage, n int) func(http.ResponseWriter) bool {
			if n == 3 {
				c.d.Expire()
			}
			return nil
		}, model.ItemDone, 2, ""},
		"no link works": {func(c *carriage, n int) func(http.ResponseWriter) bool {
			return func(w http.ResponseWriter) bool { w.WriteHeader(403); return true }
		}, model.ItemFailed, 2, "and so did a new one"},
		"wrong bytes": {func(c *carriage, n int) func(http.ResponseWriter) bool {
			return func(w http.ResponseWriter) bool {
				w.Header().Set("Content-Length", fmt.Sprint(len(large)))
				_, _ = w.Write([]byte(strings.Repeat("x", len(large))))
				return true
			}
		}, model.ItemFailed, 2, "MD5"},
		"wrong bytes once": {func(_ *carriage, n int) func(http.ResponseWriter) bool {
			if n > 1 {
				return nil
			}
			return func(w http.ResponseWriter) bool {
				w.Header().Set("Content-Length", fmt.Sprint(len(large)))
				_, _ = w.Write([]byte(strings.Repeat("x", len(large))))
				return true
			}
		}, model.ItemDone, 2, ""},
		"a file of that name appears in the middle": {func(c *carriage, n int) func(http.ResponseWriter) bool {
			if n == 3 {
				if err := os.WriteFile(c.dir+"/out/f", []byte("other"), 0o600); err != nil {
					c.t.Error(err)
				}
			}
			return nil
		}, model.ItemConflict, 1, "exists already"},
	} {
		t.Run(name, func(t *testing.T) {
			g := newCarriage(t)
			g.d.Put("f", []byte(large))
			n := make(chan int, 1)
			n <- 0
			g.d.Before = func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasPrefix(r.URL.Path, "/bytes/") {
					return false
				}
				at := <-n + 1
				n <- at
				f := c.before(g, at)
				return f != nil && f(w)
			}
			_, _, rs := g.run(client.Request{Op: model.OpDownload, Items: []model.Place{driveAt("f")}, Target: g.out()})
			if rs[0].State != c.state || !strings.Contains(rs[0].Error.String(), c.says) || strings.Contains(rs[0].Error.String(), "SECRET") {
				t.Errorf("%s: %s", rs[0].State, rs[0].Error)
			}
			if got := g.d.Calls()["POST download"]; got != c.links {
				t.Errorf("%d links were asked for, want %d", got, c.links)
			}
			want := map[string]string{}
			switch c.state {
			case model.ItemDone:
				want["f"] = large
			case model.ItemConflict:
				want["f"] = "other"
			}
			g.want("out", want)
		})
	}
}

// Half a cookie stops the job, and nothing is asked again and again.
func TestDownloadWithHalfACookie(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("f", []byte(large))
	c.jar.SetNext("__pus=u")
	_, _ = c.jar.Reload(t.Context())
	_, s, _ := c.run(client.Request{Op: model.OpDownload, Items: []model.Place{driveAt("f")}, Target: c.out()})
	if s.State != model.JobNeedsLogin {
		t.Fatalf("%+v", s)
	}
	asked := c.d.Calls()["POST download"]
	c.jar.SetNext("__pus=u; __puus=s")
	_, _ = c.jar.Reload(t.Context())
	if err := c.Resume(s.ID); err != nil {
		t.Fatal(err)
	}
	if s := c.ended(s.ID); s.State != model.JobDone || asked != 1 {
		t.Errorf("%+v, %d links before", s, asked)
	}
	c.want("out", map[string]string{"f": large})
}

// What was loaded before the process ended is not loaded again.
func TestDownloadGoesOnAtItsByte(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("f", []byte(large))
	cut, once := make(chan struct{}), sync.Once{}
	c.d.Before = func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasPrefix(r.Header.Get("Range"), "bytes=100000-") {
			once.Do(func() { close(cut) })
			<-r.Context().Done()
		}
		return false
	}
	p, err := c.Plan(t.Context(), client.Request{Op: model.OpDownload, Items: []model.Place{driveAt("f")}, Target: c.out()})
	if err != nil {
		t.Fatal(err)
	}
	id, err := c.Start(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	<-cut
	for c.hidden() < 100_000 && t.Context().Err() == nil { // the first range is written beside the second
		runtime.Gosched()
	}
	c.close()
	had := c.hidden()
	from := ""
	c.d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		if v := r.Header.Get("Range"); v != "" && from == "" {
			from = v
		}
		return false
	}
	c.open(nil)
	if err := c.Resume(id); err != nil {
		t.Fatal(err)
	}
	if s := c.ended(id); s.State != model.JobDone || !strings.HasPrefix(from, fmt.Sprintf("bytes=%d-", had)) {
		t.Errorf("%s, asked for %s, had %d", s.State, from, had)
	}
	c.want("out", map[string]string{"f": large})
}

// hidden is how much of a download is on the disk.
func (c *carriage) hidden() (n int64) {
	es, _ := os.ReadDir(c.dir + "/out")
	for _, e := range es {
		if info, err := e.Info(); err == nil && strings.HasPrefix(e.Name(), ".") {
			n += info.Size()
		}
	}
	return n
}
