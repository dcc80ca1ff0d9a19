package hooks

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
	"aloft/ui/webhook"
)

// listen starts or stops the receiver.
func (a *Acts) listen() tea.Cmd {
	s, c := &a.known.status, a.Env.Text
	switch s.State {
	case model.HookUp, model.HookPaused, model.HookOther:
		return call(a.Env.Ctx, a.Client.Hooks, c.Say("The receiver is off; running work continues."), func(ctx context.Context, h client.Hooks) error {
			return h.Stop(ctx)
		})
	case model.HookTaken:
		return a.askTaken(*s)
	}
	return a.start(0)
}

// start listens on a port: 0 is the configured one, client.AnyPort a free one.
func (a *Acts) start(port int) tea.Cmd {
	return call(a.Env.Ctx, a.Client.Hooks, a.Env.Text.Say("The receiver is listening."), func(ctx context.Context, h client.Hooks) error {
		return h.Start(ctx, port)
	})
}

func (a *Acts) pause() tea.Cmd {
	s := &a.known.status
	done, on := text.Text("The receiver is paused: senders get 503."), true
	switch {
	case s.State == model.HookPaused || s.Paused:
		done, on = "The receiver has resumed.", false
	case s.State != model.HookUp && s.State != model.HookOther:
		return a.Note.SayText(status.Warn, text.HookPaneNotListening, a.Env.Keys.Key(keys.HookListen))
	}
	return call(a.Env.Ctx, a.Client.Hooks, a.Env.Text.Say(done), func(ctx context.Context, h client.Hooks) error { return h.Pause(ctx, on) })
}

func (a *Acts) noneEnded() string {
	if !slices.ContainsFunc(a.known.all, func(d *model.Delivery) bool { return d.State.Ended() }) {
		return a.Env.Text.Say("No delivery has ended: there is nothing to clear.")
	}
	return ""
}

func (a *Acts) clearEnded() tea.Cmd {
	if why := a.noneEnded(); why != "" {
		return a.Note.Say(status.Info, why)
	}
	said := a.Env.Text.Say("Ended deliveries are cleared; aloft hook ls --all still shows them.")
	return call(a.Env.Ctx, a.Client.Hooks, said, func(ctx context.Context, h client.Hooks) error { return h.Clear(ctx) })
}

func (a *Acts) stopDelivery(d *model.Delivery) tea.Cmd {
	if !d.Works() {
		return a.Note.SayText(status.Info, text.HookPaneHasEnded)
	}
	id := d.ID
	return call(a.Env.Ctx, a.Client.Hooks, a.Env.Text.Say("Stopped: %s.", webhook.Name(a.Env.Text, d)), func(ctx context.Context, h client.Hooks) error {
		return h.Kill(ctx, id)
	})
}

// replayTag marks the question before a replay.
type replayTag struct{ ids []string }

// askReplay delivers the request again. For a command it asks first: a stray key must not deploy twice.
func (a *Acts) askReplay(d *model.Delivery) tea.Cmd {
	c := a.Env.Text
	if d.Kind != model.DeliveryExec {
		return a.replay([]string{d.ID})
	}
	return a.Dialogs.Push(dialog.NewConfirm(a.Env, dialog.ConfirmOptions[replayTag]{
		Tag: replayTag{[]string{d.ID}}, Title: text.Capital(c.Say("deliver again")), Yes: c.Say("deliver again"),
		Body: []string{c.Say("This runs once more: %s", webhook.Said(c, d))}, Danger: true,
	}))
}

// askReplayShown delivers again all that the list shows, the oldest first.
func (a *Acts) askReplayShown() tea.Cmd {
	c := a.Env.Text
	var ids []string
	commands := 0
	for _, d := range slices.Backward(a.Panel.Shown()) {
		if d.State == model.DeliveryRefused {
			continue
		}
		if ids = append(ids, d.ID); d.Kind == model.DeliveryExec {
			commands++
		}
	}
	if len(ids) == 0 {
		return a.Note.SayText(status.Info, "All listed deliveries were refused: there is nothing to deliver again.")
	}
	body := []string{c.Say("All listed ones, oldest first. A filter (%s) narrows the list.", a.Env.Keys.Key(keys.HookFilter))}
	if commands > 0 {
		body = append(body, c.Say("Commands that run once more: %d.", commands))
	}
	return a.Dialogs.Push(dialog.NewConfirm(a.Env, dialog.ConfirmOptions[replayTag]{
		Tag: replayTag{ids}, Title: c.Say("Deliver %d {delivery|deliveries} again?", len(ids)), Yes: c.Say("deliver again"),
		Body: body, Danger: true,
	}))
}

