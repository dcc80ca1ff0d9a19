package doc

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/cmd/aloft/console"
	"aloft/model"
)

// styling are the flags of a new paragraph.
type styling struct {
	level, list   string
	depth, indent int
}

func (cs *Commands) paragraphCommand() *cobra.Command {
	var s styling
	c := cs.adding("paragraph PLACE [TEXT] --at WHERE", "insert a paragraph, a heading or a list item", console.WantArgs(1, 2), func(f *pflag.FlagSet) {
		f.StringVar(&s.level, "level", "", cs.con.Say("body, title, subtitle, or h1 to h9"))
		f.StringVar(&s.list, "list", "", cs.con.Say("an item of a list: bullet or number"))
		f.IntVar(&s.depth, "list-level", 0, cs.con.Say("how deep in the list, 1 to 9"))
		f.IntVar(&s.indent, "indent", 0, cs.con.Say("how far indented"))
	}, func(c *cobra.Command, args []string) (model.Edit, error) {
		x := model.Edit{Kind: model.EditParagraph}
		if len(args) > 0 {
			x.Text = args[0]
		}
		err := oneLine(x.Text, false)
		if err == nil {
			x.Paragraph, err = s.style(c)
		}
		return x, err
	})
	console.OneOfWords(c, "level", "body", "title", "subtitle", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9")
	console.OneOfWords(c, "list", "bullet", "number")
	return c
}

func (s *styling) style(c *cobra.Command) (model.ParagraphStyle, error) {
	p := model.ParagraphStyle{ListLevel: s.depth, Indent: s.indent}
	var ok bool
	if p.Level, ok = levelOf(s.level); !ok || s.level == "" && c.Flags().Changed("level") {
		return p, console.UsageErrorFor(c, "--level is body, title, subtitle, or h1 to h9, not %q", s.level)
	}
	if p.List, ok = listOf(s.list); !ok || s.list == "" && c.Flags().Changed("list") {
		return p, console.UsageErrorFor(c, "--list is bullet or number, not %q", s.list)
	}
	switch {
	case c.Flags().Changed("list-level") && (s.depth < 1 || s.depth > 9):
		return p, console.UsageErrorFor(c, "--list-level is 1 to 9, not %d", s.depth)
	case s.depth != 0 && p.List == 0:
		return p, console.UsageErrorFor(c, "--list-level needs --list")
	case s.indent < 0:
		return p, console.UsageErrorFor(c, "--indent is not negative: %d", s.indent)
	}
	return p, nil
}

// levelOf reads a level as it is shown; "" leaves it as it is.
func levelOf(s string) (int, bool) {
	switch s {
	case "":
		return 0, true
	case "body":
		return model.LevelBody, true
	case "title":
		return model.LevelTitle, true
	case "subtitle":
		return model.LevelSubtitle, true
	}
	n, err := strconv.Atoi(strings.TrimPrefix(s, "h"))
	return n, err == nil && n >= 1 && n <= 9
}

// The kinds of lists ("Parameter rules" in the specification of the doc tools).
const (
	listBullets = 1
	listNumbers = 2
)

func listOf(s string) (int, bool) {
	switch s {
	case "":
		return 0, true
	case "bullet":
		return listBullets, true
	case "number":
		return listNumbers, true
	}
	return 0, false
}
