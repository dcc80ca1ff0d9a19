package browse

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) mkdirCommand() *cobra.Command {
	var w write.Flags
	var parents bool
	c := &cobra.Command{
		Use: "mkdir PLACE…", Short: cs.con.Say("make folders"), Args: cobra.ArbitraryArgs, ValidArgsFunction: cs.places.Complete(-1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			items, err := cs.items(c, args, w)
			if err != nil {
				return err
			}
			for i, p := range items {
				if parents {
					items[i] = reached(p)
				} else if !p.IsRoot() {
					items[i] = reached(p.Parent()).With(p.Last())
				}
			}
			return cs.run.Each(items, w, func(group []model.Place) client.Request {
				return client.Request{Op: model.OpMakeFolder, Items: group, Parents: parents, Rule: model.ConflictAsk, Partial: true}
			})
		}),
	}
	c.Flags().BoolVarP(&parents, "parents", "p", false, cs.con.Say("make missing parents too, and accept folders that exist"))
	cs.run.ManyFlags(c, &w)
	cs.run.WriteFlags(c, &w)
	cs.run.AuditFlag(c, &w)
	return c
}
