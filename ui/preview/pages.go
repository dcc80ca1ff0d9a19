package preview

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// textView is the text of the document, section by section, and the rendered ones. Only sections near the window are
// laid out.
type textView struct {
	env *Env
	*shown
	paint   *paints
	drawing bool // parts are being rendered
	goal    goal
	pick    *picked // the selected text, nil = none
}

// minWidth is the least width of the text that the setting allows, in cells.
const minWidth = 20

// paper returns the current paper.
func (t *textView) paper() paper {
	width := t.geo.text.Dx() - 2
	if t.env.Width > 0 {
		width = min(width, max(t.env.Width, minWidth))
	}
	return paper{width, t.env.Styles.Gen, t.env.Ruler.Wc, t.doc.records}
}

// pageOf returns a part of a section: rendered if ready, else plain.
func (t *textView) pageOf(head, part int) *page {
	d := t.doc
	k := pageKey{head, part, t.paper()}
	if p := d.pages[k]; p != nil {
		return p
	}
	p := plainPage(d.parts(head)[part], k.width, t.env.Ruler)
	if part == 0 {
		p.title = t.titleLines(head, k.width)
	}
	if d.pages == nil || len(d.pages) >= maxPages {
		t.forget(k.paper)
	}
	d.pages[k] = p
	return p
}

// forget drops pages far from the visible text.
func (t *textView) forget(on paper) {
	near := map[pageKey]*page{}
	for k, p := range t.doc.pages {
		if k.paper == on && max(k.head-t.doc.at, t.doc.at-k.head) <= nearPages {
			near[k] = p
		}
	}
	if len(near) >= maxPages {
		clear(near)
	}
	t.doc.pages = near
}

// goal is the target of the last scrolling command, until the text is scrolled otherwise.
type goal struct {
	spot
	text string // "" = nothing
}

// titleLines draws the heading of a section. Above the first one is the document's name if the text does not begin
// with its title.
func (t *textView) titleLines(head, width int) (out []string) {
	add := func(s string, level int) {
		for _, line := range t.env.Ruler.Wrap(s, width) {
			out = append(out, t.paint.headingOf(level).On(padded(line, width, t.env.Ruler)))
		}
		out = append(out, padded("", width, t.env.Ruler))
	}
	h := &t.doc.heads[head]
	name := model.Clean(model.OneLine(t.doc.entry.Name))
	if head == 0 && level(h.node) != model.LevelTitle && name != "" && !strings.EqualFold(name, h.title) {
		add(name, model.LevelTitle)
	}
	if h.node != nil && level(h.node) != model.LevelBody {
		add(t.label(h), level(h.node))
	}
	return out
}

// label returns the title of a heading.
func (t *textView) label(h *heading) string {
	switch {
	case h.node == nil && len(t.doc.heads) == 1:
		return t.env.Text.Say(text.ReaderNoTitle)
	case h.node == nil:
		return t.env.Text.Say("(before the first heading)")
	case h.title == "":
		return t.env.Text.Say(text.ReaderNoTitle)
	}
	return h.title
}

func (d *doc) deletions(head, part int) (out deletions) {
	for _, c := range d.changesIn(head) {
		if in, ord := d.partOf(c.spot, c.words); c.gone != "" && !c.lost && c.ord >= 0 && in == part {
			out.all, out.ords = append(out.all, c), append(out.ords, ord)
		}
	}
	for _, t := range d.threadsIn(head) {
		in, ord := d.partOf(t.spot, t.words)
		if t.lost || t.ord < 0 || in != part {
			continue
		}
		for _, c := range d.remarks.All[t.first : t.first+1+t.replies] {
			said := model.Clean(c.Author) + ": " + model.Clean(model.OneLine(c.Text))
			out.all, out.ords = append(out.all, change{thread: t, gone: said, aside: true}), append(out.ords, ord)
		}
	}
	return out
}
