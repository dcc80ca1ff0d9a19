package dispatch

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/webhook/receive"
	"aloft/client/webhook/run"
	"aloft/model"
)

// What had not begun stays as it is for the next owner, and nothing is said about it; it begins there, and is not
// announced again.
func TestHandOver(t *testing.T) {
	busy := func(b *bench) {
		b.r.Projects["asks"] = Project{Exec: ExecAsk}
		b.proc.do = func(run.Command) (time.Duration, run.Result) { return time.Minute, run.Result{} }
	}
	var rows []model.Delivery
	onBench(t, busy, func(b *bench) {
		var ids []string
		for i := range MaxAtOnce + 1 {
			ids = append(ids, b.exec("tui:a", fmt.Sprint("x", i)))
			synctest.Wait()
		}
		r := b.request("tui:a")
		r.Exec, r.Project = "y", "asks"
		ids = append(ids, b.accept(r))
		b.want(ids[MaxAtOnce], model.DeliveryWaiting)
		b.want(ids[MaxAtOnce+1], model.DeliveryAsking)
		stopped := b.k.HandOver(b.t.Context())
		if len(stopped) != MaxAtOnce || stopped[MaxAtOnce-1].ID != ids[MaxAtOnce-1] {
			t.Errorf("stopped: %+v", stopped)
		}
		b.want(ids[MaxAtOnce], model.DeliveryWaiting)
		b.want(ids[MaxAtOnce+1], model.DeliveryAsking)
		if n := strings.Count(strings.Join(b.rec.texts("tui:a"), "\n"), "stopped: "); n != MaxAtOnce {
			t.Errorf("%q", b.rec.texts("tui:a"))
		}
		if n := len(b.proc.all()); n != MaxAtOnce || len(b.k.room.open) != 0 || b.k.room.held != 0 {
			t.Errorf("%d ran, %d are left", n, len(b.k.room.open))
		}
		for _, id := range ids[MaxAtOnce:] {
			rows = append(rows, b.rec.get(id))
		}
	})
	onBench(t, busy, func(b *bench) {
		for i, row := range rows {
			b.rec.ds[row.ID] = row
			r := b.request(row.Session)
			r.Exec, r.Project = []string{"x4", "y"}[i], row.Project
			b.k.Resume(row, r)
		}
		b.want(rows[0].ID, model.DeliveryRunning)
		b.want(rows[1].ID, model.DeliveryAsking)
		if got, want := b.rec.texts("tui:a"), []string{"notice: deploy: runs `x4`"}; !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
		if err := b.k.Allow(rows[1].ID, true); err != nil {
			t.Error(err)
		}
		b.pass(2 * time.Minute)
		b.want(rows[0].ID, model.DeliveryDone)
		b.want(rows[1].ID, model.DeliveryDone)
	})
}

// A session is told of each that was stopped before it had begun, and of how many more.
func TestManyStopped(t *testing.T) {
	onBench(t, func(b *bench) { b.r.Projects["p"] = Project{Exec: ExecAsk} }, func(b *bench) {
		for i := range maxCuts + 5 {
			b.exec("tui:a", fmt.Sprint("x", i))
		}
		r := b.request("tui:a")
		r.Exec, r.Silent = "silent", true
		b.accept(r)
		synctest.Wait()
		b.k.Close(b.t.Context())
		var got []string
		for _, s := range b.rec.texts("tui:a") {
			if strings.HasPrefix(s, "outcome: ") {
				got = append(got, s)
			}
		}
		if len(got) != maxCuts+1 || got[0] != "outcome: deploy: stopped: `x0` (not started, because aloft ended first)" ||
			got[maxCuts] != "outcome: 5 more were stopped (not started, because aloft ended first)" {
			t.Errorf("%q", got)
		}
	})
}

// A work_dir in the home is found as a shell would find it.
func TestWorkDirInHome(t *testing.T) {
	onBench(t, nil, func(b *bench) {
		b.k.Home = b.dir
		r := b.request("tui:a")
		r.Exec = "x"
		for _, r.WorkDir = range []string{"~", "~/"} {
			b.want(b.accept(r), model.DeliveryRunning)
			b.pass(time.Minute)
		}
		for _, c := range b.proc.all() {
			if c.Dir != b.dir {
				t.Errorf("it ran in %q", c.Dir)
			}
		}
		r.WorkDir = "~nobody"
		b.want(b.accept(r), model.DeliveryFailed)
	})
}

// A command that a later one of its route has replaced is told.
func TestReplacedIsTold(t *testing.T) {
	onBench(t, nil, func(b *bench) {
		b.routed("r", receive.OverlapLatest, "tui:a")
		b.routed("r", receive.OverlapLatest, "tui:b")
		b.routed("r", receive.OverlapLatest, "tui:c")
		want := []string{"notice: deploy: queued (0 ahead): `x`",
			"notice: deploy: the command was skipped because a later delivery of the same route replaced it"}
		if got := b.rec.texts("tui:b"); !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
	})
}
