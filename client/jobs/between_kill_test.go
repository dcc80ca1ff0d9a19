//go:build unix

package jobs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/jobs/run"
	"aloft/client/office"
	"aloft/model"
)

var everyKill = flag.Bool("every-kill", false, "kill at every point of every job and route, which takes minutes")

// killStep is the distance of the points at which a job is killed. Steps of a prime number
// meet points of all kinds, since a job repeats its records.
func killStep() int {
	if *everyKill {
		return 1
	}
	return 5
}

// A dying engine reaches nothing any more: neither a service nor the disk.
type dying struct {
	*ends
	k atomic.Pointer[killer]
}

func (d *dying) gone() bool {
	select {
	case <-d.k.Load().dead:
		return true
	default:
		return false
	}
}

var errDead = errors.New("the process is dead")

type dyingWire struct {
	d    *dying
	base http.RoundTripper
}

func (w dyingWire) RoundTrip(r *http.Request) (*http.Response, error) {
	if w.d.gone() {
		return nil, errDead
	}
	res, err := w.base.RoundTrip(r)
	if w.d.gone() && err == nil {
		_ = res.Body.Close()
		return nil, errDead
	}
	return res, err
}

type dyingDisk struct {
	wideDisk
	d *dying
}

func (s dyingDisk) Within(tops []model.Place) client.Source {
	s.Source = s.Source.Within(tops).(*disk.Source)
	return s
}

func (s dyingDisk) Receive(ctx context.Context, folder model.Place, key string) (client.Partial, error) {
	if s.d.gone() {
		return nil, errDead
	}
	p, err := s.Source.Receive(ctx, folder, key)
	return dyingPart{p, s.d}, err
}

func (s dyingDisk) CopyFile(ctx context.Context, from, to model.Place, c client.FileCopy) (int64, error) {
	if s.d.gone() {
		return 0, errDead
	}
	return s.Source.CopyFile(ctx, from, to, c)
}

func (s dyingDisk) MakeFolder(ctx context.Context, parent model.Ref, name string, c client.Class) (string, error) {
	if s.d.gone() {
		return "", errDead
	}
	return s.Source.MakeFolder(ctx, parent, name, c)
}

func (s dyingDisk) Delete(ctx context.Context, items []model.Ref, mode client.DeleteMode, c client.Class) error {
	if s.d.gone() {
		return errDead
	}
	return s.Source.Delete(ctx, items, mode, c)
}

type dyingPart struct {
	client.Partial
	d *dying
}

func (p dyingPart) Write(b []byte) (int, error) {
	if p.d.gone() {
		return 0, errDead
	}
	return p.Partial.Write(b)
}

func (p dyingPart) Commit(name string) (model.Entry, error) {
	if p.d.gone() {
		return model.Entry{}, errDead
	}
	return p.Partial.Commit(name)
}

func (p dyingPart) Drop() error {
	if p.d.gone() {
		return errDead
	}
	return p.Partial.Drop()
}

func (d *dying) For(p model.Place) (client.Source, error) {
	if p.Scheme.Local() {
		return dyingDisk{wideDisk{disk.New()}, d}, nil
	}
	return d.ends.For(p)
}

// killedAt runs a request, kills it at the n-th point, and goes on with another engine.
// It returns the point, "" when there was none.
func (e *ends) killedAt(d *dying, r client.Request, n int) (point string, s model.JobSnapshot) {
	k := &killer{at: n, dir: e.t.TempDir(), copy: filepath.Join(e.t.TempDir(), "copy"), dead: make(chan struct{}), free: make(chan struct{})}
	d.k.Store(k)
	old, err := Open(run.Options{Dir: k.dir, Sources: d, Scale: 0.01, Convert: office.Convert, Hook: k.hook})
	if err != nil {
		e.t.Fatal(err)
	}
	p, err := old.Plan(e.t.Context(), r)
	if err != nil {
		e.t.Fatal(err)
	}
	ended := make(chan struct{})
	var failed error
	var was model.JobSnapshot
	go func() {
		defer close(ended)
		var id string
		if id, failed = old.Start(context.Background(), p); failed == nil {
			was, failed = old.Wait(context.Background(), id)
		}
	}()
	select {
	case <-k.dead:
		point = k.point
	case <-ended:
		_ = old.Close()
		if failed != nil || was.State != model.JobDone {
			e.t.Errorf("not killed: %s, %v", was.State, failed)
		}
		return "", was
	}
	next, err := Open(run.Options{Dir: k.copy, Sources: e, Scale: 0.01, Convert: office.Convert})
	if err != nil {
		e.t.Fatal(err)
	}
	for _, j := range next.Jobs() {
		if !j.State.Ended() {
			if err := next.Resume(j.ID); err != nil {
				e.t.Fatal(point, err)
			}
		}
		if s, err = next.Wait(e.t.Context(), j.ID); err != nil {
			e.t.Fatal(point, err)
		}
		rs, _ := next.Report(j.ID)
		// What a service of documents makes is counted, and not asked for twice.
		asked := slices.ContainsFunc(rs, func(r model.ItemReport) bool { return r.Kind == string(client.KindUnknown) })
		if s.State != model.JobDone && !asked {
			e.t.Errorf("after %s the job is %s: %+v", point, s.State, rs)
		}
	}
	if len(next.Jobs()) == 0 { // nothing was begun
		next.Close()
		if next, err = Open(run.Options{Dir: k.copy + "2", Sources: e, Scale: 0.01, Convert: office.Convert}); err != nil {
			e.t.Fatal(err)
		}
		e.Engine, next = next, e.Engine
		s, err = e.do(r)
		e.Engine, next = next, e.Engine
		if err != nil {
			e.t.Fatal(err)
		}
	}
	left, _ := filepath.Glob(k.copy + "*/*/*/.*")
	if len(left) > 0 {
		e.t.Errorf("after %s the spool still has %v", point, left)
	}
	_ = next.Close()
	close(k.free)
	_ = old.Close()
	<-ended
	return point, s
}

