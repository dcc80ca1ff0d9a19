package preview

// textView is the text of the document, section by section, and the rendered ones. Only sections near the window are
// laid out.
type textView struct {
	env *Env
	*shown
	paint   *paints
	drawing bool // parts are being rendered
	goal    goal
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

// page returns the page at the top of the text, or nil.
func (t *textView) page() *page {
	d := t.doc
	if d == nil || d.body == nil || len(d.heads) == 0 || t.geo.text.Empty() {
		return nil
	}
	a := t.first()
	return t.pageOf(a.head, a.part)
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
