package ui

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

// hooks is what the screen knows of the webhook receiver.
type hooks struct {
	panel *webhook.Panel
	over  webhook.View // has the place of the panes, nil = none
	views hookViews

	looks  *atomic.Uint64 // how often the getters were asked
	look   uint64         // which time what is known comes from
	told   bool           // the receiver has said where it stands
	status model.HookStatus
	all    []*model.Delivery
	// seen and seenFailed are the receiver's counts when the panel was last looked at.
	seen, seenFailed uint64
	live             map[string]bool // deliveries that had not ended, by id
	newest           string          // id of the newest delivery that was known
	offered          map[string]bool // deliveries that ask, and whether that was shown by itself
	offering         string          // the one that shows now, "" = none
	ticking          bool

	readAt time.Time // when the panes were listed for a delivery
	stale  [2]bool   // of each: it is to be listed again
	soon   bool      // that will be done
	// staleDoc: the open document is to be read again.
	staleDoc bool
}

// hookEventMsg: something in the receiver has changed. The getters were asked off
// the update loop as well.
type hookEventMsg struct {
	notify []client.Notification
	open   bool // the receiver is there still
	begin  bool // it was asked without an event
	look   uint64
	status model.HookStatus
	all    []*model.Delivery
	unread int
}

// hookTickMsg: time to draw running deliveries again.
type hookTickMsg struct{}

// hookReadMsg: time to list the panes again for deliveries that have ended.
type hookReadMsg struct{}

func newHooks(a *App) hooks {
	h := hooks{looks: new(atomic.Uint64), panel: webhook.NewPanel(a.Env, a.Now), live: map[string]bool{}, offered: map[string]bool{}}
	h.panel.Boxed, h.panel.Bare = a.PaneEnv.Boxed, a.PaneEnv.Bare
	return h
}

// watchHooks asks where the receiver stands, and then waits for its events.
func (a *App) watchHooks() tea.Cmd {
	if a.Hooks == nil {
		return nil
	}
	return tea.Batch(a.readHooks(), a.nextHookEvent())
}

// readHooks asks the receiver's getters, off the update loop.
func (a *App) readHooks() tea.Cmd {
	h, looks := a.Hooks, a.hooks.looks
	if h == nil {
		return nil
	}
	return func() tea.Msg {
		m := lookAtHooks(h, looks)
		m.begin = true
		return m
	}
}

// lookAtHooks asks the getters. Looks are numbered as they begin: commands
// overtake each other, and what was seen before must not cover what was seen after.
func lookAtHooks(h client.Hooks, looks *atomic.Uint64) hookEventMsg {
	look := looks.Add(1)
	m := hookEventMsg{open: true, look: look, status: h.Status(), all: h.Deliveries()}
	for _, c := range h.Conversations() {
		m.unread += c.Unread
	}
	return m
}

// nextHookEvent waits for one event.
func (a *App) nextHookEvent() tea.Cmd {
	h, ctx, looks := a.Hooks, a.Ctx, a.hooks.looks
	return func() tea.Msg {
		select {
		case e, ok := <-h.Events():
			m := lookAtHooks(h, looks)
			m.notify, m.open = e.Notify, ok
			return m
		case <-ctx.Done():
			return nil
		}
	}
}

