// Package pane is one of the two file lists. It shows a folder, moves the cursor, selects, filters and finds.
// Everything else it requests from its owner.
package pane

import (
	"cmp"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
)

// Pane shows one folder.
type Pane struct {
	id   ID
	env  *Env
	w, h int

	list
	selected
	listing
	typing
	tabs

	order   model.Order // of folders
	ranked  model.Order // of lists of results
	hist    history
	touched time.Time // when a job last changed this folder
	look    look
	other   string // the other pane's name if only one pane shows
	focus   bool
}

// New returns an empty pane.
func New(id ID, env *Env) *Pane {
	p := &Pane{id: id, env: env, order: model.Order{By: model.SortName}, ranked: model.Order{By: model.SortFound}, look: look{columns: columns()}}
	p.list = list{env: env, rows: model.NewRows()}
	p.selected = selected{list: &p.list}
	p.listing = listing{env: env, pane: id}
	p.typing = typing{env: env, pane: id, list: &p.list}
	p.Restyle()
	return p
}

// Source returns the source of the pane's place, or in a list of results that of the current entry.
func (p *Pane) Source() (client.Source, error) {
	if e := p.Current(); e != nil && e.From != nil {
		return p.env.Sources.For(e.From.Folder)
	}
	return p.env.Sources.For(p.place)
}

// SetSize sets the outer size in cells, frame lines included.
func (p *Pane) SetSize(w, h int) {
	if w == p.w && h == p.h {
		return
	}
	p.w, p.h = w, h
	p.win.Height = max(0, h-2)
	p.fit()
	p.window().Fit()
}

// SetFocus sets whether keys go to this pane. It changes only the title's style and the cursor row, to send few
// bytes.
func (p *Pane) SetFocus(on bool) { p.focus = on }

// Context of the pane's keys.
func (p *Pane) Context() keys.Context {
	switch {
	case p.Typing():
		return keys.InInput
	case p.place.IsResults():
		return cmp.Or(p.env.Results[p.place.String()].Context, keys.InResults)
	}
	return keys.InPane
}

// SetOther names the hidden pane, or "" if both show.
func (p *Pane) SetOther(name string) { p.other = name }

// SetID moves the pane to the other side. It cancels a running listing, whose answer would carry the old number, and
// reports whether there was one.
func (p *Pane) SetID(id ID) (again bool) {
	again = p.awaited
	p.giveUp()
	p.id, p.listing.pane, p.typing.pane = id, id, id
	p.typing.end()
	return again
}

// Restyle applies new styles, another ruler or another frame.
func (p *Pane) Restyle() {
	p.look.paint = newPaints(p.env.Styles)
	p.Redraw()
	p.fit()
}

// Redraw draws every row again after details have arrived.
func (p *Pane) Redraw() { p.look.gen++ }

// fit assigns the columns their widths.
func (p *Pane) fit() {
	p.look.fit(max(0, p.w-2*p.env.Borders.Side()), p.Order().By, p.env.Beside)
	if f := p.inRow(); f != nil {
		f.SetWidth(p.look.name())
	}
}

// Rename edits the name of the current entry in its row. check says why a name would be refused.
func (p *Pane) Rename(check func(string) error) bool {
	e := p.Current()
	if e == nil {
		return false
	}
	p.reveal()
	p.rename(e, check, p.look.name())
	return true
}

// Cursor returns the terminal's cursor from the pane's upper left corner, or nil without a text field in the list.
func (p *Pane) Cursor() *tea.Position {
	f := p.inRow()
	if f == nil {
		return nil
	}
	_, x := f.View()
	return &tea.Position{X: p.env.Borders.Side() + gutter + x, Y: p.window().Item(0, 1).Y}
}

// At returns the line at a point of the pane, or -1.
func (p *Pane) At(x, y int) int {
	if x < 0 || x >= p.w {
		return -1
	}
	return p.window().RowAt(y - 1)
}
