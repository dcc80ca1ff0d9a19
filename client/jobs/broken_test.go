package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// One broken component for each invariant of the jobs design. The checks of the random jobs
// must find each, otherwise they would prove nothing.
func TestBrokenInvariantsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("tests the tests")
	}
	source := func(f func(whole) client.Source) func(*worldOptions) {
		return func(o *worldOptions) { o.wrap = func(s client.Source) client.Source { return f(s.(whole)) } }
	}
	for _, c := range []struct {
		name, rule string
		set        func(*worldOptions)
		begun      func(*random)
	}{
		{"a move deletes", "I1: ", source(func(s whole) client.Source { return deleting{s} }), nil},
		{"a move goes elsewhere", "I2: ", source(func(s whole) client.Source { return straying{s} }), nil},
		{"a move is done again", "I3: ", source(func(s whole) client.Source { return repeating{s} }), nil},
		{"a move that was not sent is reported as done", "I4: ", source(func(s whole) client.Source { return lying{s} }), nil},
		{"no gap", "I5: ", func(o *worldOptions) { o.gap = 0 }, nil},
		{"ids are used again", "I6: ", source(func(s whole) client.Source { return &stale{whole: s, seen: map[string]model.Ref{}} }), nil},
		{"more than 30 in a call", "I7: ", nil, func(s *random) { s.spy.edit = s.stuffed() }},
		{"bulk work sends as if a person waited", "I8: a person waited", source(func(s whole) client.Source { return crowding{s} }), nil},
		{"a mutation without an intent", "I9: a mutation was sent without", source(func(s whole) client.Source { return unannounced{s} }), nil},
		{"a mutation after a pause", "I9: a mutation was sent although the job is paused", source(func(s whole) client.Source { return &lingering{whole: s} }), nil},
		{"a move takes a neighbour along", "I10: /", source(func(s whole) client.Source { return &greedy{whole: s} }), nil},
		{"an undo goes elsewhere", "I11: ", nil, func(s *random) { s.spoil = astray }},
		{"an error holds the session", "I12: ", nil, func(s *random) { s.o.wrap = s.leaking }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				for seed := uint64(0); seed < 64; seed += 8 { // no other device, and only lost answers
					o := randomOptions(seed)
					o.faults = fault.Faults{Seed: seed, Rotate: true}
					if c.set != nil {
						c.set(&o)
					}
					s := newRandom(t, o)
					if c.begun != nil {
						c.begun(s)
						s.end()
						s.begin()
					}
					s.brokenRounds(c.rule)
					time.Sleep(2 * time.Minute) // what a broken component still does
					s.close()
					if b := s.found(c.rule); b != "" {
						t.Logf("seed %d: %s", seed, b)
						return
					}
				}
				t.Error("it was not found")
			})
		})
	}
}

// found is what broke the rule, or "".
func (s *random) found(rule string) string {
	s.spy.mu.Lock()
	defer s.spy.mu.Unlock()
	for _, b := range s.spy.bad {
		if strings.HasPrefix(b, rule) {
			return b
		}
	}
	return ""
}

// brokenRounds are rounds that may fail in any way, until the broken rule is found.
func (s *random) brokenRounds(rule string) {
	type over struct{}
	s.fatal = func(...any) { panic(over{}) }
	defer func() {
		if r := recover(); r != nil && r != any(over{}) {
			panic(r)
		}
	}()
	for n := 0; n < 6 && s.found(rule) == ""; n++ {
		s.rounds(1)
	}
}

type deleting struct{ whole }

func (s deleting) Move(ctx context.Context, items []model.Ref, _ model.Ref, class client.Class) error {
	return s.Delete(ctx, items, client.DeleteToBin, class)
}

func rootAt(epoch uint64) model.Ref {
	return model.Ref{Place: at("/"), ID: "0", Kind: model.KindFolder, Epoch: epoch, At: time.Now()}
}

type straying struct{ whole }

func (s straying) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	return s.whole.Move(ctx, items, rootAt(to.Epoch), class)
}

// repeating moves everything back and there once more.
type repeating struct{ whole }

func (s repeating) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	if err := s.whole.Move(ctx, items, to, class); err != nil {
		return err
	}
	from := items[0].Place.Parent()
	for _, way := range [][2]model.Place{{to.Place, from}, {from, to.Place}} {
		walk := s.Walk(client.Options{Class: class, Fresh: true})
		pg, err := walk.Page(ctx, way[0], 1)
		if err != nil {
			return nil
		}
		target := rootAt(walk.Epoch())
		if !way[1].IsRoot() {
			if target, err = walk.Folder(ctx, way[1]); err != nil {
				return nil
			}
		}
		for _, r := range pg.Refs {
			if r.Place.Base() == items[0].Place.Base() {
				_ = s.whole.Move(ctx, []model.Ref{r}, target, class)
			}
		}
	}
	return nil
}

