package plan

import (
	"testing"

	"aloft/client/jobs/journal"
	"aloft/model"
)

// Whatever the file of a saved plan holds: it is refused, or it can be checked, priced and
// split into steps.
func FuzzSaved(f *testing.F) {
	same := func(account string) string { return account }
	at := model.Place{Scheme: model.SchemeDrive}
	whole1, err := journal.EncodeSaved(&model.Plan{ID: "1", Scheme: at.Scheme, Op: model.OpMove, Items: []model.Item{
		{ID: 1, Op: model.OpMove, Parent: at, Name: "a", NewName: "b\xff", Target: at.Join("t"), Decision: model.DecideGo},
		{ID: 2, Op: model.OpMakeFolder, Parent: at, Name: "t", Decision: model.DecideGo},
	}}, same)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole1)
	f.Add([]byte(`{"aloft_plan":1,"plan":null}`))
	f.Add([]byte(`{"aloft_plan":1,"plan":{"id":"1","op":"new","items":[{"id":1,"op":"new","decision":"go","name":"a"}]}}`))
	f.Add([]byte(`{"aloft_plan":2}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := journal.DecodeSaved(data, same)
		if err != nil || whole(p) != nil {
			return
		}
		for i := range p.Items {
			takes(&p.Items[i])
			if d, all := p.Items[i].Op.Row().Destroys(), p.Op.Row().Destroys(); d && !all {
				t.Errorf("a plan of %s has a %s", p.Op, p.Items[i].Op)
			}
		}
		journal.Of(p)
		p.Reprice()
		if _, err := journal.EncodeSaved(p, same); err != nil {
			t.Error(err)
		}
	})
}
