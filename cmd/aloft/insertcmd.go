package main

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

func (a *app) insertCommand() *cobra.Command {
	var e editing
	c := &cobra.Command{
		Use: "insert PLACE [FILE|-] --at WHERE", Short: a.cat.Say(text.CliInsert), Long: a.cat.Say(text.CliInsertLong), Args: wantArgs(1, 2),
		ValidArgsFunction: a.placeThenFiles(),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			w, err := e.where(c)
			if err != nil {
				return err
			}
			md, err := a.brought(c, args)
			if err != nil {
				return err
			}
			return a.edit(c, args[0], e, string(model.EditMarkdown), chosen{
				EditAt: client.EditAt{Edit: model.Edit{Kind: model.EditMarkdown, Text: md}, At: w},
			})
		}),
	}
	a.atFlags(c, &e)
	return c
}

// brought is the text of the file that is named behind the place, or of standard
// input.
func (a *app) brought(c *cobra.Command, args []string) (string, error) {
	switch {
	case len(args) > 1:
		return a.content(args[1])
	case a.inIsTerminal():
		return "", usageErrorFor(c, text.CliInsertNothing)
	}
	return a.content("-")
}

// placeThenFiles offers places, then the files of this machine.
func (a *app) placeThenFiles() cobra.CompletionFunc {
	places := a.completePlaces(1)
	return func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return places(c, args, prefix)
	}
}
