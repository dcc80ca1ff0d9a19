package main

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
)

func (a *app) insertCommand() *cobra.Command {
	var e editing
	c := &cobra.Command{
		Use: "insert PLACE [FILE|-] --at WHERE", Short: a.cat.Say("insert Markdown into a Word document"), Long: a.cat.Say(`FILE is Markdown in UTF-8; - or nothing is standard input. --at says where:
  title             before the title
  start             at the start of the body, behind the title
  end               at the end
  heading:TEXT      at the start of the section of that heading
  end-of:TEXT       at the end of that section
  before:TEXT       before that heading
  match:TEXT        before a text     after:TEXT    behind it
  cell:T,ROW,COL    in a cell of table T
  box:N             in a text box, code or highlight block
  NUMBER            a position of the version that --base names
--nth N takes the N-th of several equal headings or texts; without it they are a conflict
(exit 5) and are listed. --dry-run shows the place, and changes nothing.`), Args: wantArgs(1, 2),
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
		return "", usageErrorFor(c, "there is nothing to insert: FILE is missing, and standard input is a terminal")
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