// hookEvent takes over what the receiver has told.
func (a *App) hookEvent(m hookEventMsg) tea.Cmd {
	h := &a.hooks
	before, told := h.status, h.told
	if m.look > h.look {
		h.look, h.told, h.status, h.all = m.look, true, m.status, m.all
		h.panel.Set(m.status, m.all, m.unread)
	}
	if a.seesHooks() {
		a.sawHooks()
	}
	var cmds []tea.Cmd
	if m.open && !m.begin {
		cmds = append(cmds, a.nextHookEvent())
	}
	var say strings.Builder
	for _, n := range m.notify {
		say.WriteString(term.Notify(n, a.Getenv))
	}
	if say.Len() > 0 { // all in one: commands overtake each other
		cmds = append(cmds, tea.Raw(say.String()))
	}
	if a.hookWorkEnded(told) {
		cmds = append(cmds, a.readForHooks())
	}
	if h.over != nil {
		cmds = append(cmds, h.over.Changed())
	}
	bad := h.status.State == model.HookTaken || h.status.State == model.HookRefused
	moved := h.status.Instead > 0 && h.status.Why != "" && h.status.Why != before.Why
	if (bad && h.status.State != before.State || moved) && !a.seesHooks() {
		cmds = append(cmds, a.tellHookTrouble())
	}
	cmds = append(cmds, a.hookViewsChanged(), a.offerAllow(), a.hookTick(), a.quitIfDone())
	return tea.Batch(cmds...)
}

// tellHookTrouble says why the receiver does not listen, or not where it should.
func (a *App) tellHookTrouble() tea.Cmd {
	s := &a.hooks.status
	why := s.Why
	if why == "" && s.State == model.HookTaken {
		why = a.Env.Text.Say(text.HookPaneTakenWhy)
	}
	return a.SayText(status.Warn, "Webhook: %s (%s shows it)", model.Clean(why), a.Env.Keys.Key(keys.HookPanel))
}

// hookWorkEnded reports whether work of a delivery has ended since the last look;
// known: there was one.
func (a *App) hookWorkEnded(known bool) bool {
	h := &a.hooks
	ended, live, newest := false, map[string]bool{}, h.newest
	for _, d := range h.all {
		switch {
		case !d.State.Ended():
			live[d.ID] = true
		case known && !d.Started.IsZero() && (h.live[d.ID] || d.ID > h.newest):
			ended = true
		}
		newest = max(newest, d.ID)
	}
	h.live, h.newest = live, newest
	return ended
}

// How often the panes are listed for deliveries: at most each readEvery, and of the
// time a tenth. What is slow to list, because it is long or far away, is listed
// less often, but each readLeast at the least.
const (
	readEvery = 2 * time.Second
	readShare = 10
	readLeast = 15 * time.Second
)

// readForHooks lists both panes and reads the open document again: what a
// delivery has run may have changed them. Of several ends within a short time the
// first and the last count.
func (a *App) readForHooks() tea.Cmd {
	a.hooks.stale, a.hooks.staleDoc = [2]bool{true, true}, true
	return a.readWhenDue()
}

// readWhenDue lists what waits for it. A listing that is under way is not begun
// anew: where deliveries end all the time it would never arrive.
func (a *App) readWhenDue() tea.Cmd {
	h := &a.hooks
	if h.soon {
		return nil
	}
	gap := min(max(readEvery, readShare*max(a.Panes[0].Took(), a.Panes[1].Took())), readLeast)
	if wait := gap - a.Now().Sub(h.readAt); !h.readAt.IsZero() && wait > 0 {
		h.soon = true
		return tea.Tick(wait, func(time.Time) tea.Msg { return hookReadMsg{} })
	}
	h.readAt = a.Now()
	var cmds []tea.Cmd
	busy := [2]bool{a.Panes[0].Busy(), a.Panes[1].Busy()}
	for i := range a.Panes {
		if h.stale[i] && !busy[i] {
			h.stale[i] = false
			cmds = append(cmds, a.Panes[i].Refresh())
		}
	}
	if h.stale != [2]bool{} {
		cmds = append(cmds, a.readWhenDue())
	}
	if h.staleDoc && (a.Switches.Reader || a.Previews()) {
		cmds = append(cmds, a.Reader.Reload())
	}
	h.staleDoc = false
	return tea.Batch(cmds...)
}

// readAgain is readWhenDue once the time has come.
func (a *App) readAgain() tea.Cmd {
	a.hooks.soon = false
	return a.readWhenDue()
}

// hookTickEvery is how often the time of running deliveries is drawn.
const hookTickEvery = time.Second

