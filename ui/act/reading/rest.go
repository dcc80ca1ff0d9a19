package reading

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

// restFor is how long the cursor must rest on an entry before missing details are requested.
const restFor = 300 * time.Millisecond

// restedMsg says that the cursor has rested.
type restedMsg struct{ seq int }

// toldMsg carries what is known of an entry beyond its listing.
type toldMsg struct {
	key, root string
	entry     model.Entry
	err       error
}

// thin reports whether details are missing that a source may have.
func thin(e *model.Entry) bool {
	return e.Kind != model.KindSpace && e.Modified.IsZero() || e.Size < 0 && e.Kind == model.KindFile
}

// restKey names the current entry, or "" if nothing need be requested.
func (a *Acts) restKey() string {
	p := a.Pane()
	e := p.Current()
	leads := e != nil && e.Kind == model.KindLink && e.Facts().Target == "" && p.Place().Scheme.Local() // a listing does not say where
	if e == nil || e.Gone() || !thin(e) && !leads || a.rest.poor[p.Place().Root().String()] {
		return ""
	}
	// The line of the entry shows it as well; but if the source has no request for a single entry, only the column is
	// worth the walk.
	src, _ := p.Source()
	if _, cheap := src.(client.Detailer); !a.Shown.Info && (!cheap || a.Shown.TooSmall) {
		return ""
	}
	return p.PlaceOf(e).String() + "#" + e.ID + "@" + p.ListedAt().String()
}

// watchRest starts the timer when the cursor has moved to another entry.
func (a *Acts) watchRest() tea.Cmd {
	key := a.restKey()
	if key == a.Known.On {
		return nil
	}
	a.Known.On = key
	a.rest.seq++
	if _, known := a.Known.At[key]; key == "" || known {
		return nil
	}
	seq := a.rest.seq
	return tea.Tick(restFor, func(time.Time) tea.Msg { return restedMsg{seq} })
}

// rested requests the missing details. Of several requests the newest wins.
func (a *Acts) rested(m restedMsg) tea.Cmd {
	p := a.Pane()
	e := p.Current()
	if m.seq != a.rest.seq || e == nil || a.restKey() != a.Known.On {
		return nil
	}
	src, err := p.Source()
	if err != nil {
		return nil
	}
	ctx, key, at := a.Env.Ctx, a.Known.On, p.PlaceOf(e)
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

// learned stores the answer. Details that the source does not have are not requested again.
func (a *Acts) learned(m toldMsg) {
	if m.err != nil {
		return
	}
	if m.root == "" {
		a.Learn(m.entry)
	} else if thin(&m.entry) {
		a.rest.poor[m.root] = true
		return
	}
	a.Known.Keep(m.key, m.entry)
}
