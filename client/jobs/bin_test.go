package jobs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/procs"
	drivec "aloft/client/drive"
	"aloft/client/embedded/drive"
	"aloft/client/jobs/run"
	"aloft/model"
)

func (w *world) bin(t *testing.T) map[string]client.BinEntry {
	t.Helper()
	es, err := w.src.(client.Binner).Bin(t.Context(), client.Options{})
	must(t, err)
	out := map[string]client.BinEntry{}
	for _, e := range es {
		out[e.Entry.Name] = e
	}
	return out
}

// Recovering and purging are jobs: whatever is lost on the way, the journal has the
// outcome of each record, and the bin agrees.
func TestRecycleBin(t *testing.T) {
	for seed := range procs.Seeds(3) {
		synctest.Test(t, func(t *testing.T) {
			o := worldOptions{seed: uint64(seed), gap: 500 * time.Millisecond, faults: fault.Faults{Seed: uint64(seed), Rotate: true,
				LoseBefore: fault.Rate{P: 0.3}, LoseAfter: fault.Rate{P: 0.3}}}
			w := newWorld(t, o)
			defer w.close()
			var plant []drive.Item
			var items []model.Place
			for i := range 40 {
				plant = append(plant, drive.Item{Path: []string{"a", fmt.Sprint(i)}, Size: int64(i)})
				items = append(items, at(fmt.Sprint("/a/", i)))
			}
			must(t, w.svc.Plant(t.Context(), plant))
			do(t, w.eng, client.Request{Op: model.OpDelete, Items: items})
			in := w.bin(t)
			var back, away []client.BinEntry
			for i := range 40 {
				if e := in[fmt.Sprint(i)]; i < 35 {
					back = append(back, e)
				} else if i < 38 {
					away = append(away, e)
				}
			}
			for _, r := range []client.Request{
				{Op: model.OpRecover, Target: at("/"), Bin: back, Class: client.Bulk},
				{Op: model.OpPurge, Target: at("/"), Bin: away},
			} {
				p, err := w.eng.Plan(t.Context(), r)
				must(t, err)
				if want := map[model.Op]string{model.OpRecover: "yes", model.OpPurge: "no"}[r.Op]; p.Undo != want || p.Estimate.Calls != (len(r.Bin)+29)/30 {
					t.Errorf("%+v", p)
				}
				s, err := w.start(p)
				if err != nil || s.State != model.JobDone || s.Done != len(r.Bin) {
					t.Errorf("%v %+v", err, s)
				}
			}
			left := w.bin(t)
			if len(left) != 2 || left["38"].Record == "" || left["39"].Record == "" {
				t.Errorf("in the bin: %v", left)
			}
			if n := len(w.tree()); n != 36 {
				t.Errorf("%d entries: %q", n, w.tree())
			}
			_, err := w.eng.Plan(t.Context(), client.Request{Op: model.OpPurge, Target: at("/"), Bin: away})
			if !client.Is(err, client.KindNotFound) || !strings.Contains(err.Error(), "35") {
				t.Errorf("purged twice: %v", err)
			}
		})
	}
}

// An entry that somebody else has recovered meanwhile is missing, not purged.
func TestRecordGoneBeforeItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, worldOptions{seed: 1, gap: 500 * time.Millisecond})
		defer w.close()
		must(t, w.svc.Plant(t.Context(), []drive.Item{{Path: []string{"x"}}, {Path: []string{"y"}}}))
		do(t, w.eng, client.Request{Op: model.OpDelete, Items: ats("/x", "/y")})
		in := w.bin(t)
		p, err := w.eng.Plan(t.Context(), client.Request{Op: model.OpPurge, Target: at("/"), Bin: []client.BinEntry{in["x"], in["y"]}})
		must(t, err)
		must(t, w.src.(client.BinWriter).Recover(t.Context(), []string{in["x"].Record}, client.Interactive))
		s, err := w.start(p)
		if err != nil || s.Done != 1 || s.Failed != 1 {
			t.Errorf("%v %+v", err, s)
		}
		rs, _ := w.eng.Report(s.ID)
		if !slices.ContainsFunc(rs, func(r model.ItemReport) bool { return r.Item.Name == "x" && r.State == model.ItemMissing }) {
			t.Errorf("%+v", rs)
		}
	})
}

