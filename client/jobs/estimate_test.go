//go:build unix

package jobs

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/procs"
	"aloft/client/docs"
	"aloft/client/drive"
	"aloft/client/embedded"
	embeddeddrive "aloft/client/embedded/drive"
	"aloft/client/gate"
	"aloft/client/jobs/run"
	"aloft/client/office"
	"aloft/model"
)

// usualGap is the time between two requests when a service asks for no other.
const usualGap = 500 * time.Millisecond

// within20 checks what a plan has said against what its job took.
func within20(t *testing.T, p *model.Plan, s model.JobSnapshot, took time.Duration) {
	t.Helper()
	said := p.Estimate
	t.Logf("said: %d requests (%d calls, %d lookups, %d to check the result), %v; it was: %d requests, %v", said.Requests, said.Calls, said.Lookups, said.Audit, said.Time, s.Requests, took)
	if said.Time < took*8/10 || said.Time > took*12/10 {
		t.Errorf("%s: said were %v, it took %v", p.Op, said.Time, took)
	}
}

// A plan says within a fifth how long its job will take at the usual gap, and reads no page
// again that a pane has shown in the last minute.
func TestThePlanOfWhatAPaneShows(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	folders := func(n int) (out []embeddeddrive.Item) {
		for i := range n {
			out = append(out, embeddeddrive.Item{Path: []string{"a", "b", fmt.Sprintf("f%04d", i)}, Folder: true})
		}
		return append(out, embeddeddrive.Item{Path: []string{"to"}, Folder: true})
	}
	large, all := 400, 1000 // pages have 100
	if procs.Campaign() {
		large, all = 1000, 5000
	}
	for name, c := range map[string]struct {
		n     int
		r     client.Request
		reads int // of the plan
	}{
		"a deletion":         {large, client.Request{Op: model.OpDelete}, 0},
		"a move":             {large, client.Request{Op: model.OpMove, Target: at("/to")}, 1},
		"a copy":             {large, client.Request{Op: model.OpCopy, Target: at("/to")}, 1},
		"100 new names":      {100, client.Request{Op: model.OpRename}, 0},
		"a move of the most": {all, client.Request{Op: model.OpMove, Target: at("/to")}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, worldOptions{seed: 1, faults: fault.Faults{Rotate: true}, gap: usualGap})
				defer w.close()
				if err := w.svc.Plant(t.Context(), folders(c.n)); err != nil {
					t.Fatal(err)
				}
				l, err := w.src.List(t.Context(), at("/a/b"), client.Options{Class: client.Interactive})
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range l.Entries {
					c.r.Items = append(c.r.Items, at("/a/b/"+e.Name))
					if c.r.Op == model.OpRename {
						c.r.NewNames = append(c.r.NewNames, "new "+e.Name)
					}
				}
				// The cursor rests on one, which is empty; it is walked to.
				if _, err := w.src.List(t.Context(), at("/a/b/"+l.Entries[0].Name), client.Options{Class: client.Interactive}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(25 * time.Second)
				c.r.Class, c.r.Partial = client.Interactive, true
				before, began := w.watch.Drive().Requests, time.Now()
				p, err := w.eng.Plan(t.Context(), c.r)
				if err != nil || len(p.Refused) > 0 {
					t.Fatal(err, p)
				}
				n := w.watch.Drive().Requests - before
				t.Logf("the plan took %d requests and %v", n, time.Since(began))
				if n > c.reads {
					t.Errorf("the plan took %d requests, not %d", n, c.reads)
				}
				began = time.Now()
				s, err := w.start(p)
				if err != nil || s.State != model.JobDone || s.Done != c.n {
					t.Fatal(err, s)
				}
				within20(t, p, s, time.Since(began))
			})
		})
	}
}

// What panes list meanwhile is not taken for the time of the plan's own requests, and what
// they list during a job not for that of the job's.
func TestThePlanBesideOtherRequests(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, worldOptions{seed: 1, faults: fault.Faults{Rotate: true}, gap: usualGap})
		defer w.close()
		var plant []embeddeddrive.Item
		var items []model.Place
		for i := range 400 {
			plant = append(plant, embeddeddrive.Item{Path: []string{"a", fmt.Sprint(i)}, Folder: true})
			items = append(items, at(fmt.Sprint("/a/", i)))
		}
		for _, to := range []string{"b", "c", "d"} {
			plant = append(plant, embeddeddrive.Item{Path: []string{to}, Folder: true})
		}
		if err := w.svc.Plant(t.Context(), plant); err != nil {
			t.Fatal(err)
		}
		beside := func(busy bool, do func()) {
			ctx, end := context.WithCancel(t.Context())
			var pane sync.WaitGroup
			pane.Go(func() {
				for busy && ctx.Err() == nil {
					_, _ = w.src.List(ctx, at("/"), client.Options{Class: client.Interactive, Fresh: true})
				}
			})
			do()
			end()
			pane.Wait()
		}
		for _, c := range []struct {
			to        string
			plan, job bool // others send requests meanwhile
		}{{"b", true, false}, {"c", false, true}, {"d", false, false}} {
			var p *model.Plan
			beside(c.plan, func() {
				var err error
				if p, err = w.eng.Plan(t.Context(), client.Request{Op: model.OpMove, Items: items, Target: at("/" + c.to), Class: client.Interactive}); err != nil {
					t.Fatal(err)
				}
			})
			began := time.Now()
			beside(c.job, func() {
				if s, err := w.start(p); err != nil || s.State != model.JobDone {
					t.Fatal(err, s)
				} else if !c.job {
					within20(t, p, s, time.Since(began))
				}
			})
			for i := range items {
				items[i] = at("/" + c.to + "/" + items[i].Base())
			}
		}
	})
}

