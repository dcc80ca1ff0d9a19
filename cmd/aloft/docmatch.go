package main

import (
	"regexp"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

func (a *app) docReplaceCommand() *cobra.Command {
	var e editing
	c := &cobra.Command{
		Use: "replace PLACE OLD NEW", Short: a.cat.Say("put other text in the place of a text"), Long: a.cat.Say(`One match is replaced at once. Of several, --pick says which by their numbers (aloft doc
find lists them), --all takes all; without either they are listed and nothing is done.`), Args: wantArgs(3, 3),
		ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			x, err := e.match(c, model.Edit{Kind: model.EditReplace, Old: args[1], Text: args[2]})
			if err != nil {
				return err
			}
			if e.all {
				// The service does it in one call, however many there are.
				x.Edit.Kind = model.EditReplaceAll
			}
			return a.edit(c, args[0], e, string(model.EditReplace), x)
		}),
	}
	a.matchFlags(c, &e, true)
	return c
}

// match is an edit of the places where a text stands.
func (e *editing) match(c *cobra.Command, x model.Edit) (chosen, error) {
	if x.Old == "" {
		return chosen{}, usageErrorFor(c, text.CliSearchEmpty)
	}
	pick, err := e.picked(c)
	return chosen{EditAt: client.EditAt{Edit: x, Pick: pick}, all: e.all}, err
}

// formatting are the flags that set properties of text. Its --color is another
// one than that of every command, which has nothing to colour here.
type formatting struct {
	bold, italic, underline, strike, smallCaps bool
	color, background                          string
}

func (a *app) docFormatCommand() *cobra.Command {
	var e editing
	var f formatting
	c := &cobra.Command{
		Use: "format PLACE TEXT", Short: a.cat.Say("make text bold, coloured and so on, wherever it matches"),
		Long: a.cat.Say("Choose of several matches with --pick or --all. --bold=false takes it away."), Args: wantArgs(2, 2),
		ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			props, err := f.props(c)
			if err != nil {
				return err
			}
			x, err := e.match(c, model.Edit{Kind: model.EditFormat, Old: args[1], Props: props})
			if err != nil {
				return err
			}
			return a.edit(c, args[0], e, string(model.EditFormat), x)
		}),
	}
	fl := c.Flags()
	fl.BoolVar(&f.bold, "bold", false, a.cat.Say("bold"))
	fl.BoolVar(&f.italic, "italic", false, a.cat.Say("italic"))
	fl.BoolVar(&f.underline, "underline", false, a.cat.Say("underlined"))
	fl.BoolVar(&f.strike, "strike", false, a.cat.Say("struck through"))
	fl.BoolVar(&f.smallCaps, "small-caps", false, a.cat.Say("in small capitals"))
	fl.StringVar(&f.color, "color", "", a.cat.Say("colour of the text, as RRGGBB"))
	fl.StringVar(&f.background, "background", "", a.cat.Say("colour behind the text, as RRGGBB"))
	a.matchFlags(c, &e, true)
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
		return p, usageErrorFor(c, text.CliColorBad, f.color)
	}
	if c.Flags().Changed("background") && !isColor(f.background) {
		return p, usageErrorFor(c, text.CliColorBad, f.background)
	}
	if p.Empty() {
		return p, usageErrorFor(c, text.CliFormatNothing)
	}
	return p, nil
}

// isColor: RRGGBB, as "Text property object" in the specification has it.
func isColor(s string) bool { return regexp.MustCompile(`^[0-9A-Fa-f]{6}$`).MatchString(s) }

func (a *app) docCommentCommand() *cobra.Command {
	var e editing
	var on, reply string
	c := &cobra.Command{
		Use: "comment PLACE TEXT", Short: a.cat.Say("comment on a text, or reply to a comment"),
		Args: wantArgs(2, 2), ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if on == "" && reply == "" {
				return usageErrorFor(c, "--on TEXT or --reply ID is missing")
			}
			if args[1] == "" {
				return usageErrorFor(c, text.CliTextEmpty)
			}
			pick, err := e.picked(c)
			if err != nil {
				return err
			}
			return a.edit(c, args[0], e, string(model.EditComment), chosen{EditAt: client.EditAt{
				Edit: model.Edit{Kind: model.EditComment, Text: args[1], Old: on, Reply: reply}, Pick: pick,
			}})
		}),
	}
	c.Flags().StringVar(&on, "on", "", a.cat.Say("the text that is commented on"))
	c.Flags().StringVar(&reply, "reply", "", a.cat.Say("the id of the comment that is answered"))
	a.matchFlags(c, &e, false)
	return c
}
