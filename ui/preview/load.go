package preview

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/budget"
	"aloft/ui/input"
)

// Show shows a document: first the known parts, then the rest.
func (r *Reader) Show(at model.Place, e model.Entry) {
	key := at.Root().String() + "#" + e.ID
	d := r.store.get(key)
	if d == nil {
		d = &doc{key: key, load: loading{}}
		r.store.put(d)
	}
	// Two machines have two clocks: only a change of the time means something.
	was := d.entry.Modified
	if d.err != nil || !was.IsZero() && !e.Modified.IsZero() && !e.Modified.Equal(was) ||
		!d.readAt.IsZero() && r.env.Now().Sub(d.readAt) > freshFor {
		d.stale = true
	}
	if e.Modified.IsZero() {
		e.Modified = was
	}
	d.place, d.entry = at, e
	if r.doc == d {
		return
	}
	if r.doc != nil {
		r.doc.pages = nil // rendered again soon when shown again
		if !r.doc.done() {
			r.doc.stop()
		}
	}
	r.leave()
	r.doc = d
	r.gen++
	r.contents.rebuild()
}

// Knows reports whether a part of the entry was read before.
func (r *Reader) Knows(at model.Place, e *model.Entry) bool {
	d := r.store.docs[at.Root().String()+"#"+e.ID]
	return d != nil && d.outline != nil
}

// leave ends what belongs to the current document.
func (r *Reader) leave() {
	r.typing = typing{}
	r.contents.filter = model.Filter{}
	r.contents.find = found{seq: r.contents.find.seq + 1}
	r.text.goal = goal{}
	r.onText = false
}

// Leave ends search and input in the current document.
func (r *Reader) Leave() {
	r.leave()
	r.contents.rebuild()
}

// Shows reports whether the reader shows this entry.
func (r *Reader) Shows(at model.Place, e *model.Entry) bool {
	return r.doc != nil && e != nil && r.doc.key == at.Root().String()+"#"+e.ID
}

// Clear shows nothing.
func (r *Reader) Clear() {
	if r.doc != nil && !r.doc.done() {
		r.doc.stop()
	}
	r.leave()
	r.doc = nil
}

// Reload reads the newest version and reports a change. The text stays at its heading.
func (r *Reader) Reload() tea.Cmd {
	if r.doc == nil {
		return nil
	}
	r.doc.stop()
	return r.loader.readOutline(r.doc, nil)
}

// ReloadFrom is Reload after a change that the user knows about. outline was read moments ago; nil = none.
func (r *Reader) ReloadFrom(outline *model.Outline) tea.Cmd {
	if r.doc == nil {
		return nil
	}
	r.doc.stop()
	r.doc.load.known = true
	return r.loader.readOutline(r.doc, outline)
}

// Update handles the answers to the reader's requests. mine is false for other messages.
func (r *Reader) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case outlineMsg:
		return outlineRead(r, m), true
	case textMsg:
		return textArrived(r, m), true
	case foundMsg:
		return foundText(r, m), true
	case pagesMsg:
		return pagesDrawn(r, m), true
	case endMsg:
		endRead(r, m)
		return nil, true
	case remarksMsg:
		return remarksRead(r, m), true
	case slowMsg:
		if d := r.store.docs[m.key]; d != nil && d.load.seq == m.seq {
			d.load.slow = !d.done()
		}
		return nil, true
	}
	return nil, false
}

func outlineRead(r *Reader, m outlineMsg) tea.Cmd {
	d := r.store.docs[m.key]
	if d == nil || d.load.seq != m.seq || !d.load.outline {
		return nil
	}
	d.load.outline = false
	known := d.load.known || d.outline == nil || r.doc != d
	d.load.known = false
	if m.err != nil {
		d.err = m.err
		return nil
	}
	d.readAt = m.at
	same := d.outline != nil && d.outline.Version == m.outline.Version && (d.body != nil || d.load.long)
	if m.content != nil {
		same = d.content != nil && d.content.Markdown == m.content.Markdown
	}
	if same {
		return nil // no change
	}
	d.body, d.content, d.textErr = m.body, m.content, nil
	cmd := takeOutline(r, d, &m.outline, m.heads)
	switch name := model.Clean(d.entry.Name); {
	case known:
		return cmd
	case d.outline.Version == 0:
		return tea.Batch(cmd, input.Tell(r.env.Text.Say("%s was changed elsewhere; this is the new text", name)))
	default:
		return tea.Batch(cmd, input.Tell(r.env.Text.Say("%s was changed elsewhere; this is version %d", name, d.outline.Version)))
	}
}

