package main

import (
	"strings"

	"github.com/spf13/cobra"

	"aloft/model"
	"aloft/model/text"
)

// jsonOutline is the service's tree ("Outline node" in the specification of the
// doc tools). Of a smart document there are no positions.
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

func (a *app) outlineCommand() *cobra.Command {
	var md bool
	c := a.reading("outline PLACE", "show the headings of a document with their positions", `For each heading: where it begins, where its body begins and ends, its level, its text.
--md prints a table of contents instead. --version reads an older version, as far as
the service keeps it.`, func(c *cobra.Command, d document, f format, version int64) error {
		if f.json && md {
			return usageErrorFor(c, text.CliOutlineBoth)
		}
		o, err := d.editor.Outline(a.ctx(), d.ref, version, readNow)
		if err = d.shown(version, o.Version, err); err != nil {
			return err
		}
		switch {
		case f.json:
			return a.encode(jsonOutline{d.head(o.Version), toHeadings(o, o.Nodes)})
		case md:
			return a.markdown(o.Markdown())
		}
		return a.outline(o)
	})
	c.Flags().BoolVar(&md, "md", false, a.cat.Say("a table of contents in Markdown"))
	return c
}

// outline prints the tree with its positions, a row a heading.
func (a *app) outline(o model.Outline) error {
	if len(o.Nodes) == 0 {
		a.warnLine(a.cat.Say("the document has no headings"))
		return nil
	}
	rows := [][]string{strings.Split(a.cat.Say("start\tcontent\tlevel\theading"), "\t")}
	o.Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
		start, content := "-", "-"
		if !o.Loose {
			start, content = itoa(n.TitleStart), rangeText(model.Range{Begin: n.ContentStart, End: n.ContentEnd})
		}
		rows = append(rows, []string{start, content, levelWord(n.Level), strings.Repeat("  ", len(above)) + a.text(n.Title)})
		return true
	})
	return a.table(rows, true, true, false, false)
}

// levelWord is a level as it is shown and as --level takes it.
func levelWord(level int) string {
	switch level {
	case model.LevelBody:
		return "body"
	case model.LevelTitle:
		return "title"
	case model.LevelSubtitle:
		return "subtitle"
	}
	return "h" + itoa(int64(level))
}

func rangeText(r model.Range) string { return itoa(r.Begin) + "-" + itoa(r.End) }

// table prints rows with their columns aligned.
func (a *app) table(rows [][]string, right ...bool) error {
	for _, line := range aligned(rows, right...) {
		if err := a.line(line); err != nil {
			return err
		}
	}
	return nil
}

// aligned are rows as lines. The columns that are marked end at the right.
func aligned(rows [][]string, right ...bool) []string {
	var out []string
	var width []int
	for _, r := range rows {
		for i, s := range r {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], model.Width(s))
		}
	}
	for _, r := range rows {
		var b strings.Builder
		for i, s := range r {
			pad := strings.Repeat(" ", width[i]-model.Width(s))
			switch {
			case i < len(right) && right[i]:
				b.WriteString(pad + s)
			case i == len(r)-1:
				b.WriteString(s)
			default:
				b.WriteString(s + pad)
			}
			if i < len(r)-1 {
				b.WriteString("  ")
			}
		}
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return out
}