type lying struct{ whole }

func (s lying) Move(context.Context, []model.Ref, model.Ref, client.Class) error { return nil }

// crowding lists a folder eight times at once, with a person's right of way.
type crowding struct{ whole }

func (s crowding) Walk(o client.Options) client.Walk {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { _, _ = s.whole.List(context.Background(), at("/"), client.Options{Class: client.Interactive}) })
	}
	all.Wait()
	return s.whole.Walk(o)
}

// unannounced makes a folder that no journal knows of.
type unannounced struct{ whole }

func (s unannounced) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	err := s.whole.Move(ctx, items, to, class)
	s.extra(s.whole)
	return err
}

func (unannounced) extra(s whole) {
	walk := s.Walk(client.Options{Fresh: true})
	if _, err := walk.Page(context.Background(), at("/"), 1); err == nil {
		_, _ = s.MakeFolder(context.Background(), rootAt(walk.Epoch()), fmt.Sprint("extra ", time.Now().UnixNano()), client.Bulk)
	}
}

// lingering goes on for a while after a move, whatever the job is told.
type lingering struct{ whole }

func (s *lingering) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	go func() {
		for range 6 {
			time.Sleep(10 * time.Second)
			unannounced{}.extra(s.whole)
		}
	}()
	return s.whole.Move(ctx, items, to, class)
}

// greedy moves one more entry of the page than was asked for.
type greedy struct {
	whole
	mu   sync.Mutex
	refs []model.Ref
}

func (s *greedy) Walk(o client.Options) client.Walk { return greedyWalk{s.whole.Walk(o), s} }

type greedyWalk struct {
	client.Walk
	s *greedy
}

func (w greedyWalk) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	pg, err := w.Walk.Page(ctx, p, n)
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	w.s.refs = pg.Refs
	return pg, err
}

func (s *greedy) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := map[string]bool{}
	for _, r := range items {
		asked[r.ID] = true
	}
	for _, r := range s.refs {
		if !asked[r.ID] && r.Epoch == items[0].Epoch && r.Kind == model.KindFile && !r.Place.Parent().Equal(to.Place) {
			items = append(items[:len(items):len(items)], r)
			break
		}
	}
	return s.whole.Move(ctx, items, to, class)
}

// astray lets an undo move to another folder than it came from; its journal says so.
func astray(p *model.Plan) {
	for i := range p.Items {
		if it := &p.Items[i]; p.Undoes != "" && it.Op == model.OpMove && it.Target.Base() != "d3" && it.Parent.Base() != "d3" {
			it.Target, it.NewName = at("/d3"), fmt.Sprint("astray ", i, it.Name)
		}
	}
}

// leaking is a source whose errors hold the session.
func (s *random) leaking(src client.Source) client.Source { return leak{src.(whole), s} }

type leak struct {
	whole
	s *random
}

func (l leak) Move(context.Context, []model.Ref, model.Ref, client.Class) error {
	return client.Errorf(client.KindInvalid, "move", at("/"), "refused: %s", l.s.jar.Value())
}

// stale keeps ids over mutations.
type stale struct {
	whole
	mu   sync.Mutex
	seen map[string]model.Ref
}

func (s *stale) Walk(o client.Options) client.Walk { return &staleWalk{s.whole.Walk(o), s} }

type staleWalk struct {
	client.Walk
	s *stale
}

func (w *staleWalk) Folder(ctx context.Context, p model.Place) (model.Ref, error) {
	r, err := w.Walk.Folder(ctx, p)
	if err != nil {
		return r, err
	}
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	if old, ok := w.s.seen[journal.PlaceKey(p)]; ok {
		r.ID = old.ID
	}
	w.s.seen[journal.PlaceKey(p)] = r
	return r, nil
}

// stuffed makes every move carry 31 ids.
func (w *world) stuffed() func([]byte) []byte {
	return func(b []byte) []byte {
		if !bytes.Contains(b, []byte("filelist")) {
			return b
		}
		var m map[string]any
		if json.Unmarshal(b, &m) != nil {
			return b
		}
		list, _ := m["filelist"].([]any)
		for i := 0; len(list) <= 30; i++ {
			list = append(list, fmt.Sprintf("%032x", i))
		}
		m["filelist"] = list
		out, _ := json.Marshal(m)
		return out
	}
}