func textArrived(r *Reader, m textMsg) tea.Cmd {
	d := r.store.docs[m.key]
	if d == nil || d.load.seq != m.seq || !d.load.text {
		return nil
	}
	d.load.text = false
	var cmd tea.Cmd
	switch {
	case m.moved && !d.load.again:
		d.stale = true
		cmd := r.loader.readOutline(d, nil)
		d.load.again = true
		return cmd
	case m.err != nil:
		d.textErr = m.err
	case m.moved: // the second time
		d.textErr = client.Errorf(client.KindConflict, "read", d.place, "someone is editing the document: it changed while it was being read.")
	default:
		d.content, d.body = m.content, m.body
		if len(m.heads) != len(d.heads) {
			cmd = takeOutline(r, d, d.outline, m.heads)
		}
		r.store.trim(d)
	}
	d.load.again = false
	r.gen++
	return cmd
}

// takeOutline shows an outline. Cursor and folding stay with their headings. Everything else that counts headings or
// lines is dropped: rendered sections, and matches, which are searched again.
func takeOutline(r *Reader, d *doc, o *model.Outline, heads []heading) tea.Cmd {
	clear(d.pages)
	sought, shown, match := r.contents.find.text, max(r.contents.find.before, len(r.contents.find.spots)), r.contents.find.at
	if r.doc == d {
		r.contents.find = found{seq: r.contents.find.seq + 1}
		r.text.goal = goal{}
	}
	type name struct {
		title string
		nth   int
	}
	folded := map[name]bool{}
	var on name
	was := d.at
	if was < len(d.heads) {
		on = name{d.heads[was].title, d.heads[was].nth}
	}
	for i, f := range d.folded {
		if f {
			folded[name{d.heads[i].title, d.heads[i].nth}] = true
		}
	}
	grown := len(heads) - len(d.heads)
	first := d.outline == nil
	d.outline, d.heads, d.remarks, d.load.remarks = o, heads, nil, false
	d.folded, d.titled = make([]bool, len(heads)), 0
	at := -1
	for i := range heads {
		if level(heads[i].node) != model.LevelBody {
			d.titled++
		}
		n := name{heads[i].title, heads[i].nth}
		d.folded[i] = folded[n]
		if n == on && at < 0 && heads[i].node != nil {
			at = i
		}
	}
	if at < 0 {
		at = max(0, min(was, len(heads)-1))
		d.scroll = within{}
	}
	if first || grown == 1 && was == 0 {
		at = 0
	}
	d.at = at
	if r.doc != d {
		return nil
	}
	r.gen++
	r.contents.rows = nil
	r.layOut()
	r.contents.rebuild()
	meet(r)
	if sought == "" {
		return nil
	}
	cmd := r.search(sought)
	r.contents.find.before, r.contents.find.at = shown, match
	return cmd
}

func pagesDrawn(r *Reader, m pagesMsg) tea.Cmd {
	r.text.drawing = false
	d := r.doc
	if d == nil || d.key != m.doc || d.load.seq != m.seq || d.remarks != m.of {
		return nil
	}
	over := (*budget.Over)(nil)
	for _, part := range m.all {
		p := r.text.pageOf(part.key.head, part.key.part)
		switch {
		case part.key.paper != r.text.paper():
		case part.err == nil:
			part.page.title = p.title
			d.pages[part.key] = part.page
		default:
			p.final = true
			errors.As(part.err, &over)
		}
	}
	r.gen++
	if r.text.goal.text != "" {
		r.text.seek(r.text.goal.spot, r.text.goal.text)
	}
	if over != nil {
		return input.Tell(r.env.Text.Say("the section is shown as Markdown source: %s → aloft cat prints all of it", over.Say(r.env.Text)))
	}
	return nil
}

func endRead(r *Reader, m endMsg) {
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
