package doc

import (
	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
)

func (cs *Commands) undoCommand() *cobra.Command {
	var e editing
	c := &cobra.Command{
		Use: "undo PLACE", Short: cs.con.Say("undo the newest edit of this machine"), Long: cs.con.Say(`Undone by the service if it can, else by an edit that restores the exact old state. Where
neither is possible it says so and changes nothing.`), Args: console.WantArgs(1, 1),
		ValidArgsFunction: cs.places.Complete(1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			d, err := cs.document(args[0])
			if err != nil {
				return err
			}
			plan, err := cs.edits().PlanUndo(cs.session.Context(), d.place)
			if err != nil {
				return cs.noEdit(d.place, e, "undo", err)
			}
			e.Yes = true // it restores what was there
			return cs.carryOutEdit(plan, e, "undo")
		}),
	}
	cs.run.EditFlags(c, &e.Flags, jsonEdit{})
	return c
}
