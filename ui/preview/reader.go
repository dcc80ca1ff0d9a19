// Package preview is the reader of a document: its outline, and beside it the text,
// which flows from section to section. The outline follows the text, and leads it. It
// only reads, and tells edits about the place that is looked at.
package preview

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/kit"
)

// Reader shows one document, in a column beside the panes or covering them.
type Reader struct {
	env   *Env
	w, h  int
	focus bool

	shown
	contents
	textView
	loader

	store  store
	typing typing
	hold   bool // nothing is requested
	paint  paints
	drawn  kit.Rows
}

// New makes a reader that shows nothing.
func New(env *Env) *Reader {
	r := &Reader{env: env, loader: loader{env}}
	r.textView = textView{env: env, shown: &r.shown, paint: &r.paint}
	r.contents = contents{env: env, shown: &r.shown, text: &r.textView}
	r.Restyle()
	return r
}

// Open reports whether keys go to a document in the reader: an edit is about this
// document, at this place.
func (r *Reader) Open() bool { return r.focus && r.doc != nil }

// SetFull says whether it covers the panes.
func (r *Reader) SetFull(on bool) {
	if r.full != on {
		r.full = on
		if r.doc != nil && on && r.doc.load.long {
			r.doc.load.long = false
		}
		r.layOut()
	}
}

// SetFocus says whether keys go to it.
func (r *Reader) SetFocus(on bool) {
	r.focus = on
	if !on {
		r.onText = false
		r.typing = typing{}
	}
}

// SetSize sets the outer size in cells; 0 when it is hidden.
func (r *Reader) SetSize(w, h int) {
	if w != r.w || h != r.h {
		r.w, r.h = w, h
		r.layOut()
	}
}

// SetWidth bounds the width of the text, in cells; 0 = as wide as there is room.
func (r *Reader) SetWidth(n int) {
	r.env.Width = n
	r.gen++
}

// Restyle takes over new styles or another ruler.
func (r *Reader) Restyle() {
	r.paint = newPaints(r.env.Styles)
	r.gen++
}

// Hold stops it from requesting anything while the cursor moves on.
func (r *Reader) Hold(on bool) { r.hold = on }

// Settle starts what is missing for what is shown: reading, rendering a section.
// The root calls it after every message; it is quick.
func (r *Reader) Settle() tea.Cmd {
	if r.doc == nil || r.w == 0 {
		return nil
	}
	load, page := tea.Cmd(nil), r.textView.settle()
	if !r.hold {
		load = r.loader.settle(r.doc, r.full)
	}
	switch {
	case load == nil:
		return page
	case page == nil:
		return load
	}
	return tea.Batch(load, page)
}

// Place of the document that is shown; the zero place when there is none.
func (r *Reader) Place() model.Place {
	if r.doc == nil {
		return model.Place{}
	}
	return r.doc.place
}

// Entry of the document that is shown.
func (r *Reader) Entry() model.Entry {
	if r.doc == nil {
		return model.Entry{}
	}
	return r.doc.entry
}

// Outline that is shown, nil while there is none. Its version is the base of every
// edit that a person makes here.
func (r *Reader) Outline() *model.Outline {
	if r.doc == nil {
		return nil
	}
	return r.doc.outline
}

// Matches of the text being searched for.
func (r *Reader) Matches() model.Matches { return r.find.matches }

// GoTo goes to the heading that a position of the outline's version is under.
func (r *Reader) GoTo(pos int64) bool {
	if r.doc == nil || r.doc.outline == nil || r.doc.outline.Loose {
		return false
	}
	r.dropFind()
	r.filterBy(model.Filter{})
	r.goTo(max(0, r.doc.headAt(pos)))
	return true
}

// Heading is the heading under the cursor, or the one that GoHeading waits for.
func (r *Reader) Heading() client.Heading {
	switch {
	case r.doc == nil:
		return client.Heading{}
	case r.doc.want.Title != "":
		return r.doc.want
	case r.doc.at < len(r.doc.heads):
		h := &r.doc.heads[r.doc.at]
		return client.Heading{Title: h.title, Nth: h.nth}
	}
	return client.Heading{}
}

// GoHeading goes to a heading, now or when the outline is there. The zero Heading
// leaves the cursor where it is.
func (r *Reader) GoHeading(h client.Heading) {
	if r.doc == nil || h.Title == "" {
		return
	}
	r.doc.want = h
	meet(r)
}

// meet goes to the heading that is waited for, once there is an outline.
func meet(r *Reader) {
	d := r.doc
	if d.outline == nil || d.want.Title == "" {
		return
	}
	near := -1
	for i := range d.heads {
		if h := &d.heads[i]; h.node != nil && h.title == d.want.Title && (near < 0 || h.nth <= d.want.Nth) {
			near = i
		}
	}
	d.want = client.Heading{}
	if near >= 0 {
		r.goTo(near)
	}
}

// Section is the section that is read, in Markdown, with those under it; whole is false
// where the service gave only a part of it.
func (r *Reader) Section() (md string, whole bool) {
	d := r.doc
	if d == nil || d.body == nil || d.at >= len(d.heads) {
		return "", false
	}
	var b strings.Builder
	whole = !d.body.previews
	for i := d.at; i < d.heads[d.at].end && i < len(d.body.texts); i++ {
		if n := d.heads[i].node; n != nil && level(n) != model.LevelBody {
			depth := 1
			if level(n) != model.LevelTitle {
				depth = min(level(n), 6)
			}
			b.WriteString(strings.Repeat("#", depth) + " " + model.OneLine(n.Title) + "\n\n")
		}
		whole = whole && !d.body.texts[i].cut
		for _, part := range d.parts(i) {
			if part != "" {
				b.WriteString(part + "\n\n")
			}
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n", whole
}

// Node is the heading under the cursor, and which of the headings with its title
// it is, from 1. It is nil when there is none.
func (r *Reader) Node() (n *model.OutlineNode, nth int) {
	if r.doc == nil || r.doc.at >= len(r.doc.heads) {
		return nil, 0
	}
	h := &r.doc.heads[r.doc.at]
	return h.node, h.nth
}

// typing is the text field of the reader.
type typing struct {
	field  *input.Model
	what   typed
	before model.Filter
}

// typed is what a text is typed for.
type typed int
