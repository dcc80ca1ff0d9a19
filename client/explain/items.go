package explain

import (
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

// Renamed says which names the disk does not get as they are.
func (r Reading) Renamed() []string {
	var out []string
	for i := range r.plan.Items {
		if it := &r.plan.Items[i]; it.Becomes() != "" {
			out = append(out, r.text.Say("%s is saved as %s: not every system takes its name", model.Clean(it.Was), model.Clean(it.Becomes())))
		}
	}
	return out
}

// OneFolder: all items are in the same folder.
func (r Reading) OneFolder() bool {
	items := r.plan.Items
	return !slices.ContainsFunc(items, func(it model.Item) bool { return it.Loose || it.Record != "" || !it.Parent.Equal(items[0].Parent) })
}

// From is the folder that all items are in.
func (r Reading) From() model.Place {
	var at model.Place
	for i := range r.plan.Items {
		switch it := &r.plan.Items[i]; {
		case it.Op != r.plan.Op:
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
