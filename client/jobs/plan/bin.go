package plan

import (
	"cmp"
	"context"
	"slices"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// binPlanner checks what can be checked without listing.
func (m *Maker) binPlanner(r client.Request) (*planner, error) {
	if len(r.Bin) == 0 {
		return nil, client.Errorf(client.KindInvalid, string(r.Op), model.Place{}, text.JobsNothing)
	}
	src, err := m.Sources.For(r.Target)
	if err != nil {
		return nil, err
	}
	return m.newPlanner(r, src), nil
}

// bin finds the entries in the recycle bin.
func (p *planner) bin(ctx context.Context) error {
	var in map[string]client.BinEntry
	err := p.Patiently(ctx, func() (err error) { in, err = verify.ListBin(ctx, p.Src, p.Class); return err })
	if err != nil {
		return err
	}
	p.plan.Sizes = []model.FolderSize{{Folder: p.root, Entries: len(in)}}
	given := map[string]bool{}
	for _, b := range p.r.Bin {
		if given[b.Record] {
			continue
		}
		given[b.Record] = true
		found, ok := in[b.Record]
		if !ok || b.Record == "" || found.Entry.Name != b.Entry.Name {
			return client.Errorf(client.KindNotFound, string(p.r.Op), p.root, text.NotInBin, b.Entry.Name)
		}
		p.plan.Items = append(p.plan.Items, inBin(p.r.Op, p.root, found, found.From))
	}
	return p.returns(ctx)
}

// inBin is an item about an entry of the recycle bin.
func inBin(op model.Op, root model.Place, b client.BinEntry, former model.Place) model.Item {
	return model.Item{Op: op, Parent: root, Name: b.Entry.Name, Binned: model.Binned{Record: b.Record, Former: former}, Kind: b.Entry.Kind, Print: b.Entry.Fingerprint(), Decision: model.DecideGo}
}

// deleteMode is how a source deletes: as it was asked, or else by its first mode.
func deleteMode(src client.Source, asked client.DeleteMode) (client.DeleteMode, error) {
	modes := src.(client.Deleter).DeleteModes()
	if asked == "" && len(modes) > 0 {
		asked = modes[0]
	}
	if !slices.Contains(modes, asked) {
		return "", client.Errorf(client.KindUnsupported, string(model.OpDelete), src.Root(), text.NoSuchDelete, string(src.Root().Scheme), string(asked))
	}
	return asked, nil
}

// returns leaves out what a trash cannot give back: it gives nothing a new name or folder, as
// services do.
func (p *planner) returns(ctx context.Context) error {
	if _, ok := p.Src.(client.Trash); !ok || p.r.Op != model.OpRecover {
		return nil
	}
	// A folder comes back before what was in it.
	slices.SortStableFunc(p.plan.Items, func(a, b model.Item) int { return cmp.Compare(len(a.Former.Path), len(b.Former.Path)) })
	free := map[string]bool{} // what the plan takes away
	back := map[string]bool{}
	for i := range p.plan.Items {
		if it := &p.plan.Items[i]; it.Goes() && it.Op.Row().FreesName() {
			free[journal.PlaceKey(it.Place())] = true
		}
	}
	return only(p, model.OpRecover, func(it *model.Item) error {
		if it.Former.IsZero() {
			return client.Errorf(client.KindConflict, string(it.Op), p.root, text.BinUnplaced, it.Name).
				Hinted("move it yourself; 'aloft bin ls -l %s' shows where it is", p.root.String())
		}
		at := it.Former.Join(journal.TitleOf(it))
		key := journal.PlaceKey(at)
		if back[key] {
			return client.Errorf(client.KindConflict, string(it.Op), at, text.JobsTaken, at.String())
		}
		if !inside(at, back) {
			switch f, err := p.Folder(ctx, it.Former); {
			case client.Is(err, client.KindNotFound):
				return client.Errorf(client.KindNotFound, string(it.Op), at, "%s cannot be restored: its folder no longer exists", at.String()).
					Hinted("make the folder %s first", it.Former.String())
			case err != nil:
				return err
			case len(f.Find(at)) > 0 && !free[key]:
				return client.Errorf(client.KindConflict, string(it.Op), at, text.JobsTaken, at.String())
			}
		}
		back[key] = true
		return nil
	})
}

// bins leaves out what cannot go to the recycle bin. What the job that is taken back has made
// itself goes for good where there is no bin for any of it; the plan says so.
func (p *planner) bins() error {
	trash, ok := p.Src.(client.Trash)
	if !ok {
		return nil
	}
	deletes := func(it *model.Item) bool {
		return it.Goes() && it.Op == model.OpDelete && it.Mode == string(client.DeleteToBin)
	}
	if p.plan.Undoes != "" && p.r.Mode == "" {
		taken := func(it model.Item) bool { return deletes(&it) && trash.Takes(it.Place()) == nil }
		if !slices.ContainsFunc(p.plan.Items, taken) {
			for i := range p.plan.Items {
				if it := &p.plan.Items[i]; deletes(it) {
					it.Mode = string(client.DeleteForever)
				}
			}
			return nil
		}
	}
	return only(p, model.OpDelete, func(it *model.Item) error {
		if !deletes(it) {
			return nil
		}
		return trash.Takes(it.Place())
	})
}

// only keeps the items of an operation that can be done, and all others.
func only(p *planner, op model.Op, can func(*model.Item) error) error {
	keep := p.plan.Items[:0]
	for _, it := range p.plan.Items {
		if it.Op == op && it.Goes() {
			at := it.Named()
			if at.IsZero() {
				at = it.Parent.Join(it.Name)
			}
			switch err := can(&it); {
			case err != nil && p.r.Partial:
				p.plan.Refused = append(p.plan.Refused, model.Refusal{Place: at, Err: err})
				continue
			case err != nil:
				return err
			}
		}
		keep = append(keep, it)
	}
	p.plan.Items = keep
	return nil
}

// trashTakes says why an entry that is to go to the bin cannot, or nil.
func trashTakes(src client.Source, it *model.Item) error {
	if t, ok := src.(client.Trash); ok && it.Mode == string(client.DeleteToBin) {
		return t.Takes(it.Place())
	}
	return nil
}

// deletionIn deletes an entry of a folder at the target.
func deletionIn(folder model.Place, e *model.Entry, mode client.DeleteMode) model.Item {
	return model.Item{Op: model.OpDelete, Parent: folder, Name: e.Name, Kind: e.Kind, Print: e.Fingerprint(), Mode: string(mode), Decision: model.DecideGo}
}
