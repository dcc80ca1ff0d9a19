package plan

import (
	"aloft/client"
	"aloft/client/jobs/store"
	"aloft/model"
	"aloft/model/text"
)

// whole refuses what no planner makes: the file of a saved plan may come from anywhere.
func whole(p *model.Plan) error {
	bad := func(why string) error {
		return client.Errorf(client.KindInvalid, string(p.Op), model.Place{}, text.JobsBadPlan, why)
	}
	if !store.ValidID(p.ID) {
		return bad("id")
	}
	if _, ok := operations[p.Op]; !ok || len(p.Items) == 0 {
		return bad(string(p.Op))
	}
	ids := map[int]bool{}
	for i := range p.Items {
		it := &p.Items[i]
		if ids[it.ID] || !belongs(it, p) || !known(it) {
			return bad(it.Name)
		}
		ids[it.ID] = true
	}
	return nil
}

// belongs: what the person is asked about the plan holds for the item. A deletion is in
// a plan of deletions only, and all of one plan delete in one way.
func belongs(it *model.Item, p *model.Plan) bool {
	switch it.Op {
	case p.Op:
		return it.Mode == p.Items[0].Mode || !it.Op.Row().Destroys()
	case model.OpMakeFolder, model.OpRename, model.OpMove:
		return !p.Op.Row().Destroys() && !p.Op.InBin()
	}
	return false
}

// known: the item has what its operation needs.
func known(it *model.Item) bool {
	op := it.Op.Row()
	switch it.Decision {
	case model.DecideGo, model.DecideSkip, model.DecideNumber, model.DecideAsk:
	default:
		return false
	}
	if it.Op.InBin() {
		return it.Record != "" && it.Name != ""
	}
	if !it.Loose && !it.Place().Valid() || it.Loose && it.Pin == "" {
		return false
	}
	if !it.Goes() {
		return true
	}
	if to, ok := it.After(); ok && !it.Loose && !to.Valid() {
		return false
	}
	switch {
	case op.Ends == model.EndInTarget:
		return !it.Target.IsZero()
	case op.Renames:
		return it.NewName != ""
	case it.Op == model.OpCreate:
		return it.New != nil
	}
	return true
}
