package reading

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/jobs"
)

// watching is the document in front, and whether others have changed it since.
type watching struct {
	on    string // the document, "" = none is watched
	seq   int
	fails int       // in a row
	seen  time.Time // when the service said that it was changed last, zero = not asked yet
}

const (
	// leastWatch is the shortest pause between two requests.
	leastWatch = 5 * time.Second
	// mostFails is how often the pause is doubled after failures.
	mostFails = 4
)

// watchMsg: time to ask for the document. lookedMsg: what the service said of it.
type (
	watchMsg  struct{ seq int }
	lookedMsg struct {
		seq   int
		entry model.Entry
		err   error
	}
)

// watchDocument watches the document that is read, every now and then by one small
// request: what lists say of it, which has the time of its last change.
func (a *Acts) watchDocument() tea.Cmd {
	w := &a.watching
	on := ""
	if a.set.WatchEvery > 0 && a.screen.Has(a.screen.Reader) && a.screen.Reader.Open() {
		e := a.screen.Reader.Entry()
		on = a.screen.Reader.Place().Root().String() + "#" + e.ID
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
	return tea.Tick(max(a.set.WatchEvery, leastWatch)<<min(a.watching.fails, mostFails), func(time.Time) tea.Msg { return watchMsg{seq} })
}

// lookAtDocument asks, unless something else is going on: jobs run, a question is open, or
// the document is being read.
func (a *Acts) lookAtDocument(m watchMsg) tea.Cmd {
	if m.seq != a.watching.seq || a.set.WatchEvery <= 0 {
		return nil
	}
	at := a.screen.Reader.Place()
	src, err := a.client.Sources.For(at)
	d, ok := src.(client.Detailer)
	if err != nil || !ok {
		return nil
	}
	busy := slices.ContainsFunc(a.client.Jobs.Recent(), func(j model.JobSnapshot) bool { return jobs.Live(j.State) })
	if busy || a.screen.Dialogs.Len() > 0 || a.screen.Reader.Typing() || a.screen.Reader.Outline() == nil {
		return a.watchLater()
	}
	ctx, e := a.env.Ctx, a.screen.Reader.Entry()
	return func() tea.Msg {
		// Bulk: it goes only when nothing waits that a person has asked for.
		now, err := d.Details(ctx, e, client.Options{Class: client.Bulk, Lane: "watch"})
		return lookedMsg{m.seq, now, err}
	}
}

// lookedAt reads the document again when its time is another one; the reader says so when
// its text is, and stays at the heading.
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
		was = a.screen.Reader.Entry().Modified
	}
	w.fails, w.seen = 0, m.entry.Modified
	if m.entry.Modified.IsZero() || m.entry.Modified.Equal(was) {
		return a.watchLater()
	}
	return tea.Batch(a.screen.Reader.Reader.Reload(), a.watchLater())
}