// A process killed at any point of any route: what goes on after it ends with everything
// copied or moved, nothing twice, and nothing left of it.
func TestKilledOnAnyRoute(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	t.Parallel()
	for _, pair := range [][2]string{
		{"disk", "disk"}, {"disk", "a/drive"}, {"a/drive", "disk"}, {"disk", "a/docs"}, {"a/docs", "disk"},
		{"a/drive", "b/drive"}, {"a/drive", "a/docs"}, {"a/docs", "a/drive"}, {"a/docs", "b/docs"}, {"a/drive", "a/drive"}, {"a/docs", "a/docs"},
	} {
		for _, op := range []model.Op{model.OpCopy, model.OpMove} {
			t.Run(strings.ReplaceAll(pair[0]+" to "+pair[1], "/", "-")+" "+string(op), func(t *testing.T) {
				t.Parallel()
				killedRoute(t, pair[0], pair[1], op)
			})
		}
	}
}

func killedRoute(t *testing.T, from, to string, op model.Op) {
	e := newEnds(t)
	d := &dying{ends: &ends{t: t, dir: e.dir}}
	d.k.Store(&killer{dead: make(chan struct{})})
	files := map[string]string{"tree/": "", "tree/one.md": "# One\n", "tree/sub/": "", "tree/sub/two.md": "# Two\n"}
	source, target := e.root(from).Join("from"), e.root(to).Join("to")
	var want map[string]string
	for n := 1; ; n++ {
		e.empty(source)
		e.empty(target)
		if from == "disk" {
			e.write("from", files)
		} else {
			e.write("keep", files)
			if _, err := e.copies([]model.Place{e.root("disk").Join("keep").Join("tree")}, source); err != nil {
				t.Fatal(err)
			}
		}
		before := e.tree(source)
		r := client.Request{Op: op, Items: []model.Place{source.Join("tree")}, Target: target}
		if op == model.OpCopy {
			here, _ := e.For(source)
			there, _ := e.For(target)
			var err error
			if r.Op, err = client.Route(here, there); err != nil {
				t.Fatal(err)
			}
		}
		at := n
		if n == 1 {
			at = 1 << 20 // once without being killed
		} else if !*everyKill {
			at = 1 + rand.N(40)
		}
		// What one process has listed another one does not know.
		d.at = e.clients(fmt.Sprint("dying", n), func(_ string, base http.RoundTripper) http.RoundTripper { return dyingWire{d, base} })
		point, s := e.killedAt(d, r, at)
		got := e.tree(target)
		if s.State == model.JobFailed { // nothing is lost, and nothing twice
			if !maps.Equal(e.tree(source), before) || slices.ContainsFunc(slices.Collect(maps.Keys(got)), func(name string) bool { _, ok := want[name]; return !ok }) {
				t.Errorf("killed at %d (%s): the source has %q, the target %q", at, point, slices.Sorted(maps.Keys(e.tree(source))), slices.Sorted(maps.Keys(got)))
			}
			continue
		}
		if want == nil {
			want = got
			if len(want) != len(before) {
				t.Fatalf("%q was made of %q", slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(before)))
			}
		}
		if !sameTree(got, want) {
			t.Errorf("killed at %d (%s): the job is %s; %q, want %q", at, point, s.State, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
		left := e.tree(source)
		if op == model.OpMove && len(left) > 0 || op == model.OpCopy && !maps.Equal(left, before) {
			t.Errorf("killed at %d (%s): the source has %q", at, point, slices.Sorted(maps.Keys(left)))
		}
		if t.Failed() || n > 1 && point == "" && *everyKill || n > 1 && !*everyKill {
			return
		}
	}
}

// sameTree compares two trees. A document that is exported again is another file.
func sameTree(a, b map[string]string) bool {
	return maps.EqualFunc(a, b, func(a, b string) bool {
		return a == b || strings.HasPrefix(a, "PK") && strings.HasPrefix(b, "PK")
	})
}

// empty makes a folder of an end anew, with nothing in it.
func (e *ends) empty(at model.Place) {
	e.t.Helper()
	src, _ := e.For(at)
	if _, err := src.Stat(e.t.Context(), at, client.Options{Fresh: true}); err == nil {
		if at.Scheme.Local() {
			if err := os.RemoveAll("/" + strings.Join(at.Names(), "/")); err != nil {
				e.t.Fatal(err)
			}
		} else if _, err := e.do(client.Request{Op: model.OpDelete, Items: []model.Place{at}}); err != nil {
			e.t.Fatal(err)
		}
	}
	if _, err := e.do(client.Request{Op: model.OpMakeFolder, Parents: true, Items: []model.Place{at}}); err != nil {
		e.t.Fatal(err)
	}
}
