// Package pane is one of the two file lists: it shows a folder, moves the
// cursor, selects, filters, finds, and asks its owner for everything else.
package pane

import (
	"context"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/kit"
)

// ID tells the panes apart: 0 is left (or above), 1 right (or below).
type ID int

// Env is what both panes share. The root owns it.
type Env struct {
	*input.Env
	Ctx      context.Context
	Sources  client.Sources
	Now      func() time.Time
	Home     func(model.Place) model.Place
	Store    *Store
	Cut      *model.Marks // what is marked to be moved
	Expected *Expected    // what listings do not show yet
	EdgeStep bool         // at the edge move by a row, not by half a page
	Boxed    bool         // the pane draws its own sides
	Bare     bool         // no lines at all
	// Told is what is known of an entry beyond its listing, nil when nothing is.
	Told func(id string) *model.Entry
	// Peer is the pane beside that one, nil while there is none.
	Peer func(ID) *Pane
}

// Pane is a view of one folder.
type Pane struct {
	id   ID
	env  *Env
	w, h int

	place model.Place
	rows  *model.Rows
	order model.Order
	top   int // first line that shows
	cols  columns
	marks model.Marks // selected, in folders other than this one
	hist  history

	state   state
	load    load
	typing  typing
	find    model.Filter
	touched time.Time // when a job last changed this folder
	coming  coming    // what the cursor shall go to when it is there

	paint paints
	gen   int // counts up when every row must be drawn anew
	drawn kit.Rows
	// copies are the entries of this folder that are marked to be copied.
	copies map[model.Key]struct{}
	other  string // the other pane's name, when only one pane shows
	focus  bool
}

// state is what the list is besides its rows.
type state struct {
	err     error
	loading bool // an answer is awaited
	slow    bool // … for so long that it is said
	listed  bool // rows are of this folder
	stale   bool // … but not confirmed since it was entered
	awaits  bool // loading, but nothing was asked yet: it will be there in a moment
	link    bool // entered through a link, which may lead to no folder
}

// coming is an entry that a job is about to make or to rename, or that was asked
// for before its folder was listed. Until it is listed the cursor stays where it
// is, and when the person moves it, it is forgotten.
type coming struct {
	step model.Step
	kind model.Kind // "" = any
}

// New makes a pane that shows nothing yet.
func New(id ID, env *Env) *Pane {
	p := &Pane{id: id, env: env, rows: model.NewRows(), order: model.Order{By: model.SortName}}
	p.Restyle()
	return p
}

// Place that the pane shows, or is about to show.
func (p *Pane) Place() model.Place { return p.place }

// Rows of the pane: for reading.
func (p *Pane) Rows() *model.Rows { return p.rows }

// Current is the entry under the cursor, nil on "..".
func (p *Pane) Current() *model.Entry { return p.rows.Current() }

// Find is the entry of a place, nil when this pane does not list it.
func (p *Pane) Find(at model.Place) *model.Entry {
	if at.IsRoot() || !at.Parent().Equal(p.place) {
		return nil
	}
	if row, ok := p.rowOf(at.Last()); ok {
		return p.rows.At(row)
	}
	return nil
}

// Source of the pane's place.
func (p *Pane) Source() (client.Source, error) { return p.env.Sources.For(p.place) }

// ListedAt is when the listing that shows was made; zero when there is none.
func (p *Pane) ListedAt() time.Time {
	if !p.state.listed {
		return time.Time{}
	}
	return p.rows.Listing().ListedAt
}

// Err is why the folder could not be listed, nil when it could.
func (p *Pane) Err() error { return p.state.err }

// Busy reports whether an answer is awaited.
func (p *Pane) Busy() bool { return p.state.loading }

// SetSize sets the outer size in cells, frame lines included.
func (p *Pane) SetSize(w, h int) {
	if w == p.w && h == p.h {
		return
	}
	p.w, p.h = w, h
	p.columns()
	p.reveal()
}

// SetFocus says whether keys go to this pane. It changes the title's look and
// the cursor row, never the frame: few bytes.
func (p *Pane) SetFocus(on bool) { p.focus = on }

// SetOther names the pane that is not shown beside this one, "" when it is.
func (p *Pane) SetOther(name string) { p.other = name }

// Restyle takes over new styles, another ruler or another kind of frame.
func (p *Pane) Restyle() {
	p.paint = newPaints(p.env.Styles)
	p.redraw()
	p.columns()
}

// Redraw draws every row anew: something was learned of one.
func (p *Pane) Redraw() { p.redraw() }

// redraw forgets the drawn rows.
func (p *Pane) redraw() { p.gen++ }

// parentRow is 1 when the list begins with "..".
func (p *Pane) parentRow() int {
	if p.place.IsRoot() {
		return 0
	}
	return 1
}

// lines is the number of rows that show.
func (p *Pane) lines() int { return max(0, p.h-2) }

// count is the number of lines that the list has.
func (p *Pane) count() int { return p.rows.Len() + p.parentRow() }

// line of the cursor, from 0; before anything is listed it is on "..".
func (p *Pane) line() int {
	if !p.state.listed {
		return 0
	}
	return p.rows.Cursor() + p.parentRow()
}

// reveal scrolls so that the cursor shows.
func (p *Pane) reveal() {
	n, at := p.lines(), p.line()
	if n == 0 {
		return
	}
	jump := n / 2
	if p.env.EdgeStep {
		jump = 0
	}
	switch {
	case at < p.top:
		p.top = at - jump
	case at >= p.top+n:
		p.top = at - n + 1 + jump
	}
	p.top = max(0, min(p.top, p.count()-n))
}
