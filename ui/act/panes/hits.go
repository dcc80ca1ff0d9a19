package panes

import (
	"time"

	"aloft/client"
	"aloft/client/find"
	"aloft/model"
)

// entriesOf are found entries of a source with the known facts about their places: from the answer, or else from
// stored listings.
func entriesOf(root model.Place, steady bool, hits []client.Hit, kept *find.Cache) []model.Entry {
	asked := map[string]string{}
	for i := range hits {
		if h := &hits[i]; h.Place == nil || h.Place.IsLoose() {
			asked[h.Entry.ID] = h.Folder
		}
	}
	homes := map[model.Scheme]map[string]*model.Origin{}
	home := func(of model.Place, id string) *model.Origin {
		if homes[of.Scheme] == nil {
			homes[of.Scheme] = kept.Homes(of, asked)
		}
		return homes[of.Scheme][id]
	}
	out := make([]model.Entry, len(hits))
	for i := range hits {
		h := &hits[i]
		e := h.Entry
		at := root
		if h.Place != nil {
			at = *h.Place
		}
		switch {
		case h.Place != nil && !at.IsLoose():
			e.From = &model.Origin{Folder: at.Parent()}
			if at.Pin() != "" {
				e.From.Twins = map[string]bool{e.Name: true}
			}
		case home(at.Root(), e.ID) != nil:
			e.From = home(at.Root(), e.ID)
		case steady && e.ID != "":
			e.From = &model.Origin{Folder: at.Root(), Known: model.KnownID}
		default:
			e.From = &model.Origin{Folder: at.Root(), Known: model.KnownLost, ID: h.Folder}
		}
		out[i] = e
	}
	return out
}

// listingOf makes a complete list of results.
func listingOf(entries []model.Entry, steady bool, at time.Time) model.Listing {
	return model.Listing{Entries: entries, Complete: true, Total: len(entries), ListedAt: at, Steady: steady}
}
