package hooks

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/status"
	"aloft/ui/webhook"
)

// toggle shows the panel and gives it the keys; where it has them already it is
// hidden.
func (a *Acts) toggle() tea.Cmd {
	if a.screen.Focused() == a.Panel {
		a.screen.CloseLower()
		return nil
	}
	return a.Open()
}

// Open shows the panel in place of the jobs panel and gives it the keys.
func (a *Acts) Open() tea.Cmd {
	if a.client.Hooks == nil {
		return a.note.SayText(status.Warn, text.NoHooks)
	}
	a.saw()
	a.screen.OpenLower(a.Panel)
	return a.tick()
}

// openView shows a view of the receiver over the panes, and over nothing else.
func (a *Acts) openView(v webhook.View) tea.Cmd {
	a.screen.OpenLower(a.Panel)
	return a.openOver(v)
}

// openOver shows a view over what shows now: it comes back when the view is closed.
func (a *Acts) openOver(v webhook.View) tea.Cmd {
	a.screen.OpenView(v)
	return v.Changed()
}

// Over is the view over the panes, nil = none.
func (a *Acts) Over() webhook.View {
	v, _ := a.screen.Focused().(webhook.View)
	return v
}

// views are those that are open, the one that shows last.
func (a *Acts) views() []webhook.View {
	var out []webhook.View
	for _, p := range a.screen.Above {
		if v, ok := p.(webhook.View); ok {
			out = append(out, v)
		}
	}
	return out
}

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
	switch v := a.Over().(type) {
	case nil:
		return a.Panel.Current()
	case *webhook.Detail:
		return v.Current()
	}
	return nil
}
