package doc

import (
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
)

func (cs *Commands) undoCommand() console.Command {
	row := console.Command{Use: "undo PLACE", Short: "undo the newest edit of this machine", Long: `Undone by the service if it can, else by an edit that restores the exact old state. Where
neither is possible it says so and changes nothing.`, JSON: []any{jsonEdit{}}}
	return cs.run.Row(write.Edit, row, func(in console.Call, w write.Flags) error {
		e := editing{Flags: w}
		d, err := cs.document(in.Args[0])
		if err != nil {
			return err
		}
		plan, err := cs.edits().PlanUndo(cs.session.Context(), d.place)
		if err != nil {
			return cs.noEdit(d.place, e, "undo", err)
		}
		e.Yes = true // it restores what was there
		return cs.carryOutEdit(plan, e, "undo")
	})
}
