package preview

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
)

// endMsg says whether the text ends before the document does.
type endMsg struct {
	key     string
	version int64
	early   bool
}

// checkEnd checks that the service has returned the whole text, after showing it: reading need not wait for that.
func (l *loader) checkEnd(d *doc) tea.Cmd {
	d.body.checked = true
	ed, err := l.editor(d.place)
	if err != nil || d.content == nil || d.body.cut || d.outline.Loose {
		return nil
	}
	ctx, m, ref, md := l.env.Ctx, endMsg{key: d.key, version: d.outline.Version}, d.ref(), d.content.Markdown
	return func() tea.Msg {
		m.early = client.EndsEarly(ctx, ed, ref, m.version, client.Options{Class: client.Interactive, Lane: "reader-end"}, md)
		return m
	}
}

func (r *Reader) endRead(m endMsg) {
	d := r.store.docs[m.key]
	if d == nil || d.outline == nil || d.outline.Version != m.version || d.body == nil || !m.early {
		return
	}
	d.body.cut = true
	if n := len(d.body.texts); n > 0 {
		d.body.texts[n-1].cut = true
	}
	r.gen++
}
