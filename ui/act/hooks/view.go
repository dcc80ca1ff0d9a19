package hooks

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/status"
	"aloft/ui/webhook"
)

// toggle shows the panel and focuses it, or hides it if it has the focus.
func (a *Acts) toggle() tea.Cmd {
	if a.Focused() == a.Panel {
		a.CloseLower()
		return nil
	}
	return a.Open()
}

// Open shows the panel in place of the jobs panel and focuses it.
func (a *Acts) Open() tea.Cmd {
	if a.Client.Hooks == nil {
		return a.Note.SayText(status.Warn, text.NoHooks)
	}
	a.saw()
	a.OpenLower(a.lower)
	return a.tick()
}

// openView shows a view of the receiver directly over the panes.
func (a *Acts) openView(v webhook.View) tea.Cmd {
	a.OpenLower(a.lower)
	a.OpenView(v)
	return v.Changed()
}

// Over returns the view over the panes, or nil.
func (a *Acts) Over() webhook.View {
	v, _ := a.Focused().(webhook.View)
	return v
}

// stepDelivery shows the next older or newer delivery of the list.
func (a *Acts) stepDelivery(id string, older bool) tea.Cmd {
	rows := a.Panel.Shown()
	i := slices.IndexFunc(rows, func(d *model.Delivery) bool { return d.ID == id })
	to, edge := i+1, text.Text("This is the oldest delivery of the list.")
	if !older {
		to, edge = i-1, "This is the newest delivery of the list."
	}
	switch {
	case i < 0:
		return a.Note.SayText(status.Info, "This delivery is not in the list.")
	case to < 0 || to >= len(rows):
		return a.Note.SayText(status.Info, edge)
	}
	a.Panel.Select(rows[to].ID) // after closing, the cursor is on it
	return a.openDelivery(rows[to].ID)
}

// openDelivery shows one delivery over the panes.
func (a *Acts) openDelivery(id string) tea.Cmd {
	return a.openView(webhook.NewDetail(a.viewEnv(), id))
}

// openTalks shows the conversations.
func (a *Acts) openTalks() tea.Cmd { return a.openView(webhook.NewTalk(a.viewEnv())) }

// viewEnv returns the env of the receiver's views.
func (a *Acts) viewEnv() *webhook.Env {
	return &webhook.Env{Env: a.Env, Hooks: a.Client.Hooks}
}

// LookedAt returns the delivery shown in full, or else the current one, or nil.
func (a *Acts) LookedAt() *model.Delivery {
	switch v := a.Over().(type) {
	case nil:
		return a.Panel.Current()
	case *webhook.Detail:
		return v.Current()
	}
	return nil
}
