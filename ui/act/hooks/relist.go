package hooks

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
)

// readMsg: time to list the panes again for deliveries that have ended.
type readMsg struct{}

// Limits of listing the panes for deliveries: at most once every readEvery, and a
// tenth of the time. What is slow to list, being long or far away, is listed less
// often, but at least once every readLeast.
const (
	readEvery = 2 * time.Second
	readShare = 10
	readLeast = 15 * time.Second
)

// relist lists both panes and reads the open document again, since a delivery may
// have changed them. Of several ends within a short time the first and the last
// count.
type relist struct {
	*act.Screen
	readAt time.Time // when the panes were listed for a delivery
	stale  [2]bool   // of each: it is to be listed again
	soon   bool      // it is scheduled
	// staleDoc: the open document is to be read again.
	staleDoc bool
}

// begin is called when work of a delivery has ended.
func (r *relist) begin() tea.Cmd {
	r.stale, r.staleDoc = [2]bool{true, true}, true
	return r.whenDue()
}

// again calls whenDue once the time has come.
func (r *relist) again() tea.Cmd {
	r.soon = false
	return r.whenDue()
}

// whenDue lists what is stale. A running listing is not restarted: where deliveries
// end all the time it would never arrive.
func (r *relist) whenDue() tea.Cmd {
	if r.soon {
		return nil
	}
	gap := min(max(readEvery, readShare*max(r.Panes[0].Took(), r.Panes[1].Took())), readLeast)
	if wait := gap - r.Now().Sub(r.readAt); !r.readAt.IsZero() && wait > 0 {
		r.soon = true
		return tea.Tick(wait, func(time.Time) tea.Msg { return readMsg{} })
	}
	r.readAt = r.Now()
	var cmds []tea.Cmd
	busy := [2]bool{r.Panes[0].Busy(), r.Panes[1].Busy()}
	for i := range r.Panes {
		if r.stale[i] && !busy[i] {
			r.stale[i] = false
			cmds = append(cmds, r.Panes[i].Refresh())
		}
	}
	if r.stale != [2]bool{} {
		cmds = append(cmds, r.whenDue())
	}
	if r.staleDoc && (r.Switches.Reader || r.Previews()) {
		cmds = append(cmds, r.Reader.Reload())
	}
	r.staleDoc = false
	return tea.Batch(cmds...)
}
