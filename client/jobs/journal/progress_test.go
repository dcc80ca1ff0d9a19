package journal

import (
	"testing"

	"aloft/model"
)

// A record is about the items with its ids, which have gaps where a saved plan was stale;
// steps that have shared a state do not share what happens to one of them.
func TestARecordIsAboutItsItemsAlone(t *testing.T) {
	p := &model.Plan{Op: model.OpMove}
	for _, id := range []int{2, 3, 7, 9} {
		p.Items = append(p.Items, model.Item{ID: id, Op: model.OpMove, Parent: model.Place{Scheme: model.SchemeDrive}, Name: string(rune('a' + id)), Decision: model.DecideGo})
	}
	g := NewProgress(p)
	g.Apply(&Record{T: RecAnswer, Op: model.OpMove, Items: []int{3, 7, 1, 4}, Out: OutDone, Ours: true})
	g.Apply(&Record{T: RecVerd, Op: model.OpMove, Items: []int{9}, Out: OutFailed})
	for i, want := range []model.ItemState{model.ItemPlanned, model.ItemDone, model.ItemDone, model.ItemFailed} {
		if got := g.States[i].State; got != want {
			t.Errorf("item %d is %s, not %s", p.Items[i].ID, got, want)
		}
	}
}
