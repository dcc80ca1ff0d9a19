package doc

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// adding is a command that puts one thing somewhere in a document. flags, when
// set, defines flags of its own.
func (cs *Commands) adding(use string, short text.Text, args cobra.PositionalArgs, flags func(*pflag.FlagSet), edit func(c *cobra.Command, args []string) (model.Edit, error)) *cobra.Command {
	var e editing
	c := &cobra.Command{
		Use: use, Short: cs.con.Say(short), Args: args, ValidArgsFunction: cs.places.PlaceThenFiles(),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			w, err := e.where(c)
			if err != nil {
				return err
			}
			x, err := edit(c, args[1:])
			if err != nil {
				return err
			}
			return cs.edit(c, args[0], e, string(x.Kind), chosen{EditAt: client.EditAt{Edit: x, At: w}})
		}),
	}
	if flags != nil {
		flags(c.Flags())
	}
	cs.atFlags(c, &e)
	return c
}

func (cs *Commands) textCommand() *cobra.Command {
	return cs.adding("text PLACE TEXT --at WHERE", "insert text into a paragraph or a table's cell", console.WantArgs(2, 2), nil, func(_ *cobra.Command, args []string) (model.Edit, error) {
		return model.Edit{Kind: model.EditText, Text: args[0]}, oneLine(args[0], true)
	})
}

// oneLine refuses what the service takes for more than one paragraph ("no
// newline characters" of doc.insert_text in the specification).
func oneLine(s string, needed bool) error {
	switch {
	case s == "" && needed:
		return client.Errorf(client.KindInvalid, "edit", model.Place{}, text.CliTextEmpty)
	case strings.ContainsAny(s, "\r\n\v\f\u0085\u2028\u2029"):
		e := client.Errorf(client.KindInvalid, "edit", model.Place{}, "the text has a line break in it; nothing was changed")
		e.Hint = "aloft insert takes several paragraphs, aloft doc paragraph one"
		return e
	}
	return nil
}

func (cs *Commands) pageBreakCommand() *cobra.Command {
	return cs.adding("page-break PLACE --at WHERE", "insert a page break", console.WantArgs(1, 1), nil, func(*cobra.Command, []string) (model.Edit, error) {
		return model.Edit{Kind: model.EditPageBreak}, nil
	})
}

func (cs *Commands) tableCommand() *cobra.Command {
	var rows, cols int
	return cs.adding("table PLACE --at WHERE --rows N --cols N", "insert an empty table", console.WantArgs(1, 1), func(f *pflag.FlagSet) {
		f.IntVar(&rows, "rows", 2, cs.con.Say("how many rows"))
		f.IntVar(&cols, "cols", 2, cs.con.Say("how many columns"))
	}, func(c *cobra.Command, _ []string) (model.Edit, error) {
		if rows < 1 || cols < 1 {
			return model.Edit{}, console.UsageErrorFor(c, text.CliTableSize, rows, cols)
		}
		return model.Edit{Kind: model.EditTable, Rows: rows, Cols: cols}, nil
	})
}
