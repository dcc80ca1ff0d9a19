package client

import "aloft/model"

// Again asks for what a job has not been able to do, one request for each folder that
// its items go to, in the order of the items. left counts the items that it leaves
// out: they may have been made although no clear answer came, and once more could
// make a second one, so somebody must look first. An undo is asked for as a whole:
// the job that it takes back says what is left.
func Again(j *model.JobSnapshot, items []model.ItemReport) (again []Request, left int) {
	if j.Undoes != "" {
		return []Request{{Undo: j.Undoes, Rule: model.ConflictAsk, Retries: j.ID}}, 0
	}
	type group struct {
		op           model.Op
		to           string
		format, mode string
	}
	at := map[group]int{}
	for i := range items {
		switch it := items[i].Item; {
		case !items[i].State.Bad():
		case MayExist(&items[i]):
			left++
		default:
			g := group{it.Op, "", it.Format, it.Mode}
			if row := it.Op.Row(); row.Ends == model.EndInTarget && !row.Moves { // each item of a move has a target of its own
				g.to = it.Target.String()
			}
			n, ok := at[g]
			if !ok {
				n = len(again)
				at[g] = n
				again = append(again, Request{Op: it.Op, New: it.New, Format: it.Format, Rule: model.ConflictAsk, Partial: true, Retries: j.ID})
			}
			again[n].add(it)
		}
	}
	return again, left
}

// add asks for one more item, which goes where the others do.
func (r *Request) add(it *model.Item) {
	row := it.Op.Row()
	if row.InBin {
		r.Target = it.Parent
		r.Bin = append(r.Bin, BinEntry{Record: it.Record, Entry: model.Entry{Name: it.Name}})
		return
	}
	r.Items = append(r.Items, placeAgain(it))
	if row.Names != model.NamesNone {
		r.NewNames = append(r.NewNames, it.NewName)
	}
	switch {
	case row.Moves:
		r.Targets = append(r.Targets, it.Target)
	case row.Ends == model.EndInTarget:
		r.Target = it.Target
	case row.Ends == model.EndUnchanged:
		r.Policies = append(r.Policies, it.Policy)
	case row.Deletes:
		r.Mode = DeleteMode(it.Mode)
	case row.Folder:
		r.Parents = it.Mode == model.ModeReuse
	}
}

// placeAgain is the place of an item for a new plan: by its id where ids never
// change.
func placeAgain(it *model.Item) model.Place {
	if it.Loose {
		return it.Parent.Loose(it.Pin)
	}
	return it.Parent.JoinPin(it.Name, it.Pin)
}

// MayExist reports whether an item may have been made although the outcome is
// unknown: to try it again could make a second one, so somebody must look first.
func MayExist(r *model.ItemReport) bool {
	return r.Item.Op.Row().Doubles && (r.State == model.ItemUnknown || r.Kind == string(KindUnknown))
}
