package ui

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
	"aloft/ui/webhook"
)

// hookViews is what the screen knows of the receiver's dialogs and views.
type hookViews struct {
	asked map[string]bool // deliveries that are asked about right now
	back  string          // session key of the conversation to go back to, "" = none
}

// hookEnv is what the views of the receiver are given.
func (a *App) hookEnv() *webhook.Env {
	return &webhook.Env{
		Env: a.Env, Ctx: a.Ctx, Hooks: a.Hooks, Now: a.Now, Boxed: a.PaneEnv.Boxed, Bare: a.PaneEnv.Bare,
	}
}

// openDelivery shows one delivery over the panes.
func (a *App) openDelivery(id string) tea.Cmd {
	return a.openHookView(webhook.NewDetail(a.hookEnv(), id))
}

// openTalks shows the conversations.
func (a *App) openTalks() tea.Cmd { return a.openTalk("") }

// openTalk shows the conversations, with the one of a session open.
func (a *App) openTalk(session string) tea.Cmd {
	return a.openHookView(webhook.NewTalk(a.hookEnv(), session))
}

// hookAnswered goes on with what a dialog of the receiver has answered, and with
// what the commands of its views have brought.
func (a *App) hookAnswered(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case webhook.Told:
		if m.Err != nil {
			return a.Fail(m.Err), true
		}
		return a.Say(status.Info, m.Text), true
	case webhook.CopyAsked:
		return a.copyHook(m.Text, "In the clipboard: %s.", m.What), true
	case webhook.DeliveryAsked:
		cmd := a.openDelivery(m.ID)
		a.hooks.views.back = m.Session
		return cmd, true
	case hookPartMsg:
		return a.hookPart(m), true
	case askReadMsg:
		return a.askRead(m), true
	case hookSavedMsg:
		return a.hookSaved(m), true
	case dialog.HookAskAnswered:
		return a.askAnswered(m), true
	case dialog.HookTakenAnswered:
		switch m.Choice {
		case dialog.ChoseRetry:
			return a.startHooks(0), true
		case dialog.ChoseFreePort:
			return a.startHooks(client.AnyPort), true
		}
		return nil, true
	case dialog.HookLineChosen:
		return a.copyHook(m.Line.Text, "Copied: %s; %s.", m.Line.Title, m.Line.Next), true
	}
	return nil, false
}

// hookViewsChanged closes questions that nobody needs to answer any more.
func (a *App) hookViewsChanged() tea.Cmd {
	var cmds []tea.Cmd
	for id := range a.hooks.views.asked {
		if d := a.delivery(id); d == nil || d.State != model.DeliveryAsking {
			delete(a.hooks.views.asked, id)
			cmds = append(cmds, a.Dialogs.Update(dialog.HookAsksNoMore{Delivery: id}))
		}
	}
	return tea.Batch(cmds...)
}

// delivery of the list, nil when it has none of that id.
func (a *App) delivery(id string) *model.Delivery {
	for _, d := range a.hooks.all {
		if d.ID == id {
			return d
		}
	}
	return nil
}

// askReadMsg: everything of a delivery that asks.
type askReadMsg struct {
	d      *model.Delivery
	detail *model.DeliveryDetail // nil: it could not be read
	wanted bool
}

// askAllow puts the command of a delivery before the person, who wanted that, or
// may be busy with something else. It is read whole first: the list has its
// beginning only.
func (a *App) askAllow(d *model.Delivery, wanted bool) tea.Cmd {
	h, ctx := a.Hooks, a.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		detail, err := h.Delivery(ctx, d.ID)
		if err != nil {
			detail = nil
		}
		return askReadMsg{d, detail, wanted}
	}
}

func (a *App) askRead(m askReadMsg) tea.Cmd {
	v := &a.hooks.views
	if d := a.delivery(m.d.ID); v.asked[m.d.ID] || d == nil || d.State != model.DeliveryAsking {
		return nil
	}
	if v.asked == nil {
		v.asked = map[string]bool{}
	}
	v.asked[m.d.ID] = true
	c := dialog.HookCommand{
		Delivery: m.d.ID, Command: m.d.Work, Project: m.d.Project, Event: m.d.Event, Session: m.d.Session, From: m.d.Remote,
	}
	if m.detail != nil {
		c.Command = commandOf(m.detail)
		if c.Folder = m.detail.Dir; c.Folder == "" {
			c.Folder = m.detail.WorkDir
		}
	}
	if c.Command == m.d.Work && len(c.Command) >= model.MostWork {
		c.Cut = max(1, m.d.Bytes-int64(len(c.Command)))
	}
	a.Ungreet()
	if m.wanted && a.Dialogs.Len() == 0 {
		return a.Dialogs.Push(dialog.NewHookAsk(a.Env, c))
	}
	return a.Dialogs.Offer(dialog.NewHookAsk(a.Env, c))
}

// commandOf is a delivery's command, whole where its body can be read.
func commandOf(d *model.DeliveryDetail) string {
	if len(d.Work) < model.MostWork {
		return d.Work
	}
	var body map[string]json.RawMessage
	var whole string
	if json.Unmarshal(d.Body, &body) != nil || json.Unmarshal(body["exec"], &whole) != nil || whole == "" {
		return d.Work
	}
	return whole
}

func (a *App) askAnswered(m dialog.HookAskAnswered) tea.Cmd {
	delete(a.hooks.views.asked, m.Delivery)
	c := a.Env.Text
	done, yes := text.Text("Allowed: the command runs."), true
	switch m.Choice {
	case dialog.ChoseGo:
	case dialog.ChoseDeny:
		done, yes = "Denied: the command does not run.", false
	default:
		a.askLater()
		return a.SayText(status.Info, "The command waits. %s asks again.", a.Env.Keys.Key(keys.HookAllow))
	}
	return a.callHooks(c.Say(done), func(ctx context.Context, h client.Hooks) error { return h.Allow(ctx, m.Delivery, yes) })
}

// askTaken asks what to do about a port that another program has.
func (a *App) askTaken(s model.HookStatus) tea.Cmd {
	why := s.Why
	if why == "" {
		why = a.Env.Text.Say(text.HookPaneTakenWhy)
	}
	return a.Dialogs.Push(dialog.NewHookTaken(a.Env, webhook.Sentence(why)))
}

// openHookLines offers the ready-made lines, filled in for this receiver.
func (a *App) openHookLines() tea.Cmd {
	return a.Dialogs.Push(dialog.NewHookLines(a.Env, model.HookLines(a.Env.Text, model.HookLineOptions{
		URL: a.hooks.status.Lines, Open: a.hooks.status.Open, Program: a.Program, Project: a.hookProject(), Folder: a.hookFolder(),
	})))
}

// hookProject is the project that lines name: none while there is only one, else
// that of the delivery under the cursor, else the first.
func (a *App) hookProject() string {
	all := a.hooks.status.Projects
	if len(all) < 2 {
		return ""
	}
	if d := a.hooks.panel.Current(); d != nil && slices.Contains(all, d.Project) {
		return d.Project
	}
	return all[0]
}

// hookFolder is the folder of this computer that a pane shows, "" when none does.
func (a *App) hookFolder() string {
	for _, p := range []model.Place{a.Pane().Place(), a.Other().Place()} {
		if p.Scheme == model.SchemeDisk && !p.IsRoot() {
			return "/" + strings.Join(p.Names(), "/")
		}
	}
	return ""
}
