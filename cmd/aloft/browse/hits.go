package browse

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// hits prints search results. A document with an unknown folder is named by its id,
// which every command takes, and its title.
func (cs *Commands) hits(hits []client.Hit, f console.Format) error {
	list := []jsonEntry{}
	for _, h := range hits {
		j := toJSON(h.Entry, model.Place{})
		if h.Place != nil {
			j.Place = h.Place.String()
		}
		var err error
		switch {
		case f.JSON:
			list = append(list, j)
		case f.JSONL:
			err = cs.con.Encode(j)
		case h.Place == nil:
			err = cs.con.Line(cs.con.Name(h.Entry.Name), console.Slash(h.Entry))
		case h.Place.IsLoose():
			err = cs.con.Line(model.Clean(h.Place.String()), "  ", cs.con.Name(h.Entry.Name), console.Slash(h.Entry))
		default:
			err = cs.con.Line(model.Clean(h.Place.String()), console.Slash(h.Entry))
		}
		if err != nil {
			return err
		}
	}
	if f.JSON {
		return cs.con.Encode(list)
	}
	return nil
}
