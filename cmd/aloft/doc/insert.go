package doc

import (
	"os"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/office"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

func (cs *Commands) insertCommand() *cobra.Command {
	var e editing
	c := &cobra.Command{
		Use: "insert PLACE [FILE|-] --at WHERE", Short: cs.con.Say("insert Markdown into a Word document"), Long: cs.con.Say(`FILE is Markdown in UTF-8; - or nothing is standard input. --at says where:
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
(exit 5) and are listed. --dry-run shows the place, and changes nothing.`), Args: console.WantArgs(1, 2),
		ValidArgsFunction: cs.places.PlaceThenFiles(),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			w, err := e.where(c)
			if err != nil {
				return err
			}
			md, err := cs.brought(c, args)
			if err != nil {
				return err
			}
			if md, err = cs.embedded(md, args); err != nil {
				return err
			}
			return cs.edit(c, args[0], e, string(model.EditMarkdown), chosen{
				EditAt: client.EditAt{Edit: model.Edit{Kind: model.EditMarkdown, Text: md}, At: w},
			})
		}),
	}
	cs.atFlags(c, &e)
	cs.suggestFlags(c, &e)
	return c
}

// embedded is the text with the pictures beside its file in it.
func (cs *Commands) embedded(md string, args []string) (string, error) {
	if len(args) < 2 || args[1] == "-" {
		return md, nil
	}
	f, err := os.Open(args[1])
	if err != nil {
		return "", cs.con.Unreadable(args[1], err)
	}
	defer f.Close()
	return office.Embed(cs.session.Context(), md, f)
}

// brought is the text of the file that is named after the place, or of standard
// input.
func (cs *Commands) brought(c *cobra.Command, args []string) (string, error) {
	switch {
	case len(args) > 1:
		return cs.con.Content(args[1])
	case cs.con.InIsTerminal():
		return "", console.UsageErrorFor(c, "there is nothing to insert: FILE is missing, and standard input is a terminal")
	}
	return cs.con.Content("-")
}
