package jobs

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/run"
	"aloft/model"
)

// killer simulates a kill: at the n-th hook the store is copied as it is on the
// disk, and from then on the old engine reaches nobody. A new one goes on with the
// copy.
type killer struct {
	mu    sync.Mutex
	n, at int
	dir   string
	copy  string
	point string
	dead  chan struct{}
	free  chan struct{}
}

func (k *killer) hook(point string) {
	k.mu.Lock()
	k.n++
	if k.n < k.at {
		k.mu.Unlock()
		return
	}
	if k.n == k.at {
		k.point = point
		if err := os.CopyFS(k.copy, os.DirFS(k.dir)); err != nil {
			panic(err)
		}
		close(k.dead)
	}
	k.mu.Unlock()
	<-k.free
}

// cut is the connection of a dead process: nothing passes.
type cut struct {
	client.Sources
	k *killer
}

type cutView struct {
	*memdoc.View
	k *killer
}

func (c cut) For(p model.Place) (client.Source, error) {
	s, err := c.Sources.For(p)
	if v, ok := s.(*memdoc.View); ok {
		return &cutView{v, c.k}, err
	}
	return s, err
}

func (v *cutView) gone() bool {
	select {
	case <-v.k.dead:
		return true
	default:
		return false
	}
}

func (v *cutView) err() error {
	return client.Errorf(client.KindAuth, "dead", v.Root(), "the process is dead")
}

// Announces: its changes wait for a turn, in which the process may die.
func (v *cutView) Announces() bool { return true }

// turn is the wait for it, and the announcement that a change is sent.
func (v *cutView) turn(ctx context.Context) error {
	if v.gone() {
		return v.err()
	}
	v.k.hook("turn")
	if v.gone() {
		return v.err()
	}
	if f := client.Sending(ctx); f != nil {
		if err := f(); err != nil {
			return err
		}
	}
	if v.gone() {
		return v.err()
	}
	return nil
}

func (v *cutView) MakeFolder(ctx context.Context, parent model.Ref, name string, c client.Class) (string, error) {
	if err := v.turn(ctx); err != nil {
		return "", err
	}
	return v.View.MakeFolder(ctx, parent, name, c)
}
func (v *cutView) ImportState(ctx context.Context, task string, c client.Class) (client.TaskState, error) {
	if v.gone() {
		return client.TaskState{}, v.err()
	}
	return v.View.ImportState(ctx, task, c)
}
func (v *cutView) ExportState(ctx context.Context, task string, c client.Class) (client.TaskState, error) {
	if v.gone() {
		return client.TaskState{}, v.err()
	}
	return v.View.ExportState(ctx, task, c)
}
func (v *cutView) Prepare(ctx context.Context, f client.ImportFile, c client.Class) (client.Upload, error) {
	if v.gone() {
		return client.Upload{}, v.err()
	}
	return v.View.Prepare(ctx, f, c)
}
func (v *cutView) Begin(ctx context.Context, u client.Upload, c client.Class) (string, error) {
	if err := v.turn(ctx); err != nil {
		return "", err
	}
	return v.View.Begin(ctx, u, c)
}
func (v *cutView) Export(ctx context.Context, r model.Ref, c client.Class) (string, error) {
	if err := v.turn(ctx); err != nil {
		return "", err
	}
	return v.View.Export(ctx, r, c)
}
func (v *cutView) Rename(ctx context.Context, r model.Ref, n string, c client.Class) error {
	if err := v.turn(ctx); err != nil {
		return err
	}
	return v.View.Rename(ctx, r, n, c)
}
func (v *cutView) Move(ctx context.Context, r []model.Ref, to model.Ref, c client.Class) error {
	if err := v.turn(ctx); err != nil {
		return err
	}
	return v.View.Move(ctx, r, to, c)
}

// killedAt runs a request, kills it at the hook, and goes on with a new engine. It
// returns false when there was no such hook, and the kill point.
func killedAt(t *testing.T, c *memdoc.Service, r client.Request, at int, check func(point string, s model.JobSnapshot, rs []model.ItemReport)) bool {
	k := &killer{at: at, dir: t.TempDir(), copy: filepath.Join(t.TempDir(), "copy"), dead: make(chan struct{}), free: make(chan struct{})}
	o := run.Options{Dir: k.dir, Sources: cut{docSources{c}, k}, Convert: fmtConvert, Hook: k.hook}
	e, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Plan(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if id, err := e.Start(context.Background(), p); err == nil {
			_, _ = e.Wait(context.Background(), id)
		}
	}()
	reached := true
	select {
	case <-k.dead:
	case <-ended:
		reached = false
	}
	if reached {
		e2 := openDocs(t, c, run.Options{Dir: k.copy})
		if s := e2.Jobs(); len(s) == 1 {
			if !s[0].State.Ended() {
				if err := e2.Resume(s[0].ID); err != nil {
					t.Fatal(k.point, err)
				}
			}
			s, err := e2.Wait(t.Context(), s[0].ID)
			if err != nil {
				t.Fatal(k.point, err)
			}
			rs, _ := e2.Report(s.ID)
			_ = c.Tree() // what the dead one did shows from here on
			check(k.point, s, rs)
		}
	}
	close(k.free)
	<-ended
	e.Close()
	return reached
}

