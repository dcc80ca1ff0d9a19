package reading

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/kit"
	"aloft/ui/status"
)

const (
	// freshFor is how long a listing made for the column is shown without asking again.
	freshFor = 20 * time.Second
	// slowAfter is when "listing" appears.
	slowAfter = 100 * time.Millisecond
	// maxInside is how many folders listed for the column are kept.
	maxInside = 64
)

// contentsMsg says that the cursor has rested on a folder; slow means that it is still being listed.
type contentsMsg struct {
	seq  int
	slow bool
}

// insideMsg carries the content of a folder or its error.
type insideMsg struct {
	seq    int
	place  string
	inside *status.Inside
	err    error
}

// folder returns the current folder if the column shows it, or nil.
func (a *Acts) folder() (at model.Place, e *model.Entry) {
	e = a.Pane().Current()
	if e == nil || !a.Shown.Info || a.Has(a.Reader) || !e.Kind.Container() || e.Gone() {
		return at, nil
	}
	return a.Pane().PlaceOf(e), e
}

// watchContents counts a pane's listing of the current folder. Without one, the folder is listed when the cursor
// rests.
func (a *Acts) watchContents() tea.Cmd {
	c := &a.contents
	at, e := a.folder()
	key, shown := "", (*model.Sorted)(nil)
	if e != nil {
		key, shown = at.String(), a.PaneEnv.Store.Shown(at)
	}
	if key == c.on && shown == c.of {
		return nil
	}
	if key != c.on {
		c.follow = c.on != "" && c.err == nil && (c.follow || c.known[c.on] != nil)
	}
	c.on, c.of = key, shown
	c.seq++
	c.slow, c.err = false, nil
	if c.cancel != nil {
		c.cancel()
		c.cancel = nil
	}
	seq := c.seq
	switch known := c.known[key]; {
	case key == "":
		return nil
	case shown != nil:
		return func() tea.Msg { return insideMsg{seq, key, status.Count(shown), nil} }
	case known != nil && known.ListedAt.After(a.Pane().ListedAt()) && a.Env.Now().Sub(known.ListedAt) < freshFor:
		return nil
	}
	return tea.Tick(restFor, func(time.Time) tea.Msg { return contentsMsg{seq: seq} })
}

// listContents lists the folder under the resting cursor, after everything the user waits for. Of a long folder it
// reads the first page.
func (a *Acts) listContents(m contentsMsg) tea.Cmd {
	c := &a.contents
	at, e := a.folder()
	if m.seq != c.seq || e == nil || c.of != nil {
		return nil
	}
	if m.slow {
		c.slow = c.cancel != nil
		return nil
	}
	src, err := a.Client.Sources.For(at)
	if err != nil {
		c.err = err
		return nil
	}
	ctx, cancel := context.WithCancel(a.Env.Ctx)
	c.cancel = cancel
	order, key := a.Pane().Order(), at.String()
	return tea.Batch(func() tea.Msg {
		defer cancel()
		l, err := firstPage(ctx, src, at)
		if err != nil {
			return insideMsg{m.seq, key, nil, err}
		}
		return insideMsg{m.seq, key, status.Count(model.Sort(l, order)), nil}
	}, tea.Tick(slowAfter, func(time.Time) tea.Msg { return contentsMsg{m.seq, true} }))
}

// firstPage lists a folder but stops after the first page of a service.
func firstPage(ctx context.Context, src client.Source, at model.Place) (model.Listing, error) {
	opt := client.Options{Class: client.Bulk}
	if at.Scheme.Local() { // its pages cost nothing
		return src.List(ctx, at, opt)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var first *model.Listing
	opt.Progress = func(part model.Listing, from int) {
		if from == 0 {
			part.Entries = slices.Clone(part.Entries)
			first = &part
			stop()
		}
	}
	l, err := src.List(ctx, at, opt)
	switch {
	case first == nil:
		return l, err
	case err == nil: // there was no other page
		l.Entries = append(first.Entries, l.Entries...)
		return l, nil
	}
	return *first, nil
}

// arrived shows the content of the current folder.
func (c *contents) arrived(m insideMsg) {
	if m.inside != nil {
		kit.Keep(&c.known, maxInside, m.place, m.inside)
	}
	if m.seq == c.seq {
		c.cancel, c.slow, c.err = nil, false, m.err
	}
}

// Inside fills in what is known of the content of a folder.
func (a *Acts) Inside(in *status.About) {
	if c := &a.contents; in.Place.String() == c.on {
		in.Inside, in.Listing, in.Err, in.Follows = c.known[c.on], c.slow, c.err, c.follow
	}
}