// counted counts what goes through the gate.
type counted struct {
	http.RoundTripper
	n atomic.Int64
}

func (c *counted) RoundTrip(r *http.Request) (*http.Response, error) {
	c.n.Add(1)
	return c.RoundTripper.RoundTrip(r)
}

// The same of what is carried between the services and a disk.
func TestThePlanOfWhatIsCarried(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	files := 15
	if procs.Campaign() {
		files = 40
	}
	for name, c := range map[string]struct {
		op       model.Op
		from, to string
	}{
		"an upload of small files":  {model.OpUpload, "disk:/files", "drive:/to"},
		"a download of small files": {model.OpDownload, "drive:/files", "disk:/to"},
		"an import of small files":  {model.OpImport, "disk:/files", "docs:/to"},
		"an export of documents":    {model.OpExport, "docs:/files", "disk:/to"},
		"documents to the drive":    {model.OpTransfer, "docs:/files", "drive:/to"},
		"files to the documents":    {model.OpTransfer, "drive:/files", "docs:/to"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				svc, err := embedded.Open(t.Context(), embedded.Options{Dir: dir + "/svc", Fast: true})
				if err != nil {
					t.Fatal(err)
				}
				defer svc.Close()
				wire := &counted{RoundTripper: svc.Transport()}
				gap := time.Duration(0)
				var eng *Engine
				open := func() (closeAll func()) {
					g, err := gate.Open(gate.Options{Dir: dir + "/gate", Name: "t", Gap: gap, Wire: gate.RoundTripperWire(wire), Host: newHost(1)})
					if err != nil {
						t.Fatal(err)
					}
					s := docs.New(docs.Options{Account: "t", Endpoint: "http://aloft.local" + embedded.DocsPath, DocURLBase: "https://docs.aloft.local", Gate: g,
						Tokens: pass{svc}, Bytes: svc.Transport(), Poll: client.Span{Min: 1e9, Max: 2e9}})
					cloud := drive.New(drive.Options{Account: "t", BaseURL: "http://aloft.local", Gate: g, Cookies: clienttest.NewJar(svc.Cookie()),
						Content: drive.CarrierOptions{Bytes: svc.Transport()}})
					eng, err = Open(run.Options{Dir: fmt.Sprint(dir, "/jobs", gap), Sources: office1{s.Home(), s.Spaces(), cloud}, Convert: office.Convert,
						Gap: func(model.Place) time.Duration { return g.Gap() }, Slots: func(model.Place) int { return g.Slots() }})
					if err != nil {
						t.Fatal(err)
					}
					return func() {
						_ = eng.Close()
						_ = s.Close()
						_ = g.Close()
					}
				}
				do := func(op model.Op, from, to model.Place) (*model.Plan, model.JobSnapshot, time.Duration) {
					p, err := eng.Plan(t.Context(), client.Request{Op: op, Items: []model.Place{from}, Target: to, Class: client.Bulk})
					if err != nil {
						t.Fatal(err)
					}
					began, before := time.Now(), wire.n.Load()
					id, err := eng.Start(context.Background(), p)
					if err != nil {
						t.Fatal(err)
					}
					s, err := eng.Wait(context.Background(), id)
					if err != nil || s.State != model.JobDone {
						t.Fatal(err, s)
					}
					t.Logf("%s: %d requests through the gate", op, wire.n.Load()-before)
					return p, s, time.Since(began)
				}
				place := func(s string) model.Place {
					at := docAt(s)
					if at.Scheme == model.SchemeDisk {
						return onDisk(filepath.Join(dir, "disk", at.Base()))
					}
					return at
				}
				if err := svc.Plant(t.Context(), []embeddeddrive.Item{{Path: []string{"to"}, Folder: true}}); err != nil {
					t.Fatal(err)
				}
				if err := os.MkdirAll(dir+"/disk/to", 0o755); err != nil {
					t.Fatal(err)
				}
				for i := range files {
					writeFiles(t, dir, fmt.Sprintf("disk/files/%04d.md", i))
				}
				closeAll := open()
				switch at := place(c.from); at.Scheme {
				case model.SchemeDocs:
					do(model.OpImport, onDisk(dir+"/disk/files"), docAt("docs:/"))
				case model.SchemeDrive:
					do(model.OpUpload, onDisk(dir+"/disk/files"), at.Parent())
				}
				closeAll()
				gap = usualGap
				defer open()()
				to := place(c.to)
				if to.Scheme == model.SchemeDocs {
					to = to.Parent()
				}
				p, s, took := do(c.op, place(c.from), to)
				within20(t, p, s, took)
			})
		})
	}
}
