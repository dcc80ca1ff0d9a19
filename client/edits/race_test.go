package edits

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"aloft/client"
	"aloft/model"
)

// Two writers, each with an engine of its own: of edits on one version exactly one
// is made, the other gets an error and tries again, and in the end all are there.
func TestRace(t *testing.T) {
	b := newBench(t, sample)
	other := b.engine(t.TempDir())
	var g sync.WaitGroup
	for w, e := range []*Engine{b.e, other} {
		g.Go(func() { race(t, e, fmt.Sprint("w", w), rand.New(rand.NewPCG(uint64(w), 1))) })
	}
	g.Wait()
	got := b.f.markdown()
	for w := range 2 {
		for i := range 15 {
			if want := fmt.Sprintf("<w%d-%d>", w, i); strings.Count(strings.ReplaceAll(got, "\\", ""), want) != 1 {
				t.Errorf("%s is there %d times", want, strings.Count(got, want))
			}
		}
	}
	if n := b.f.Doc(b.f.id).Made(); n != 30 {
		t.Errorf("%d versions", n)
	}
}

func race(t *testing.T, e *Engine, name string, r *rand.Rand) {
	places := []string{"start", "end", "heading:Goals", "end-of:Goals", "before:Hollow", "match:intro"}
	for i := range 15 {
		for {
			w, err := model.ParseWhere(places[r.IntN(len(places))])
			if err != nil {
				t.Error(err)
				return
			}
			p, err := e.Plan(context.Background(), client.EditRequest{Item: fakePlace(),
				Edits: []client.EditAt{{At: w, Edit: model.Edit{Kind: model.EditMarkdown, Text: fmt.Sprintf("<%s-%d>", name, i)}}}})
			if client.Is(err, client.KindConflict) {
				continue
			}
			if err != nil {
				t.Error(err)
				return
			}
			if len(p.Steps) > 1 {
				continue // a single step is made or not
			}
			res, err := e.Apply(context.Background(), p)
			if err == nil && res.Outcome == model.EditDone {
				break
			}
			if !client.Is(err, client.KindConflict) || res.Outcome != model.EditConflict || res.Version <= p.Version {
				t.Errorf("%+v, %v", res, err)
				return
			}
		}
	}
}
