package listing

import "aloft/model"

// Shows: the listing agrees with what is known to have been done.
func Shows(got model.Listing, effects map[model.Step]bool) bool {
	if len(effects) == 0 {
		return true
	}
	names := shown(got.Entries)
	for name, there := range effects {
		if names[name] != there {
			return false
		}
	}
	return true
}

// shown looks for an effect's name, pinned or not, in a listing.
func shown(entries []model.Entry) map[model.Step]bool {
	out := make(map[model.Step]bool, len(entries))
	for _, e := range entries {
		out[model.Step{Name: e.Name}] = true
		out[model.Step{Name: e.Name, ID: e.ID}] = true
	}
	return out
}
