package browse

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) renameCommand() *cobra.Command {
	var w write.Flags
	c := &cobra.Command{
		Use: "rename PLACE NAME", Short: cs.con.Say("give an entry another name"),
		Long:              cs.con.Say("NAME is the new name as it is: nothing in it is escaped."),
		Args:              console.WantArgs(2, 2),
		ValidArgsFunction: cs.places.Complete(1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			p, src, err := cs.places.Source(args[0])
			if err != nil {
				return err
			}
			if err := renamable(c, p, args[1]); err != nil {
				return err
			}
			if err := src.CheckName(args[1]); err != nil {
				return err
			}
			return cs.run.Run(client.Request{
				Op: model.OpRename, Items: []model.Place{p}, NewNames: []string{args[1]}, Rule: model.ConflictAsk,
			}, w)
		}),
	}
	cs.run.WriteFlags(c, &w)
	return c
}

func renamable(c *cobra.Command, p model.Place, name string) error {
	if p.IsRoot() {
		return console.UsageErrorFor(c, "%s is the root, which cannot be renamed", p.String())
	}
	if name == "" {
		return console.UsageErrorFor(c, "a name cannot be empty")
	}
	return nil
}
