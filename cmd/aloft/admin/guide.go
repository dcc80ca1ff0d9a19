package admin

import (
	"slices"
	"strings"

	"charm.land/glamour/v2"
	"github.com/charmbracelet/x/term"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/guide"
	"aloft/themes"
)

// pageWidth is where the lines of the guide's pages end, with the widest of their tables.
const pageWidth = 100

func (cs *Commands) guideCommand() console.Command {
	return console.Command{
		Use: "guide [TOPIC]", Short: "show the guide", Long: "Shows the page of the guide about TOPIC; without TOPIC it lists the topics.\nA terminal shows the page with colours, a pipe gets it as Markdown.", Words: console.First(cs.topics), Broken: true,
		Run: func(in console.Call) error {
			_, _ = cs.session.Load() // for its language; a page does not need a configuration that is right
			pages := guide.Pages(cs.con.Language)
			if len(in.Args) == 0 {
				rows := model.Each(pages, func(p guide.Page) []string { return []string{p.Topic, p.Title} })
				return cs.con.Line(strings.Join(console.Aligned(rows), "\n"))
			}
			i := slices.IndexFunc(pages, func(p guide.Page) bool { return p.Topic == in.Args[0] })
			if i < 0 {
				return in.Usage("the guide has no page %q; its pages are %s", model.Clean(in.Args[0]), names(pages))
			}
			return cs.con.Line(cs.drawn(pages[i]))
		},
	}
}

// topics are the names of the pages; no command's start reads the pages.
func (cs *Commands) topics() []string {
	return model.Each(guide.Pages(cs.con.Language), func(p guide.Page) string { return p.Topic + "\t" + p.Title })
}

func names(pages []guide.Page) string {
	return strings.Join(model.Each(pages, func(p guide.Page) string { return p.Topic }), ", ")
}

// drawn is a page in colours; off a terminal it is as it is written. The guide
// does not need a configuration that is right.
func (cs *Commands) drawn(p guide.Page) string {
	md := strings.TrimRight(p.Text, "\n")
	width, _, err := term.GetSize(cs.con.Stdout.Fd())
	if !cs.con.OutIsTerminal() || err != nil {
		return md
	}
	id := themes.Default
	if cfg, err := cs.session.Load(); err == nil {
		id = cfg.UI.Theme
	}
	t, err := themes.Load(id, cs.session.ThemeDirs()...)
	if err != nil {
		return md
	}
	draw, err := glamour.NewTermRenderer(glamour.WithStyles(guideStyle(t.For(themes.Any).Styles(cs.profile()))), glamour.WithWordWrap(min(width, pageWidth)))
	if err != nil {
		return md
	}
	out, err := draw.Render(p.Flow())
	if err != nil {
		return md
	}
	return cs.paint(strings.Trim(out, "\n"))
}
