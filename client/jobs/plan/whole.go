package plan

import (
	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
	"aloft/model/text"
)

// whole refuses what no planner makes: the file of a saved plan may come from anywhere.
func whole(p *model.Plan) error {
	bad := func(why string) error {
		return client.Errorf(client.KindInvalid, string(p.Op), model.Place{}, text.JobsBadPlan, why)
	}
	if !journal.ValidID(p.ID) {
		return bad("id")
	}
	if _, ok := operations[p.Op]; !ok || len(p.Items) == 0 {
		return bad(string(p.Op))
	}
	ids, has := map[int]bool{}, meant(p, nil)
	for i := range p.Items {
		it := &p.Items[i]
		if ids[it.ID] || !belongs(it, p, has) || !known(it) {
			return bad(it.Name)
		}
		ids[it.ID] = true
	}
	return nil
}

// belongs: what the person is asked about the plan holds for the item. All deletions of a plan of
// deletions delete in one way; one of another plan has what it is for.
func belongs(it *model.Item, p *model.Plan, has func(*model.Item) bool) bool {
	switch it.Op {
	case p.Op:
		return it.Mode == p.Items[0].Mode || !it.Op.Row().Destroys()
	case model.OpMakeFolder, model.OpRename, model.OpMove, model.OpCopy, model.OpDelete:
		return !p.Op.Row().Destroys() && !p.Op.InBin() && (it.Op != model.OpDelete || has(it))
	}
	return false
}

// meant returns whether the plan has, beside what is stale, what a deletion is for: the entry that it makes room for,
// or the copy of a moved original.
func meant(p *model.Plan, stale []error) func(*model.Item) bool {
	comes, copied := map[string]bool{}, map[string]bool{}
	key := func(at model.Place) string { return journal.PlaceKey(at.Unpinned()) }
	for i := range p.Items {
		it := &p.Items[i]
		switch to, ok := it.After(); {
		case stale != nil && stale[i] != nil:
		case it.Op.Row().Folder:
			copied[key(it.Like)] = it.Goes() || it.Why == model.WhyExists
		case ok && it.Goes():
			comes[key(to)] = true
			copied[key(it.Place())] = it.Op.Transfers() || it.Op == model.OpCopy
		}
	}
	return func(it *model.Item) bool {
		if it.Copied != "" {
			return p.Op == model.OpRelocate && p.Undoes == "" && copied[key(it.Place())]
		}
		return it.Mode == model.ModeBin && comes[key(it.Place())]
	}
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
