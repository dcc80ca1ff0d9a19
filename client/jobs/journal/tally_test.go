package journal

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"aloft/model"
)

// Whatever the records say, in whichever order, the tally is what a look at all steps
// would count.
func TestTallyIsWhatAllStepsSay(t *testing.T) {
	at := func(s string) model.Place {
		p, err := model.ParsePlace("drive:"+s, model.Place{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := &model.Plan{Op: model.OpMove, PageSize: 10, Batch: 4}
		for i := range 30 {
			it := model.Item{ID: i + 1, Op: model.OpMove, Parent: at(fmt.Sprintf("/from%d", i%3)), Name: fmt.Sprint(i),
				Target: at("/to"), Decision: model.DecideGo, Found: model.Found{Pos: i / 3}}
			switch r.IntN(5) {
			case 0:
				it.NewName = "new" + it.Name // two steps
			case 1:
				it.Op, it.Target = model.OpMakeFolder, model.Place{}
			case 3:
				it.Op, it.Print.Size = model.OpDownload, int64(1+r.IntN(99))
			case 2:
				it.Decision = model.DecideSkip
			}
			p.Items = append(p.Items, it)
		}
		g := NewProgress(p)
		for range 400 {
			rec := Record{T: []string{RecIntent, RecAnswer, RecVerd, RecStart}[r.IntN(4)], Op: g.Steps[r.IntN(len(g.Steps))].Op,
				Out: []string{OutDone, OutRefused, OutNotDone, OutUnknown, OutAbsent, OutMissing, OutConflict, OutFailed}[r.IntN(8)], Ours: true}
			if rec.T == RecStart && r.IntN(10) > 0 {
				continue
			}
			if rec.Op.Transfers() {
				rec.Carry = &Carry{Did: []string{"", DidLoad}[r.IntN(2)], Size: int64(r.IntN(200)), Notes: make([]model.Sentence, r.IntN(3))}
			}
			for range r.IntN(4) {
				rec.Items = append(rec.Items, g.Plan.Items[g.Steps[r.IntN(len(g.Steps))].Item].ID)
			}
			g.Apply(&rec)
			kept := g.tally
			g.recount()
			empty := func(_ string, ps []int) bool { return len(ps) == 0 }
			maps.DeleteFunc(kept.gone, empty)
			maps.DeleteFunc(g.tally.gone, empty)
			g.tally.first = kept.first
			if !reflect.DeepEqual(kept, g.tally) {
				t.Fatalf("seed %d: after %+v\nkept    %+v\ncounted %+v", seed, rec, kept, g.tally)
			}
			var all []int
			for i := range g.States {
				if !g.States[i].Final() {
					all = append(all, i)
				}
			}
			if some := slices.Collect(g.Unfinished()); !slices.Equal(all, some) || g.Open() != len(all) {
				t.Fatalf("seed %d: unfinished are %v, not %v", seed, all, some)
			}
		}
	}
}
