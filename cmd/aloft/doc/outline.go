package doc

import (
	"strings"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// jsonOutline is the service's tree ("Outline node" in the specification of the doc
// tools). A smart document has no positions.
type jsonOutline struct {
	head
	Outlines []jsonHeading `json:"outlines"`
}

type jsonHeading struct {
	Title        string        `json:"title"`
	Level        string        `json:"level"`
	TitleStart   *int64        `json:"title_start,omitempty"`
	TitleEnd     *int64        `json:"title_end,omitempty"`
	ContentStart *int64        `json:"content_start,omitempty"`
	ContentEnd   *int64        `json:"content_end,omitempty"`
	Children     []jsonHeading `json:"children"`
}

func toHeadings(o model.Outline, in []*model.OutlineNode) []jsonHeading {
	out := []jsonHeading{}
	for _, n := range in {
		j := jsonHeading{Title: n.Title, Level: model.LevelName(n.Level), Children: toHeadings(o, n.Children)}
		if !o.Loose {
			j.TitleStart, j.TitleEnd, j.ContentStart, j.ContentEnd = &n.TitleStart, &n.TitleEnd, &n.ContentStart, &n.ContentEnd
		}
		out = append(out, j)
	}
	return out
}

func (cs *Commands) outlineCommand() console.Command {
	return cs.reading(console.Command{Use: "outline PLACE", Short: "list the headings of a document", Long: `For each heading: where it begins, where its body begins and ends, its level,
its text. --md prints a table of contents instead. --version reads an older
version that the service still keeps.`, JSON: []any{jsonOutline{}}, Flags: []console.Flag{{Name: "md", Value: false, Help: "as Markdown"}}}, func(in console.Call, d document, version int64) error {
		if in.JSON && in.On("md") {
			return in.Usage(text.CliMixed, "--json", "--md")
		}
		o, err := d.editor.Outline(cs.session.Context(), d.ref, version, readNow)
		if err = d.shown(version, o.Version, err); err != nil {
			return err
		}
		switch {
		case in.JSON:
			return cs.con.Encode(jsonOutline{d.head(o.Version), toHeadings(o, o.Nodes)})
		case in.On("md"):
			return cs.markdown(o.Markdown())
		}
		return cs.outline(o)
	})
}

// outline prints the tree with its positions, a row a heading.
func (cs *Commands) outline(o model.Outline) error {
	if len(o.Nodes) == 0 {
		cs.con.WarnLine(cs.con.Say("the document has no headings"))
		return nil
	}
	rows := [][]string{{cs.con.Say("start"), cs.con.Say("content"), cs.con.Say("level"), cs.con.Say("title")}}
	o.Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
		start, content := "-", "-"
		if !o.Loose {
			start, content = console.Itoa(n.TitleStart), rangeText(model.Range{Begin: n.ContentStart, End: n.ContentEnd})
		}
		rows = append(rows, []string{start, content, levelWord(n.Level), strings.Repeat("  ", len(above)) + cs.con.Text(n.Title)})
		return true
	})
	return cs.con.Table(rows, true, true, false, false)
}

// levelWord is a level in the output and in --level.
func levelWord(level int) string {
	switch level {
	case model.LevelBody:
		return "body"
	case model.LevelTitle:
		return "title"
	case model.LevelSubtitle:
		return "subtitle"
	}
	return "h" + console.Itoa(int64(level))
}

func rangeText(r model.Range) string { return console.Itoa(r.Begin) + "-" + console.Itoa(r.End) }
