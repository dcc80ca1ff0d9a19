package doc

import (
	"regexp"

	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// formatting are the flags that set properties of text. Its --color is another
// one than that of every command, which has nothing to colour here.
type formatting struct {
	bold, italic, underline, strike, smallCaps bool
	color, background                          string
}

func (cs *Commands) formatCommand() *cobra.Command {
	var e editing
	var f formatting
	c := &cobra.Command{
		Use: "format PLACE TEXT", Short: cs.con.Say("make text bold, coloured and so on, wherever it matches"),
		Long: cs.con.Say("Choose of several matches with --pick or --all. --bold=false takes it away."), Args: console.WantArgs(2, 2),
		ValidArgsFunction: cs.places.Complete(1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			props, err := f.props(c)
			if err != nil {
				return err
			}
			x, err := e.match(c, model.Edit{Kind: model.EditFormat, Old: args[1], Props: props})
			if err != nil {
				return err
			}
			return cs.edit(c, args[0], e, string(model.EditFormat), x)
		}),
	}
	fl := c.Flags()
	fl.BoolVar(&f.bold, "bold", false, cs.con.Say("bold"))
	fl.BoolVar(&f.italic, "italic", false, cs.con.Say("italic"))
	fl.BoolVar(&f.underline, "underline", false, cs.con.Say("underlined"))
	fl.BoolVar(&f.strike, "strike", false, cs.con.Say("struck through"))
	fl.BoolVar(&f.smallCaps, "small-caps", false, cs.con.Say("in small capitals"))
	fl.StringVar(&f.color, "color", "", cs.con.Say("colour of the text, as RRGGBB"))
	fl.StringVar(&f.background, "background", "", cs.con.Say("colour behind the text, as RRGGBB"))
	cs.matchFlags(c, &e, true)
	return c
}

// props are the properties whose flags were given; --bold=false takes bold away.
func (f *formatting) props(c *cobra.Command) (model.TextProps, error) {
	given := func(flag string, v bool) *bool {
		if c.Flags().Changed(flag) {
			return &v
		}
		return nil
	}
	p := model.TextProps{
		Bold: given("bold", f.bold), Italic: given("italic", f.italic), Underline: given("underline", f.underline),
		Strike: given("strike", f.strike), SmallCaps: given("small-caps", f.smallCaps), Color: f.color, Background: f.background,
	}
	if c.Flags().Changed("color") && !isColor(f.color) {
		return p, console.UsageErrorFor(c, text.CliColorBad, f.color)
	}
	if c.Flags().Changed("background") && !isColor(f.background) {
		return p, console.UsageErrorFor(c, text.CliColorBad, f.background)
	}
	if p.Empty() {
		return p, console.UsageErrorFor(c, text.CliFormatNothing)
	}
	return p, nil
}

// isColor: RRGGBB, as "Text property object" in the specification has it.
func isColor(s string) bool { return regexp.MustCompile(`^[0-9A-Fa-f]{6}$`).MatchString(s) }
