package explain

import (
	"cmp"
	"slices"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Item is what a plan does to one of its entries.
type Item struct {
	*model.Item
	To    model.Place     // where it will be, zero = where it is, or nowhere
	State model.ItemState // ItemPlanned, or ItemSkipped or ItemConflict with Why
	Why   model.Sentence
}

// Item reads an item.
func (r Reading) Item(i int) Item {
	out := Item{Item: &r.plan.Items[i], State: model.ItemPlanned}
	out.To, _ = out.Lands()
	switch out.Decision {
	case model.DecideSkip:
		out.State, out.Why = model.ItemSkipped, out.Skipped()
	case model.DecideAsk:
		out.State, out.Why = model.ItemConflict, out.Skipped()
	}
	return out
}

// LeftOut says what was asked for and cannot be done, each with its reason: what was named itself,
// and what is in a folder that was.
func (r Reading) LeftOut() []string {
	var out []string
	add := func(at model.Place, why model.Sentence) {
		if name := at.Base(); name != "" && !why.Names(name, at.String(), at.Unpinned().String()) {
			why = model.Say(text.CliItem, name, why)
		}
		out = append(out, why.In(r.text))
	}
	for _, no := range r.plan.Refused {
		add(no.Place, client.Sentence(no.Err))
	}
	for i := range r.plan.Items {
		if it := &r.plan.Items[i]; it.LeftOut() {
			add(it.Place(), it.Skipped())
		}
	}
	return out
}

// Numbered are the names that the plan numbers by itself.
func (r Reading) Numbered() []string {
	var out []string
	for i := range r.plan.Items {
		if it := &r.plan.Items[i]; it.Numbered() {
			out = append(out, model.Clean(it.Free))
		}
	}
	return out
}

// Lost says what the target does not get as it is: names that not every system takes, and times.
func (r Reading) Lost() []string {
	var out []string
	undated := 0
	for i := range r.plan.Items {
		it := &r.plan.Items[i]
		if it.Becomes() != "" {
			out = append(out, r.text.Say("%s is saved as %s: some systems do not accept the name", model.Clean(it.Was), model.Clean(it.Becomes())))
		}
		if at := cmp.Or(it.Original, it.Print.Modified); at != 0 && !model.OnWire(at) && it.Goes() && it.Op.Transfers() && it.Kind == model.KindFile && !it.Target.Scheme.Local() && !it.Target.Scheme.Documents() {
			undated++
		}
	}
	if undated > 0 {
		out = append(out, r.text.Say("the drive cannot keep the dates of %d {file|files}: they are before 1970 or after 9999", undated))
	}
	if n := r.plan.Apart; n > 0 {
		out = append(out, r.text.Say("%d {hard link becomes a file of its own|hard links become files of their own}", n))
	}
	return out
}

// OneFolder: all items are in the same folder.
func (r Reading) OneFolder() bool {
	items := r.plan.Items
	return !slices.ContainsFunc(items, func(it model.Item) bool { return it.Loose || it.Record != "" || !it.Parent.Equal(items[0].Parent) })
}

// FromBin: all items are in the recycle bin.
func (r Reading) FromBin() bool {
	return !slices.ContainsFunc(r.plan.Items, func(it model.Item) bool { return it.Record == "" })
}

// From is the folder that all items are in.
func (r Reading) From() model.Place {
	var at model.Place
	for i := range r.plan.Items {
		switch it := &r.plan.Items[i]; {
		case it.Op != r.plan.Op && (it.Op != model.OpCopy || it.Mode == model.ModeAside):
		case at.IsZero():
			at = it.Parent
		default:
			for !it.Parent.Within(at) && !at.IsRoot() {
				at = at.Parent()
			}
		}
	}
	return at
}

// To is the folder that all items go to, zero when they stay where they are.
func (r Reading) To() model.Place {
	var to model.Place
	for i := range r.plan.Items {
		it := &r.plan.Items[i]
		at := it.Target
		if it.Op.Row().Folder && r.plan.Op != it.Op {
			at = it.Parent
		}
		if !it.Op.Row().Renames && !at.IsZero() && (to.IsZero() || to.Within(at)) {
			to = at
		}
	}
	return to
}

// Sync is the items of a sync by what they do.
type Sync struct {
	Folders, Copies, Replaced, Deleted []model.Item
	Bytes                              int64 // of the copies, if known
	Kept                               bool  // replaced files stay beside the new ones
}

// comes are the places where the plan puts an entry.
func (r Reading) comes() map[string]bool {
	comes := map[string]bool{}
	for i := range r.plan.Items {
		if to, ok := r.plan.Items[i].After(); ok && r.plan.Items[i].Goes() {
			comes[to.Unpinned().String()] = true
		}
	}
	return comes
}

// Replaces reports whether the plan deletes entries, each to make room for another one.
func (r Reading) Replaces() bool {
	comes := r.comes()
	return len(r.Deleted) > 0 && !slices.ContainsFunc(r.Deleted, func(it *model.Item) bool { return !comes[it.Place().Unpinned().String()] })
}

// Sync reads the plan of a sync.
func (r Reading) Sync() (s Sync) {
	p, comes := r.plan, r.comes()
	for _, it := range p.Items {
		switch {
		case !it.Goes():
		case it.Op == p.Op, it.Op == model.OpCopy:
			s.Copies = append(s.Copies, it)
			s.Bytes += max(it.Print.Size, 0)
		case it.Op.Row().Renames:
			s.Kept = true
			s.Replaced = append(s.Replaced, it)
		case it.Op.Row().Deletes && comes[it.Place().Unpinned().String()]:
			s.Replaced = append(s.Replaced, it)
		case it.Op.Row().Deletes:
			s.Deleted = append(s.Deleted, it)
		default:
			s.Folders = append(s.Folders, it)
		}
	}
	return s
}
