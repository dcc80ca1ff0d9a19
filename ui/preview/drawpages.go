package preview

import (
	"errors"

	tea "charm.land/bubbletea/v2"
	gansi "charm.land/glamour/v2/ansi"

	"aloft/model"
	"aloft/model/budget"
	"aloft/themes"
)

// pagesMsg carries parts rendered in styles.
type pagesMsg struct {
	doc string
	seq int
	all []drawnPart
}

// drawnPart is a rendered part or its error.
type drawnPart struct {
	key  pageKey
	page *page
	err  error
}

// drawnPage renders a part of a section in styles. Tables become records if wanted or if they have too many columns
// for the width.
func drawnPage(md string, st *themes.Styles, ruler model.Ruler, on paper) (*page, error) {
	return drawnAs(recorded(md, on.width, on.records), markdownStyle(st), ruler, on.width)
}

func drawnAs(md string, style gansi.StyleConfig, ruler model.Ruler, width int) (*page, error) {
	lines, err := rendered(prepared(md), style, width)
	if err != nil {
		return nil, err
	}
	for i := range lines {
		lines[i] = padded(lines[i], width, ruler)
	}
	return &page{groups: lines, drawn: true, width: width, ruler: ruler}, nil
}

func (r *Reader) pagesDrawn(m pagesMsg) tea.Cmd {
	r.drawing = false
	d := r.doc
	if d == nil || d.key != m.doc || d.load.seq != m.seq {
		return nil
	}
	over := (*budget.Over)(nil)
	for _, part := range m.all {
		p := r.pageOf(part.key.head, part.key.part)
		switch {
		case part.key.paper != r.paper():
		case part.err == nil:
			part.page.title = p.title
			d.pages[part.key] = part.page
		default:
			p.final = true
			errors.As(part.err, &over)
		}
	}
	r.gen++
	if r.goal.text != "" {
		r.seek(r.goal.spot, r.goal.text)
	}
	if over != nil {
		return told(r.env.Text.Say("the section is shown as it was written: %s → aloft cat prints all of it", over.Say(r.env.Text)))
	}
	return nil
}
