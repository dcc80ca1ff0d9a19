package preview

import (
	tea "charm.land/bubbletea/v2"
)

// textView is the text of the section under the cursor, and how far it is scrolled.
type textView struct {
	env *Env
	*shown
	drawing bool // a section is being rendered
}

// pageKey of what is shown.
func (t *textView) pageKey() pageKey {
	return pageKey{t.doc.at, t.geo.text.Dx() - 2, t.env.Styles.Gen, t.env.Ruler.Wc}
}

// page is the text of the section under the cursor: rendered when that is ready,
// else plain. It is nil while there is no text.
func (t *textView) page() *page {
	d := t.doc
	if d == nil || d.body == nil || t.geo.text.Empty() {
		return nil
	}
	k := t.pageKey()
	if p := d.pages[k]; p != nil {
		return p
	}
	p := plainPage(t.source(k.head), k.width, t.env.Ruler)
	t.keep(k, p)
	return p
}

func (t *textView) keep(k pageKey, p *page) {
	d := t.doc
	if d.pages == nil || len(d.pages) >= maxPages {
		d.pages = map[pageKey]*page{}
	}
	d.pages[k] = p
}

// source is the Markdown of a section.
func (t *textView) source(head int) string {
	if texts := t.doc.body.texts; head < len(texts) {
		return texts[head].markdown
	}
	return ""
}

// settle renders the section that is shown, one at a time: the cursor may move on
// meanwhile, and then only the newest is wanted.
func (t *textView) settle() tea.Cmd {
	p := t.page()
	if p == nil || p.drawn || p.final || t.drawing || t.geo.text.Dx() < 12 {
		return nil
	}
	k := t.pageKey()
	md := t.source(k.head)
	if md == "" || len(md) > maxGlamour {
		return nil
	}
	t.drawing = true
	doc, seq, st, ruler, width := t.doc.key, t.doc.load.seq, t.env.Styles, t.env.Ruler, k.width
	return func() tea.Msg {
		p, err := drawnPage(md, st, ruler, width)
		return pageMsg{doc, seq, k, p, err}
	}
}

// Scroll moves the text by lines, within its section.
func (t *textView) Scroll(by int) {
	p := t.page()
	if p == nil {
		return
	}
	at := p.step(p.clamp(t.doc.scroll, t.geo.text.Dy()), by)
	t.doc.scroll = p.clamp(at, t.geo.text.Dy())
}

// showMatch scrolls the text to the current match.
func (t *textView) showMatch(f *found) {
	p := t.page()
	if p == nil || f.at >= len(f.spots) {
		return
	}
	s := f.spots[f.at]
	if s.head != t.doc.at || s.ord < 0 {
		return
	}
	p.look(f.text)
	at, ok := p.placeOf(s.ord)
	if !ok {
		return
	}
	n := t.geo.text.Dy()
	top := p.clamp(t.doc.scroll, n)
	end := p.step(top, n-1)
	if at.Before(top) || end.Before(at) {
		at = p.step(at, -n/3)
		t.doc.scroll = p.clamp(at, n)
	}
}