// What was recovered from the bin exists again: no plan waits until its folder
// shows the earlier deletion.
func TestRecoveredIsNotAwaitedGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, worldOptions{seed: 1})
		defer w.close()
		must(t, w.svc.Plant(t.Context(), []drive.Item{{Path: []string{"a", "x"}}, {Path: []string{"a", "y"}}}))
		do(t, w.eng, client.Request{Op: model.OpDelete, Items: ats("/a/x")})
		time.Sleep(time.Second)
		do(t, w.eng, client.Request{Op: model.OpRecover, Target: at("/"), Bin: []client.BinEntry{w.bin(t)["x"]}})
		began := time.Now()
		p, err := w.eng.Plan(t.Context(), client.Request{Op: model.OpRename, Items: ats("/a/y"), NewNames: []string{"x"}})
		must(t, err)
		if took := time.Since(began); took > time.Second {
			t.Errorf("planned for %v", took)
		}
		if p.Items[0].Decision == model.DecideGo {
			t.Errorf("the name of what came back is given away: %+v", p.Items[0])
		}
	})
}

// sparse is a drive whose bin tells the record and the fid of each entry, and nothing else; with
// named also its name.
type sparse struct {
	*drivec.Source
	named bool
}

func (s sparse) Bin(ctx context.Context, o client.Options) ([]client.BinEntry, error) {
	es, err := s.Source.Bin(ctx, o)
	for i, e := range es {
		es[i] = client.BinEntry{Record: e.Record, Entry: model.Entry{ID: e.Entry.ID, Kind: model.KindOther, Size: model.Unknown}}
		if s.named {
			es[i].Entry.Name = e.Entry.Name
		}
	}
	return es, err
}

// What a job deleted is found in the bin by its fid: the bin need not tell more, and may hold
// others of the same name.
func TestTheBinIsReadByFid(t *testing.T) {
	for _, named := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, worldOptions{gap: 500 * time.Millisecond})
			defer w.close()
			must(t, w.svc.Plant(t.Context(), []drive.Item{{Path: []string{"a", "x"}, Size: 1}, {Path: []string{"b", "x"}, Size: 1}, {Path: []string{"c", "y", "z"}, Size: 3}}))
			before := w.shape()
			e := open(t, sparse{w.src.(*drivec.Source), named}, run.Options{})
			other := do(t, e, client.Request{Op: model.OpDelete, Items: ats("/b/x")})
			s := do(t, e, client.Request{Op: model.OpDelete, Items: ats("/a/x", "/c/y")})
			p, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
			if err != nil || len(p.Refused) > 0 {
				t.Fatalf("%v, %+v", err, p)
			}
			for _, id := range []string{s.ID, other.ID} {
				if s := undo(t, e, id); s.State != model.JobDone {
					rs, _ := e.Report(s.ID)
					t.Errorf("%+v, %+v", s, rs)
				}
			}
			if got := w.shape(); !slices.Equal(got, before) {
				t.Errorf("%q, not %q", got, before)
			}
		})
	}
}

// The panes are told of the folder that a deleted entry comes back to.
func TestWhatComesBackTouchesItsFolder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, worldOptions{})
		must(t, w.svc.Plant(t.Context(), []drive.Item{{Path: []string{"a", "x"}, Size: 1}}))
		touched := map[string][]model.Place{} // by job
		done := make(chan struct{})
		go func() {
			defer close(done)
			for ev := range w.eng.Events() {
				touched[ev.Job] = append(touched[ev.Job], ev.Touched...)
			}
		}()
		deleted := do(t, w.eng, client.Request{Op: model.OpDelete, Items: []model.Place{at("/a/x")}})
		back := do(t, w.eng, client.Request{Undo: deleted.ID})
		w.close()
		<-done
		if !slices.ContainsFunc(touched[back.ID], at("/a").Equal) {
			t.Errorf("%+v: %v", back, touched)
		}
	})
}
