package doc

import (
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
)

func (cs *Commands) undoCommand() console.Command {
	row := console.Command{Use: "undo PLACE", Short: "undo the last edit made on this machine", Long: `The service undoes the edit if it can; else aloft restores the exact old state
with another edit. If neither is possible, aloft says so and changes nothing.`, JSON: []any{jsonEdit{}}}
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