// hookTick lets running deliveries show how long they run, while they are seen.
func (a *App) hookTick() tea.Cmd {
	h := &a.hooks
	if h.ticking || !a.seesHooks() || !h.panel.Ticks() {
		return nil
	}
	h.ticking = true
	return tea.Tick(hookTickEvery, func(time.Time) tea.Msg { return hookTickMsg{} })
}

// offerAllow asks by itself about the command that waits longest, one at a time
// and each once: a sender that sends a hundred must not bury the screen.
func (a *App) offerAllow() tea.Cmd {
	h := &a.hooks
	asking := map[string]bool{} // and whether it was offered
	var next *model.Delivery
	for _, d := range h.all {
		if d.State != model.DeliveryAsking {
			continue
		}
		asking[d.ID] = h.offered[d.ID]
		if !h.offered[d.ID] {
			next = d
		}
	}
	h.offered = asking
	if _, open := asking[h.offering]; open || next == nil {
		return nil
	}
	h.offering, h.offered[next.ID] = next.ID, true
	return a.askAllow(next, false)
}

// askLater: who puts one question off is not asked the others that wait now.
func (a *App) askLater() {
	h := &a.hooks
	h.offering = ""
	for id := range h.offered {
		h.offered[id] = true
	}
}

// seesHooks reports whether the person sees the deliveries.
func (a *App) seesHooks() bool { return a.Switches.Panel && a.Switches.Hook && !a.lay.TooSmall }

// sawHooks: what has arrived so far is not new any more.
func (a *App) sawHooks() {
	a.hooks.seen, a.hooks.seenFailed = a.hooks.status.Arrived, a.hooks.status.Failed
}

// hookCell is what the first line says of the receiver.
func (a *App) hookCell() status.Hook {
	h := &a.hooks
	return status.Hook{
		There: a.Hooks != nil, Told: h.told, Status: h.status,
		New: int(h.status.Arrived - min(h.seen, h.status.Arrived)), Failed: int(h.status.Failed - min(h.seenFailed, h.status.Failed)),
	}
}

// atWork are the deliveries of this process that run, wait or ask: they end with
// it. Those that another process works on do not.
func (a *App) atWork() []*model.Delivery {
	h := &a.hooks
	if h.status.State == model.HookOther || h.status.Live == 0 {
		return nil
	}
	var out []*model.Delivery
	for _, d := range h.all {
		if !d.State.Ended() {
			out = append(out, d)
		}
	}
	return out
}

// hookTypes reports whether keys go into a text field of the receiver's.
func (a *App) hookTypes() bool {
	switch {
	case a.hooks.over != nil:
		return a.hooks.over.Typing()
	case a.OnHooks():
		return a.hooks.panel.Typing()
	}
	return false
}

// typeHook gives a key or a paste to that field.
func (a *App) typeHook(msg tea.Msg) tea.Cmd {
	if a.hooks.over != nil {
		return a.hooks.over.Type(msg)
	}
	return a.hooks.panel.Type(msg)
}

// callHooks asks the receiver for something, off the update loop, and says done
// when it went well.
func (a *App) callHooks(done string, f func(ctx context.Context, h client.Hooks) error) tea.Cmd {
	h, ctx := a.Hooks, a.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		return hookDidMsg{done, f(ctx, h)}
	}
}

// hookWait bounds what is asked of the receiver.
const hookWait = 20 * time.Second

// hookDidMsg: the receiver has done what was asked, or not.
type hookDidMsg struct {
	done string // said when it went well, "" = nothing
	err  error
}

func (a *App) hookDid(m hookDidMsg) tea.Cmd {
	switch {
	case m.err != nil:
		return tea.Batch(a.Fail(m.err), a.readHooks())
	case m.done != "":
		return tea.Batch(a.Say(status.OK, m.done), a.readHooks())
	}
	return a.readHooks()
}