// killThrough kills at the first hook, the second, and so on, until every point was
// met: two items are under way at once, and whose hook comes first is random.
func killThrough(t *testing.T, points map[string]int, want []string, kill func(at int) (more bool)) {
	missing := func() string {
		for _, p := range want {
			if points[p] == 0 {
				return p
			}
		}
		return ""
	}
	for range 10 {
		for at := 1; kill(at); at++ {
		}
		if missing() == "" || t.Failed() {
			return
		}
	}
	t.Errorf("never killed at %q: %v", missing(), points)
}

func TestAKilledImportGoesOn(t *testing.T) {
	points := map[string]int{}
	want := []string{"plan", "start", journal.DidHash, journal.DidTell, journal.DidUpload, "turn", journal.DoBegin, "sent", journal.DidBegin, journal.DidMake, journal.DoMove, "verdict"}
	killThrough(t, points, want, func(at int) (more bool) {
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, "in/a.docx", "in/b.md")
			c := newDocs()
			box := c.Put(memdoc.Home, "box", model.KindFolder)
			more = killedAt(t, c, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/in")}, Target: docAt("docs:/box")}, at,
				func(point string, s model.JobSnapshot, rs []model.ItemReport) {
					points[point]++
					if point == "intent" { // of the folder: it is not sent again
						if len(c.Under(box)) != 0 || rs[0].Kind != string(client.KindUnknown) {
							t.Errorf("%v, %+v", c.Tree(), rs)
						}
						return
					}
					docs := 0
					for _, f := range c.Under(box) {
						docs += len(c.Under(f.ID))
					}
					if c.Calls["move"] > 2 {
						t.Errorf("%d %s: %d moves", at, point, c.Calls["move"])
					}
					for _, r := range rs {
						if r.State != model.ItemDone && r.State != model.ItemSkipped {
							t.Errorf("%d %s: %+v", at, point, r)
						}
					}
					if len(c.Under(memdoc.Home)) != 1 || docs != 2 {
						t.Errorf("%d %s: %d documents, %v, %+v", at, point, docs, c.Tree(), rs)
					}
				})
		})
		return more
	})
}

func TestAKilledExportGoesOn(t *testing.T) {
	points := map[string]int{}
	want := []string{"plan", "start", "turn", journal.DoBegin, "sent", journal.DidBegin, journal.DidName, journal.DidLoad, journal.DoCommit, "verdict"}
	killThrough(t, points, want, func(at int) (more bool) {
		for _, format := range []string{model.FormatNative, model.FormatMarkdown} {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				c := newDocs()
				docs := c.Put(memdoc.Home, "in", model.KindFolder)
				c.Put(docs, "a", model.KindDoc)
				c.Put(docs, "b", model.KindDoc)
				more = killedAt(t, c, client.Request{Op: model.OpExport, Items: docsAt("docs:/in"), Target: onDisk(dir), Format: format}, at,
					func(point string, s model.JobSnapshot, rs []model.ItemReport) {
						points[point]++
						got := files(t, dir)
						tasks := map[string]int{}
						for _, doc := range c.Tasks() {
							tasks[doc]++
						}
						for _, r := range rs {
							if r.State != model.ItemDone {
								t.Errorf("%d %s: %+v", at, point, r)
							}
						}
						for doc, n := range tasks {
							if n > 2 { // begun again after the kill
								t.Errorf("%d %s: %d exports of %s", at, point, n, doc)
							}
						}
						if len(got) != 2 {
							t.Errorf("%d %s: %v, %+v", at, point, got, rs)
						}
						for name, body := range got {
							if want := map[string]string{"": "document " + name[3:4], "md": "md of document " + name[3:4]}[format]; body != want {
								t.Errorf("%d %s: %q holds %q", at, point, name, body)
							}
						}
					})
			})
		}
		return more
	})
}

// What waits for its turn was not sent, and is done by the next process.
func TestAKillBeforeTheTurnLeavesNothingUnknown(t *testing.T) {
	turns := 0
	for at, more := 1, true; more; at++ {
		for _, op := range []model.Op{model.OpImport, model.OpExport} {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				writeFiles(t, dir, "a.docx")
				c := newDocs()
				c.Put(memdoc.Home, "box", model.KindFolder)
				c.Put(memdoc.Home, "doc", model.KindDoc)
				r := client.Request{Op: op, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/box")}
				if op == model.OpExport {
					r.Items, r.Target = docsAt("docs:/doc"), onDisk(dir)
				}
				more = killedAt(t, c, r, at, func(point string, s model.JobSnapshot, rs []model.ItemReport) {
					if point != "turn" {
						return
					}
					if turns++; s.State != model.JobDone || len(c.Tasks()) != 1 {
						t.Errorf("%d %s: %+v, %d tasks", at, op, rs, len(c.Tasks()))
					}
				}) || op == model.OpImport && more
			})
		}
	}
	if turns < 3 { // export; begin, move
		t.Errorf("killed %d times", turns)
	}
}
