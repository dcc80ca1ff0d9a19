package browse

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// hits prints search results. A document with an unknown folder is named by its id,
// which every command takes, and its title.
func (cs *Commands) hits(hits []client.Hit, f console.Format) error {
	return console.List(cs.con, f, hits, func(h client.Hit) jsonEntry {
		j := toJSON(h.Entry, model.Place{})
		if h.Place != nil {
			j.Place = h.Place.String()
		}
		return j
	}, func(h client.Hit) error {
		switch {
		case h.Place == nil:
			return cs.con.Line(cs.con.Name(h.Entry.Name), console.Slash(h.Entry))
		case h.Place.IsLoose():
			return cs.con.Line(model.Clean(h.Place.String()), "  ", cs.con.Name(h.Entry.Name), console.Slash(h.Entry))
		}
		return cs.con.Line(model.Clean(h.Place.String()), console.Slash(h.Entry))
	})
}
