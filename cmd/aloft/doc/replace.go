package doc

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) replaceCommand() *cobra.Command {
	var e editing
	c := &cobra.Command{
		Use: "replace PLACE OLD NEW", Short: cs.con.Say("put other text in the place of a text"), Long: cs.con.Say(`One match is replaced at once. Of several, --pick says which by their numbers (aloft doc
find lists them), --all takes all; without either they are listed and nothing is done.`), Args: console.WantArgs(3, 3),
		ValidArgsFunction: cs.places.Complete(1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			x, err := e.match(c, model.Edit{Kind: model.EditReplace, Old: args[1], Text: args[2]})
			if err != nil {
				return err
			}
			if e.all {
				// The service does it in one call, however many there are.
				x.Edit.Kind = model.EditReplaceAll
			}
			return cs.edit(c, args[0], e, string(model.EditReplace), x)
		}),
	}
	cs.matchFlags(c, &e, true)
	return c
}

// match is an edit of the places where a text stands.
func (e *editing) match(c *cobra.Command, x model.Edit) (chosen, error) {
	if x.Old == "" {
		return chosen{}, console.UsageErrorFor(c, text.CliSearchEmpty)
	}
	pick, err := e.picked(c)
	return chosen{EditAt: client.EditAt{Edit: x, Pick: pick}, all: e.all}, err
}
