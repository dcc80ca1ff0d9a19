package doc

import (
	"os"

	"aloft/client"
	"aloft/client/office"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

func (cs *Commands) insertCommand() console.Command {
	return cs.editRow(cs.atFlags(), console.Command{
		Use: "insert PLACE [FILE|-] --at WHERE", Short: "insert Markdown into a Word document", Long: `FILE is Markdown in UTF-8; without FILE, or with -, it is standard input. --at
says where to insert:
  title             before the title
  start             at the start of the body, after the title
  end               at the end
  heading:TEXT      at the start of the section of that heading
  end-of:TEXT       at the end of that section
  before:TEXT       before that heading
  match:TEXT        before a text     after:TEXT    after it
  cell:T,ROW,COL    in a cell of table T
  box:N             in a text box, code or highlight block
  NUMBER            a position in the version given by --base
If several headings or texts are equal, --nth N takes the N-th. Without --nth
that is a conflict (exit 5), and aloft lists them. --dry-run shows the place,
and changes nothing.`,
	}, func(in console.Call, e editing) error {
		w, err := e.where(in)
		if err != nil {
			return err
		}
		md, err := cs.brought(in)
		if err != nil {
			return err
		}
		if md, err = cs.embedded(md, in.Args); err != nil {
			return err
		}
		return cs.edit(in, e, string(model.EditMarkdown), chosen{EditAt: client.EditAt{Edit: model.Edit{Kind: model.EditMarkdown, Text: md}, At: w}})
	})
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
func (cs *Commands) brought(in console.Call) (string, error) {
	switch {
	case len(in.Args) > 1:
		return cs.con.Content(in.Args[1])
	case cs.con.InIsTerminal():
		return "", in.Usage("there is nothing to insert: FILE is missing, and standard input is a terminal")
	}
	return cs.con.Content("-")
}
