package following

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
	"aloft/ui/input"
	"aloft/ui/pane"
)

// relistMsg says to list the panes again.
type relistMsg struct{}

// Limits of listing the panes for changes by others: at most once every readEvery and a tenth of the time. A slow
// folder, long or far away, is listed less often, but at least once every readLeast.
const (
	readEvery = 2 * time.Second
	readShare = 10
	readLeast = 15 * time.Second
)

// relist lists the panes and reads the open document again after possible changes by others. Of several changes in a
// short time, the first and the last count.
type relist struct {
	env    *input.Env
	screen *act.Screen

	readAt time.Time // when the panes were listed last
	stale  [2]bool   // per pane: list it again
	soon   bool      // scheduled
	// staleDoc means to read the open document again.
	staleDoc bool
}

// Ended says that a delivery has ended, which may have changed anything.
func (a *Acts) Ended() tea.Cmd {
	a.relist.stale, a.relist.staleDoc = [2]bool{true, true}, true
	return a.relist.whenDue()
}

// changed lists the folder again in its panes, unless listing is too slow; the pane then shows the listing's age.
func (a *Acts) changed(m pane.Changed) tea.Cmd {
	for i, p := range a.screen.Panes {
		if p.Place().Equal(m.Place) && readShare*p.Took() <= readLeast {
			a.relist.stale[i] = true
		}
	}
	return tea.Batch(a.relist.whenDue(), a.screen.PaneEnv.Watches.Next)
}

// again calls whenDue once the time has come.
func (r *relist) again() tea.Cmd {
	r.soon = false
	return r.whenDue()
}

// whenDue lists what is stale. It does not restart a running listing, which would never arrive under constant
// changes.
func (r *relist) whenDue() tea.Cmd {
	if r.soon || r.stale == [2]bool{} && !r.staleDoc {
		return nil
	}
	gap := readEvery
	for i, p := range r.screen.Panes {
		if r.stale[i] {
			gap = min(max(gap, readShare*p.Took()), readLeast)
		}
	}
	if wait := gap - r.env.Now().Sub(r.readAt); !r.readAt.IsZero() && wait > 0 {
		r.soon = true
		return tea.Tick(wait, func(time.Time) tea.Msg { return relistMsg{} })
	}
	r.readAt = r.env.Now()
	var cmds []tea.Cmd
	busy := [2]bool{r.screen.Panes[0].Occupied(), r.screen.Panes[1].Occupied()} // the second pane may follow the first
	for i := range r.screen.Panes {
		if r.stale[i] && !busy[i] {
			r.stale[i] = false
			cmds = append(cmds, r.screen.Panes[i].Refresh())
		}
	}
	if r.staleDoc && (r.screen.Switches.Reader || r.screen.Previews()) {
		cmds = append(cmds, r.screen.Reader.Reload())
	}
	r.staleDoc = false
	return tea.Batch(append(cmds, r.whenDue())...)
}
