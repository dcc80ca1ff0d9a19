package hooks

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/status"
	"aloft/ui/term"
	"aloft/ui/webhook"
)

// known is what the receiver has reported.
type known struct {
	looks  *atomic.Uint64 // number of reads so far
	look   uint64         // number of this read
	told   bool           // the receiver has reported its state
	status model.HookStatus
	all    []*model.Delivery
	// seen and seenFailed are the receiver's counts when the panel was last open.
	seen, seenFailed uint64
	live             map[string]bool // unfinished deliveries by id
	newest           string          // id of the newest known delivery
}

// eventMsg says that something in the receiver has changed. Its state was read off the update loop as well.
type eventMsg struct {
	notify []client.Notification
	open   bool // the receiver still exists
	begin  bool // read without an event
	look   uint64
	status model.HookStatus
	all    []*model.Delivery
}

// tickMsg says to redraw running deliveries.
type tickMsg struct{}

// Watch reads the receiver's state and then waits for its events.
func (a *Acts) Watch() tea.Cmd {
	if a.Client.Hooks == nil {
		return nil
	}
	return tea.Batch(a.Read(), a.nextEvent())
}

// Read reads the receiver's state off the update loop.
func (a *Acts) Read() tea.Cmd {
	h, looks := a.Client.Hooks, a.known.looks
	if h == nil {
		return nil
	}
	return func() tea.Msg {
		m := look(h, looks)
		m.begin = true
		return m
	}
}

// look reads the state. Reads are numbered at their start: commands overtake each other, and an older read must not
// replace a newer one.
func look(h client.Hooks, looks *atomic.Uint64) eventMsg {
	look := looks.Add(1)
	return eventMsg{open: true, look: look, status: h.Status(), all: h.Deliveries()}
}

// nextEvent waits for one event.
func (a *Acts) nextEvent() tea.Cmd {
	h, ctx, looks := a.Client.Hooks, a.Env.Ctx, a.known.looks
	return func() tea.Msg {
		select {
		case e, ok := <-h.Events():
			m := look(h, looks)
			m.notify, m.open = e.Notify, ok
			return m
		case <-ctx.Done():
			return nil
		}
	}
}

// event takes the receiver's new state.
func (a *Acts) event(m eventMsg) tea.Cmd {
	h := a.known
	before, told := h.status, h.told
	if m.look > h.look {
		h.look, h.told, h.status, h.all = m.look, true, m.status, m.all
		a.Panel.Set(m.status, m.all)
	}
	if a.sees() {
		a.saw()
	}
	var cmds []tea.Cmd
	if m.open && !m.begin {
		cmds = append(cmds, a.nextEvent())
	}
	var say strings.Builder
	for _, n := range m.notify {
		say.WriteString(term.Notify(n, a.Machine.Getenv))
	}
	if say.Len() > 0 { // in one message: commands overtake each other
		cmds = append(cmds, tea.Raw(say.String()))
	}
	if a.workEnded(told) {
		cmds = append(cmds, a.follow.Ended())
	}
	for _, v := range a.views() {
		cmds = append(cmds, v.Changed())
	}
	bad := h.status.State == model.HookTaken || h.status.State == model.HookRefused
	moved := h.status.Instead > 0 && !h.status.Why.IsZero() && h.status.Why != before.Why
	if (bad && h.status.State != before.State || moved) && !a.sees() {
		cmds = append(cmds, a.tellTrouble())
	}
	cmds = append(cmds, a.questions.closeAnswered(), a.questions.offer(), a.tick())
	return tea.Batch(cmds...)
}

// tellTrouble says why the receiver does not listen, or listens elsewhere.
func (a *Acts) tellTrouble() tea.Cmd {
	s := &a.known.status
	why := s.Why
	if why.IsZero() && s.State == model.HookTaken {
		why = model.Say(text.HookPaneTakenWhy)
	}
	return a.Note.SayText(status.Warn, "Webhook: %s (%s shows it)", why, a.Env.Keys.Key(keys.HookPanel))
}

// workEnded reports whether a delivery has ended since the last read; told says that there was one.
func (a *Acts) workEnded(told bool) bool {
	h := a.known
	ended, live, newest := false, map[string]bool{}, h.newest
	for _, d := range h.all {
		switch {
		case !d.State.Ended():
			live[d.ID] = true
		case told && !d.Started.IsZero() && (h.live[d.ID] || d.ID > h.newest):
			ended = true
		}
		newest = max(newest, d.ID)
	}
	h.live, h.newest = live, newest
	return ended
}

// tickEvery is how often the time of running deliveries is redrawn.
const tickEvery = time.Second

// tick redraws the times of running deliveries while they are visible.
func (a *Acts) tick() tea.Cmd {
	if a.ticking || !a.sees() || !a.Panel.Ticks() {
		return nil
	}
	a.ticking = true
	return tea.Tick(a.Set.Every(tickEvery), func(time.Time) tea.Msg { return tickMsg{} })
}

// sees reports whether the deliveries are visible.
func (a *Acts) sees() bool {
	return a.Lower == a.lower && !a.Shown.TooSmall
}

// saw marks everything so far as seen.
func (a *Acts) saw() {
	a.known.seen, a.known.seenFailed = a.known.status.Arrived, a.known.status.Failed
}

// Cell returns the header's view of the receiver.
func (a *Acts) Cell() status.Hook {
	h := a.known
	return status.Hook{
		There: a.Client.Hooks != nil, Told: h.told, Status: h.status,
		New: int(h.status.Arrived - min(h.seen, h.status.Arrived)), Failed: int(h.status.Failed - min(h.seenFailed, h.status.Failed)),
	}
}

// AtWork returns the deliveries of this process that run, wait or ask: they end with it. Those of another process do
// not.
func (a *Acts) AtWork() []*model.Delivery {
	h := a.known
	if h.status.State == model.HookOther || h.status.Live == 0 {
		return nil
	}
	return model.Only(h.all, func(d *model.Delivery) bool { return !d.State.Ended() })
}

// call requests something of the receiver off the update loop and shows done on success.
func call(ctx context.Context, h client.Hooks, done string, f func(ctx context.Context, h client.Hooks) error) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		return didMsg{done, f(ctx, h)}
	}
}

// hookWait is the timeout of a request to the receiver.
const hookWait = 20 * time.Second

// didMsg says that the receiver has done a request or why not.
type didMsg struct {
	done string // shown on success, "" = nothing
	err  error
}

func (a *Acts) did(m didMsg) tea.Cmd {
	switch {
	case m.err != nil:
		return tea.Batch(a.Note.Fail(m.err), a.Read())
	case m.done != "":
		return tea.Batch(a.Note.Say(status.OK, m.done), a.Read())
	}
	return a.Read()
}

// views are the open views; the last one is visible.
func (a *Acts) views() []webhook.View {
	var out []webhook.View
	for _, p := range a.Above {
		if v, ok := p.(webhook.View); ok {
			out = append(out, v)
		}
	}
	return out
}
