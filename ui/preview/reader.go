// Package preview is the reader of a document: its outline, and beside it the
// text of the section under the cursor. It only reads; what an edit needs to
// know of the place that is looked at, it tells.
package preview

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
)

// Env is what the reader is given. The root owns it.
type Env struct {
	*input.Env
	Ctx     context.Context
	Sources client.Sources
	Now     func() time.Time
	Boxed   bool // it draws its own sides
	Bare    bool // no lines at all
}

// Reader shows one document.
type Reader struct {
	env   *Env
	w, h  int
	focus bool
	full  bool // it has the whole body, not a column

	seq int // of what was asked for last
	doc *doc

	rows   []row // what shows of the outline
	cursor int   // in rows
	find   found
}

// doc is a document as far as it was read.
type doc struct {
	place   model.Place
	entry   model.Entry
	outline *model.Outline
	content *model.DocContent
}

// row is a heading that is not folded away.
type row struct {
	node  *model.OutlineNode
	depth int
	nth   int // which of the headings of this title, from 1
}

// found is the text that is looked for, with its places.
type found struct {
	matches model.Matches
	at      int
}

// New makes a reader that shows nothing.
func New(env *Env) *Reader { return &Reader{env: env} }

// Open reports whether keys go to a document in the reader: an edit is about
// this document, at this place.
func (r *Reader) Open() bool { return r.focus && r.doc != nil }

// Place of the document that shows; the zero place when there is none.
func (r *Reader) Place() model.Place {
	if r.doc == nil {
		return model.Place{}
	}
	return r.doc.place
}

// Entry of the document that shows.
func (r *Reader) Entry() model.Entry {
	if r.doc == nil {
		return model.Entry{}
	}
	return r.doc.entry
}

// Outline that shows, nil while there is none. Its version is the base of every
// edit that a person asks for here.
func (r *Reader) Outline() *model.Outline {
	if r.doc == nil {
		return nil
	}
	return r.doc.outline
}

// Content is the whole text, as far as the service gives it.
func (r *Reader) Content() (model.DocContent, bool) {
	if r.doc == nil || r.doc.content == nil {
		return model.DocContent{}, false
	}
	return *r.doc.content, true
}

// Node is the heading under the cursor, and which of the headings with its title
// it is, from 1. It is nil when there is none.
func (r *Reader) Node() (n *model.OutlineNode, nth int) {
	if r.cursor < 0 || r.cursor >= len(r.rows) {
		return nil, 0
	}
	return r.rows[r.cursor].node, r.rows[r.cursor].nth
}

// SetMatches shows the places of a text and stands on the first one at or behind
// the cursor. Those of another version than the outline's are not shown.
func (r *Reader) SetMatches(m model.Matches) { r.find = found{matches: m} }

// Match is the one that is stood on, i counting from 0.
func (r *Reader) Match() (i int, m model.Match, ok bool) {
	if r.find.at >= len(r.find.matches.All) {
		return 0, model.Match{}, false
	}
	return r.find.at, r.find.matches.All[r.find.at], true
}

// Next goes to the next match, Prev to the one before; both go round.
func (r *Reader) Next() tea.Cmd { return r.step(1) }

// Prev goes to the match before.
func (r *Reader) Prev() tea.Cmd { return r.step(-1) }

func (r *Reader) step(by int) tea.Cmd {
	if n := len(r.find.matches.All); n > 0 {
		r.find.at = (r.find.at + by + n) % n
	}
	return nil
}

// Reload reads the newest version; the cursor stays on its heading.
func (r *Reader) Reload() tea.Cmd { return nil }

// sameTitle is how titles are told apart: by what a person can read of them.
func sameTitle(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }
