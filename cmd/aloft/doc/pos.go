package doc

import (
	"aloft/cmd/aloft/console"
	"aloft/model"
)

type jsonPos struct {
	head
	Position  int64  `json:"position"`
	Preceding string `json:"preceding_text"`
}

func (cs *Commands) posCommand() console.Command {
	return cs.reading(console.Command{Use: "pos PLACE", Short: "show where the body of the document ends", JSON: []any{jsonPos{}}}, func(in console.Call, d document, version int64) error {
		p, err := d.editor.LastPosition(cs.session.Context(), d.ref, version, readNow)
		if err = d.shown(version, p.Version, err); err != nil {
			return err
		}
		if in.JSON {
			return cs.con.Encode(jsonPos{d.head(p.Version), p.Position, p.Preceding})
		}
		return cs.con.Line(cs.con.Say("position %d, after %q, version %d", p.Position, model.Clean(p.Preceding), p.Version))
	})
}