// replayedMsg says that requests were delivered again.
type replayedMsg struct {
	ids  []string
	last string // id of the newest new delivery
	n    int    // so many were delivered before err
	err  error
}

func (a *Acts) replay(ids []string) tea.Cmd {
	h, ctx := a.Client.Hooks, a.Env.Ctx
	return func() tea.Msg {
		m := replayedMsg{ids: ids}
		for _, id := range ids {
			ctx, cancel := context.WithTimeout(ctx, hookWait)
			m.last, m.err = h.Replay(ctx, id)
			cancel()
			if m.err != nil {
				return m
			}
			m.n++
		}
		return m
	}
}

// replayed moves the user from the old delivery to the new one.
func (a *Acts) replayed(m replayedMsg) tea.Cmd {
	c := a.Env.Text
	done := c.Say("Delivered again.")
	if len(m.ids) > 1 {
		done = c.Say("Delivered again: %d.", m.n)
	}
	did := a.did(didMsg{done, m.err})
	if m.err != nil && m.n > 0 {
		return tea.Batch(a.Note.SayText(status.Warn, "Delivered again: %d of %d.", m.n, len(m.ids)), did)
	}
	if d, ok := a.Over().(*webhook.Detail); ok && m.err == nil && m.last != "" && len(m.ids) == 1 && d.ID() == m.ids[0] {
		return tea.Batch(did, a.openDelivery(m.last))
	}
	return did
}

// routesMsg carries the routes.
type routesMsg struct {
	all []model.HookRoute
	err error
}

// readRoutes reads the routes, with their secrets, and shows them.
func (a *Acts) readRoutes() tea.Cmd {
	h, ctx := a.Client.Hooks, a.Env.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		all, err := h.Routes(ctx)
		return routesMsg{all, err}
	}
}

func (a *Acts) routesRead(m routesMsg) tea.Cmd {
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	return a.Dialogs.Push(dialog.NewHookRoutes(a.Env, m.all, func(s model.DeliveryState) string { return webhook.State(a.Env.Text, s) }))
}

func (a *Acts) routeChosen(m dialog.HookRouteChosen) tea.Cmd {
	if m.Copy {
		return a.copyText(m.Route.URL, "copied: %s", m.Route.URL)
	}
	a.Panel.Show(m.Route.Name)
	return nil
}

// tokenMsg carries the token for senders.
type tokenMsg struct {
	token string
	err   error
}

// showToken shows the token above the list, or hides it.
func (a *Acts) showToken() tea.Cmd {
	if a.Panel.HideToken() {
		return nil
	}
	h, ctx := a.Client.Hooks, a.Env.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		token, err := h.Token(ctx)
		return tokenMsg{token, err}
	}
}

func (a *Acts) tokenTold(m tokenMsg) tea.Cmd {
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	if a.sees() {
		a.Panel.ShowToken(m.token)
	}
	return nil
}

// askTaken asks what to do about a port in use by another program.
func (a *Acts) askTaken(s model.HookStatus) tea.Cmd {
	why := s.Why
	if why.IsZero() {
		why = model.Say(text.HookPaneTakenWhy)
	}
	return a.Dialogs.Push(dialog.NewHookTaken(a.Env, webhook.Sentence(why.In(a.Env.Text))))
}

// openLines offers the ready-made snippets, filled in for this receiver.
func (a *Acts) openLines() tea.Cmd {
	return a.Dialogs.Push(dialog.NewHookLines(a.Env, hooks.HookLines(a.Env.Text, hooks.HookLineOptions{
		URL: a.known.status.Lines, Open: a.known.status.Open, Program: a.Machine.Program, Project: a.project(), Folder: a.folder(),
	})))
}

// project returns the project for the snippets: none if there is only one, else that of the current delivery, else
// the first.
func (a *Acts) project() string {
	all := a.known.status.Projects
	if len(all) < 2 {
		return ""
	}
	if d := a.Panel.Current(); d != nil && slices.Contains(all, d.Project) {
		return d.Project
	}
	return all[0]
}

// folder returns a folder of this computer in a pane, or "".
func (a *Acts) folder() string {
	for _, p := range []model.Place{a.Pane().Base(), a.Other().Base()} {
		if p.Scheme.Local() && !p.IsRoot() {
			return "/" + strings.Join(p.Names(), "/")
		}
	}
	return ""
}
