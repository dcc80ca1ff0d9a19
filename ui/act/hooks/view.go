package hooks

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/status"
	"aloft/ui/webhook"
)

// toggle shows the panel and gives it the keys; where it has them already it is
// hidden.
func (a *Acts) toggle() tea.Cmd {
	if a.screen.OnHooks() && a.screen.Switches.Panel && a.over == nil {
		a.screen.Switches.Panel = false
		a.screen.LeavePanel()
		return nil
	}
	return a.Open()
}

// Open shows the panel in place of the jobs panel and gives it the keys.
func (a *Acts) Open() tea.Cmd {
	if a.client.Hooks == nil {
		return a.note.SayText(status.Warn, text.NoHooks)
	}
	a.DropView()
	a.screen.Switches.Panel, a.screen.Switches.Hook, a.screen.Switches.OnPanel = true, true, true
	a.saw()
	a.screen.Settle()
	return a.tick()
}

// openView shows a view of the receiver over the panes.
func (a *Acts) openView(v webhook.View) tea.Cmd {
	a.DropView()
	a.over = v
	a.screen.Switches.Panel, a.screen.Switches.Hook, a.screen.Switches.OnPanel = true, true, true
	a.screen.Settle()
	return v.Changed()
}

// CloseView gives the space and the keys back to the panel, or to the conversation
// that it was opened from.
func (a *Acts) CloseView() tea.Cmd {
	back := a.back
	a.DropView()
	if back != "" {
		return a.openTalk(back)
	}
	a.screen.Settle()
	return nil
}

// DropView closes the view over the panes, when there is one.
func (a *Acts) DropView() {
	v := a.over
	if v == nil {
		return
	}
	v.Close()
	a.over, a.back = nil, ""
}

// Do carries out an action on the panel, or on the view over the panes.
func (a *Acts) Do(id keys.Action) tea.Cmd {
	if a.over == nil {
		cmd, _ := a.Panel.Do(id)
		return cmd
	}
	if cmd, ok := a.over.Do(id); ok {
		return cmd
	}
	v, ok := a.over.(*webhook.Detail)
	if do := a.shown[id]; ok && do != nil {
		return do(v)
	}
	return nil
}

// Over is the view over the panes, nil = none.
func (a *Acts) Over() webhook.View { return a.over }

// stepDelivery shows the next older or newer delivery of those in the list.
func (a *Acts) stepDelivery(id string, older bool) tea.Cmd {
	rows := a.Panel.Shown()
	i := slices.IndexFunc(rows, func(d *model.Delivery) bool { return d.ID == id })
	to, edge := i+1, text.Text("This is the oldest delivery of the list.")
	if !older {
		to, edge = i-1, "This is the newest delivery of the list."
	}
	switch {
	case i < 0:
		return a.note.SayText(status.Info, "This delivery is not in the list.")
	case to < 0 || to >= len(rows):
		return a.note.SayText(status.Info, edge)
	}
	a.Panel.Select(rows[to].ID) // where it is closed, the cursor is on it
	return a.openDelivery(rows[to].ID)
}

// openDelivery shows one delivery over the panes.
func (a *Acts) openDelivery(id string) tea.Cmd {
	return a.openView(webhook.NewDetail(a.viewEnv(), id))
}

// openTalks shows the conversations.
func (a *Acts) openTalks() tea.Cmd { return a.openTalk("") }

// openTalk shows the conversations, with that of a session open.
func (a *Acts) openTalk(session string) tea.Cmd {
	return a.openView(webhook.NewTalk(a.viewEnv(), session))
}

// viewEnv is what the views of the receiver are given.
func (a *Acts) viewEnv() *webhook.Env {
	return &webhook.Env{Env: a.env, Hooks: a.client.Hooks}
}

// LookedAt is the delivery that shows in full, else the one under the cursor; nil
// when there is none.
func (a *Acts) LookedAt() *model.Delivery {
	switch v := a.over.(type) {
	case nil:
		return a.Panel.Current()
	case *webhook.Detail:
		return v.Current()
	}
	return nil
}

// Prompt is the text field of the last line, nil when there is none.
func (a *Acts) Prompt() *input.Model {
	if a.over != nil {
		return a.over.Prompt()
	}
	return a.Panel.Prompt()
}

// Typing reports whether keys go into a text field of the receiver's.
func (a *Acts) Typing() bool {
	switch {
	case a.over != nil:
		return a.over.Typing()
	case a.screen.OnHooks():
		return a.Panel.Typing()
	}
	return false
}

// Type gives a key or a paste to that field.
func (a *Acts) Type(msg tea.Msg) tea.Cmd {
	if a.over != nil {
		return a.over.Type(msg)
	}
	return a.Panel.Type(msg)
}
