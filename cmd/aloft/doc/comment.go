package doc

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) commentCommand() *cobra.Command {
	var e editing
	var on, reply string
	c := &cobra.Command{
		Use: "comment PLACE TEXT", Short: cs.con.Say("comment on a text, or reply to a comment"),
		Args: console.WantArgs(2, 2), ValidArgsFunction: cs.places.Complete(1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			if on == "" && reply == "" {
				return console.UsageErrorFor(c, "--on TEXT or --reply ID is missing")
			}
			if args[1] == "" {
				return console.UsageErrorFor(c, text.CliTextEmpty)
			}
			pick, err := e.picked(c)
			if err != nil {
				return err
			}
			return cs.edit(c, args[0], e, string(model.EditComment), chosen{EditAt: client.EditAt{
				Edit: model.Edit{Kind: model.EditComment, Text: args[1], Old: on, Reply: reply}, Pick: pick,
			}})
		}),
	}
	c.Flags().StringVar(&on, "on", "", cs.con.Say("the text that is commented on"))
	c.Flags().StringVar(&reply, "reply", "", cs.con.Say("the id of the comment that is answered"))
	cs.matchFlags(c, &e, false)
	return c
}
