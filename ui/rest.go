package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

// restFor is how long the cursor must stand on an entry before what its listing
// has not told is asked for.
const restFor = 300 * time.Millisecond

// rest is the entry under the cursor and what was asked about entries.
type rest struct {
	on   string // the entry, "" = nothing of it is missing
	seq  int
	told map[string]model.Entry // by place and time of the listing
	byID map[string]model.Entry // what is known of entries with steady ids
	poor map[string]bool        // sources whose answers tell no more than their listings
}

// mostTold bounds what is kept.
const mostTold = 500

// restedMsg: the cursor has stood still.
type restedMsg struct{ seq int }

// toldMsg: what is known of an entry beyond its listing.
type toldMsg struct {
	key, root string
	entry     model.Entry
	err       error
}

// thin reports whether something is missing that a source may be able to tell.
func thin(e *model.Entry) bool {
	return e.Kind != model.KindSpace && e.Modified.IsZero() || e.Size < 0 && e.Kind == model.KindFile
}

// restKey names the entry under the cursor, "" when nothing need be asked.
func (a *App) restKey() string {
	p := a.pane()
	e := p.Current()
	if e == nil || !thin(e) || a.rest.poor[p.Place().Root().String()] {
		return ""
	}
	// The line of the entry shows it as well; yet where the source has no request
	// for this alone, only the column is worth the walk.
	if _, cheap := a.detailer(); a.lay.Info.Empty() && (!cheap || a.lay.Detail.Empty()) {
		return ""
	}
	return p.PlaceOf(e).String() + "#" + e.ID + "@" + p.ListedAt().String()
}

// detailer is the pane's source, when it can tell more of one entry by one
// request.
func (a *App) detailer() (client.Detailer, bool) {
	src, err := a.pane().Source()
	if err != nil {
		return nil, false
	}
	d, ok := src.(client.Detailer)
	return d, ok
}

// watchRest starts the clock when the cursor has come to another entry.
func (a *App) watchRest() tea.Cmd {
	key := a.restKey()
	if key == a.rest.on {
		return nil
	}
	a.rest.on = key
	a.rest.seq++
	if _, known := a.rest.told[key]; key == "" || known {
		return nil
	}
	seq := a.rest.seq
	return tea.Tick(restFor, func(time.Time) tea.Msg { return restedMsg{seq} })
}

// rested asks for what is missing; of several questions the newest wins.
func (a *App) rested(m restedMsg) tea.Cmd {
	p := a.pane()
	e := p.Current()
	if m.seq != a.rest.seq || e == nil || a.restKey() != a.rest.on {
		return nil
	}
	src, err := p.Source()
	if err != nil {
		return nil
	}
	ctx, key, at := a.ctx, a.rest.on, p.PlaceOf(e)
	if d, ok := src.(client.Detailer); ok {
		entry := *e
		return func() tea.Msg {
			full, err := d.Details(ctx, entry, client.Options{Class: client.Interactive, Lane: "info"})
			return toldMsg{key, "", full, err}
		}
	}
	return func() tea.Msg {
		full, err := src.Stat(ctx, at, client.Options{Class: client.Interactive, Lane: "info"})
		return toldMsg{key, at.Root().String(), full, err}
	}
}

// learned keeps the answer. What cannot be told is not asked again.
func (a *App) learned(m toldMsg) {
	if m.err != nil {
		return
	}
	if m.root == "" {
		a.keepTold(m.entry)
	} else if thin(&m.entry) {
		a.rest.poor[m.root] = true
		return
	}
	if len(a.rest.told) >= mostTold {
		clear(a.rest.told)
	}
	a.rest.told[m.key] = m.entry
}
