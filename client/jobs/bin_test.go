package jobs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/seeds"
	"aloft/client/embedded/drive"
	"aloft/client/embedded/fault"
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
	for seed := range seeds.Each(3) {
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
		must(t, w.src.(client.Binner).Recover(t.Context(), []string{in["x"].Record}, client.Interactive))
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
