// Package preview shows an entry: a file, or in the reader a document: its outline, and beside it the text, which flows
// from section to section. The outline follows the text and leads it. It only reads, and tells edits the current place.
package preview

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Reader shows one document in a column beside the panes or covering them.
type Reader struct {
	env   *Env
	w, h  int
	focus bool

	shown
	contents contents
	text     textView
	loader   loader

	store  store
	typing typing
	hold   bool // make no requests
	paint  paints
	drawn  kit.Rows
}

func newReader(env *Env) *Reader {
	r := &Reader{env: env, loader: loader{env}}
	r.text = textView{env: env, shown: &r.shown, paint: &r.paint}
	r.contents = contents{env: env, shown: &r.shown, text: &r.text}
	r.Restyle()
	return r
}

// Context returns the context of the keys.
func (r *Reader) Context() keys.Context {
	switch {
	case r.typing.field != nil:
		return keys.InInput
	case r.text.Selecting():
		return keys.InPassage
	}
	return keys.InDocument
}

// Open reports whether keys go to a document in the reader. Edits are about this document, at this place.
func (r *Reader) Open() bool { return r.focus && r.doc != nil }

// SetFull sets whether it covers the panes.
func (r *Reader) SetFull(on bool) {
	if r.full != on {
		r.full = on
		if r.doc != nil && on && r.doc.load.long {
			r.doc.load.long = false
		}
		r.layOut()
	}
}

// SetFocus sets whether keys go to it.
func (r *Reader) SetFocus(on bool) {
	r.focus = on
	if !on {
		r.onText, r.text.pick = false, nil
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

// SetWidth limits the width of the text in cells; 0 = no limit.
func (r *Reader) SetWidth(n int) {
	r.env.Width = n
	r.gen++
}

// Restyle applies new styles, another ruler or another frame.
func (r *Reader) Restyle() {
	r.paint = newPaints(r.env.Styles)
	r.gen++
	r.layOut()
}

// Hold stops requests while the cursor moves on.
func (r *Reader) Hold(on bool) { r.hold = on }

// Settle starts missing reads and renderings. The root calls it after every message; it is quick.
func (r *Reader) Settle() tea.Cmd {
	if r.text.pick != nil && (r.doc == nil || !r.text.Selecting()) {
		r.text.pick = nil
	}
	if r.doc == nil || r.w == 0 {
		return nil
	}
	load, page := tea.Cmd(nil), r.text.settle()
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

// Place returns the place of the document, or the zero place.
func (r *Reader) Place() model.Place {
	if r.doc == nil {
		return model.Place{}
	}
	return r.doc.place
}

// Entry returns the entry of the document.
func (r *Reader) Entry() model.Entry {
	if r.doc == nil {
		return model.Entry{}
	}
	return r.doc.entry
}

// Outline returns the outline, or nil. Its version is the base of every edit made here.
func (r *Reader) Outline() *model.Outline {
	if r.doc == nil {
		return nil
	}
	return r.doc.outline
}

// Matches returns the matches of the search.
func (r *Reader) Matches() model.Matches { return r.contents.find.matches }

// GoTo goes to the heading above a position of the outline's version.
func (r *Reader) GoTo(pos int64) bool {
	if r.doc == nil || r.doc.outline == nil || r.doc.outline.Loose {
		return false
	}
	r.contents.dropFind()
	r.contents.filterBy(model.Filter{})
	r.contents.goTo(max(0, r.doc.headAt(pos)))
	return true
}

// Heading returns the current heading, or the one that GoHeading waits for.
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

// GoHeading goes to a heading, now or once there is an outline. The zero Heading keeps the cursor.
func (r *Reader) GoHeading(h client.Heading) {
	if r.doc == nil || h.Title == "" {
		return
	}
	r.doc.want = h
	meet(r)
}

// meet goes to the awaited heading once there is an outline.
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
		r.contents.goTo(near)
	}
}

// Section returns the current section in Markdown with its subsections. whole is false if the service gave only a
// part.
func (r *Reader) Section() (md string, whole bool) {
	d := r.doc
	if d == nil || d.body == nil || d.at >= len(d.heads) {
		return "", false
	}
	var b strings.Builder
	whole = !d.body.previews
	for i := d.at; i < d.heads[d.at].end && i < len(d.body.texts); i++ {
		if n := d.heads[i].node; n != nil && level(n) != model.LevelBody {
			b.WriteString(marks(n) + " " + model.OneLine(n.Title) + "\n\n")
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

// marks are the signs of a heading in Markdown.
func marks(n *model.OutlineNode) string {
	depth := 1
	if level(n) != model.LevelTitle {
		depth = min(level(n), 6)
	}
	return strings.Repeat("#", depth)
}

// Node returns the current heading and its index, from 1, among headings of the same title. It may be nil.
func (r *Reader) Node() (n *model.OutlineNode, nth int) {
	if r.doc == nil || r.doc.at >= len(r.doc.heads) {
		return nil, 0
	}
	h := &r.doc.heads[r.doc.at]
	return h.node, h.nth
}

// typing is the reader's text field.
type typing struct {
	field  *input.Model
	what   typed
	before model.Filter
}

// typed is the purpose of a typed text.
type typed int

// Refusal returns why the reader cannot show an entry, or nil: its source must read documents of this kind.
func (r *Reader) Refusal(at model.Place, e *model.Entry) error {
	ed, err := r.loader.editor(at)
	if err != nil {
		return err
	}
	return ed.Readable(e.Kind)
}
