package jobs

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// A spoiler breaks a rule of the Verifier. The invariants must detect each of them, otherwise
// they would prove nothing; those for each invariant are in TestBrokenInvariantsAreFound.
func TestSpoilers(t *testing.T) {
	if testing.Short() {
		t.Skip("tests the tests")
	}
	late := func(f *fault.Faults) {
		f.LoseBefore, f.LoseAfter = fault.Rate{}, fault.Rate{}
		f.Late, f.LateBy = fault.Rate{P: 0.3}, fault.Span{Min: 20 * time.Second, Max: 40 * time.Second}
	}
	for _, c := range []struct {
		name string
		want string // part of the broken invariant
		set  func(*worldOptions)
	}{
		{"none", "", func(o *worldOptions) { late(&o.faults) }},
		{"unclear answers are sent again", "is in", func(o *worldOptions) {
			late(&o.faults)
			o.wrap = func(s client.Source) client.Source { return resender{s.(whole)} }
		}},
		{"no settle time", "is in", func(o *worldOptions) {
			late(&o.faults)
			o.faults.Late.P = 0.5
			o.tune = func(t verify.Times) verify.Times { t.Settle, t.Twice = 0, 1; return t }
		}},
		{"the first look that finds nothing is believed", "is missing", func(o *worldOptions) {
			o.faults.Async, o.faults.LoseAfter = fault.Rate{P: 1}, fault.Rate{P: 0.3}
			o.tune = func(t verify.Times) verify.Times { t.Gone, t.Looks = 0, 1; return t }
			o.wrap = func(s client.Source) client.Source { return &blinker{whole: s.(whole)} }
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				found := map[string]bool{}
				for seed := uint64(1); seed <= most(c.name) && len(found) == 0; seed++ {
					o := worldOptions{seed: seed, faults: harsh(seed), folders: 6, each: 20, targets: 2, gap: 500 * time.Millisecond}
					c.set(&o)
					w := newWorld(t, o)
					plans := w.plant(o)
					ids, err := w.moveTwice(plans)
					time.Sleep(2 * time.Minute)
					bad := append(w.check(500*time.Millisecond), w.agree(ids)...)
					if err != nil {
						t.Log(err)
						bad = append(bad, err.Error())
					}
					for _, b := range bad {
						if strings.Contains(b, c.want) {
							found[b] = true
						}
					}
					w.close()
				}
				if len(found) == 0 != (c.name == "none") {
					t.Errorf("found %d", len(found))
				}
				n := 0
				for b := range found {
					if n++; n < 4 {
						t.Log(b)
					}
				}
			})
		})
	}
}

// most is in how many worlds a spoiler may go undetected; correct behaviour is
// tried in three.
func most(name string) uint64 {
	if name == "none" {
		return 3
	}
	return 60
}

// moveTwice moves everything, then moves what has arrived to the next folder: late
// work of a first job must not pull entries back.
func (w *world) moveTwice(plans [][]model.Place) ([]string, error) {
	ids, err := w.move(plans)
	if err != nil {
		return ids, err
	}
	var on []model.Place
	for g := range plans {
		on = append(on, at(fmt.Sprint("/end", g)))
	}
	mk, err := w.eng.Plan(context.Background(), client.Request{Op: model.OpMakeFolder, Items: on})
	if err != nil {
		return ids, err
	}
	if _, err := w.start(mk); err != nil {
		return ids, err
	}
	for g, items := range plans {
		for i := range items {
			name := items[i].Base()
			items[i] = at(fmt.Sprint("/to", g)).Join(name)
			w.want[name] = fmt.Sprint("end", g)
		}
	}
	w.moves = 2
	more, err := w.moveTo(plans, "/end")
	return append(ids, more...), err
}

func (w *world) start(p *model.Plan) (model.JobSnapshot, error) {
	id, err := w.eng.Start(context.Background(), p)
	if err != nil {
		return model.JobSnapshot{}, err
	}
	return w.eng.Wait(context.Background(), id)
}

// whole is what the drive can do.
type whole interface {
	client.Source
	client.FolderMaker
	client.Renamer
	client.Mover
	client.Deleter
}

// resender takes an unclear answer for a refusal.
type resender struct{ whole }

func (r resender) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	err := r.whole.Move(ctx, items, to, class)
	if client.Is(err, client.KindUnknown) {
		return &client.Error{Kind: client.KindServer, Retry: true, Err: err}
	}
	return err
}

// blinker returns an empty listing every third time.
type blinker struct {
	whole
	n atomic.Int64
}

func (b *blinker) Walk(o client.Options) client.Walk {
	n := b.n.Add(1)
	return &blinkWalk{b.whole.Walk(o), o.Fresh && n%3 == 0}
}

type blinkWalk struct {
	client.Walk
	blind bool
}

func (w *blinkWalk) All(ctx context.Context, p model.Place) (model.Listing, error) {
	l, err := w.Walk.All(ctx, p)
	if w.blind {
		l.Entries = nil
	}
	return l, err
}
