package verify

import "aloft/model"

// Held are the names that are taken in a folder: those of its entries in every form,
// and those that a plan adds. Two names of a plan that differ in the form of their
// accents only are both kept, as they are where they come from.
type Held struct {
	f     *Folder
	added map[string]model.Entry
}

// Held returns the names of the entries.
func (f *Folder) Held() *Held { return &Held{f, map[string]model.Entry{}} }

// New are the names in a folder that is not made yet, in this one.
func (h *Held) New() *Held { return (&Folder{folds: h.f.folds}).Held() }

// Entry returns the folder's own entry that takes the name.
func (h *Held) Entry(name string) (e model.Entry, ok bool) {
	if found := h.f.Named(name); len(found) > 0 {
		return h.f.Entries[found[0]], true
	}
	return e, false
}

// Find returns the entry that takes the name, here or in the plan.
func (h *Held) Find(name string) (model.Entry, bool) {
	if e, ok := h.added[h.key(name)]; ok {
		return e, true
	}
	return h.Entry(name)
}

// Taken reports whether the name is taken.
func (h *Held) Taken(name string) bool {
	_, taken := h.Find(name)
	return taken
}

// Add adds an entry of the plan.
func (h *Held) Add(e model.Entry) { h.added[h.key(e.Name)] = e }

func (h *Held) key(name string) string {
	if h.f.folds {
		return model.NameForm(name, true)
	}
	return name
}
