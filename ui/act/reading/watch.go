package reading

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/jobs"
)

// watching is the document in front and whether others have changed it.
type watching struct {
	on    string // the document, "" = none
	seq   int
	fails int       // consecutive failures
	seen  time.Time // time of the last change according to the service, zero = not asked yet
}

const (
	// leastWatch is the shortest pause between two requests.
	leastWatch = 5 * time.Second
	// mostFails is how often failures double the pause.
	mostFails = 4
)

// watchMsg says to ask about the document. lookedMsg carries the answer.
type (
	watchMsg  struct{ seq int }
	lookedMsg struct {
		seq   int
		entry model.Entry
		err   error
	}
)

// watchDocument checks the open document regularly with one small request: its entry in lists, which has the time of
// its last change.
func (a *Acts) watchDocument() tea.Cmd {
	w := &a.watching
	on := ""
	if a.Set.WatchEvery > 0 && a.Has(a.Reader) && a.Reader.Open() {
		e := a.Reader.Entry()
		on = a.Reader.Place().Root().String() + "#" + e.ID
	}
	if on == w.on {
		return nil
	}
	*w = watching{on: on, seq: w.seq + 1}
	if on == "" {
		return nil
	}
	return a.watchLater()
}

func (a *Acts) watchLater() tea.Cmd {
	seq := a.watching.seq
	return tea.Tick(max(a.Set.WatchEvery, leastWatch)<<min(a.watching.fails, mostFails), func(time.Time) tea.Msg { return watchMsg{seq} })
}

// lookAtDocument asks, unless jobs run, a dialog is open, or the document is being read.
func (a *Acts) lookAtDocument(m watchMsg) tea.Cmd {
	if m.seq != a.watching.seq || a.Set.WatchEvery <= 0 {
		return nil
	}
	at := a.Reader.Place()
	src, err := a.Client.Sources.For(at)
	d, ok := src.(client.Detailer)
	if err != nil || !ok {
		return nil
	}
	busy := slices.ContainsFunc(a.Client.Jobs.Recent(), func(j model.JobSnapshot) bool { return jobs.Live(j.State) })
	if busy || a.Dialogs.Len() > 0 || a.Reader.Typing() || a.Reader.Doc.Outline() == nil {
		return a.watchLater()
	}
	ctx, e := a.Env.Ctx, a.Reader.Entry()
	return func() tea.Msg {
		// Bulk: it runs only while no request of the user waits.
		now, err := d.Details(ctx, e, client.Options{Class: client.Bulk, Lane: "watch"})
		return lookedMsg{m.seq, now, err}
	}
}

// lookedAt reads the document again if its time has changed. The reader reports a changed text and stays at the
// heading.
func (a *Acts) lookedAt(m lookedMsg) tea.Cmd {
	w := &a.watching
	if m.seq != w.seq {
		return nil
	}
	if m.err != nil {
		w.fails++
		return a.watchLater()
	}
	was := w.seen
	if was.IsZero() {
		was = a.Reader.Entry().Modified
	}
	w.fails, w.seen = 0, m.entry.Modified
	if m.entry.Modified.IsZero() || m.entry.Modified.Equal(was) {
		return a.watchLater()
	}
	return tea.Batch(a.Reader.Doc.Reload(), a.watchLater())
}
