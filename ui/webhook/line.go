package webhook

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/kit"
)

// Line returns a delivery in one line with what its row has no room for, or "".
func Line(env *input.Env, d *model.Delivery, width int) string {
	if d == nil {
		return ""
	}
	c, r := env.Text, env.Ruler
	var parts []string
	add := func(s string) {
		if s != "" {
			parts = append(parts, s)
		}
	}
	add(r.Truncate(foreign(d.Event), max(12, width/4)))
	state := State(c, d.State)
	switch {
	case d.State == model.DeliveryWaiting && d.Ahead > 0:
		state = c.Say("%s, %s", state, c.Say(text.HookPaneAhead, d.Ahead))
	case d.State == model.DeliveryFailed && d.Exit > 0 && d.Reason.IsZero():
		state = c.Say("%s, %s", state, c.Say(text.HookPaneExit, d.Exit))
	}
	if d.Lives > 0 {
		state = c.Say("%s, %s", state, c.Say(text.HookPaneLives, d.Lives))
	}
	add(state)
	if d.State.Bad() || d.State == model.DeliveryIgnored || d.State == model.DeliveryRefused {
		add(foreign(d.Reason.In(c)))
	}
	if d.Project != "" {
		add(c.Say("project %s", r.Truncate(foreign(d.Project), 24)))
	}
	add(r.Truncate(foreign(d.Session), max(16, width/4)))
	add(c.Say("from %s", foreign(d.Remote)))
	if d.Output > 0 {
		add(c.Say("output %s", kit.Size(d.Output)))
	}
	for _, n := range d.Notes {
		add(foreign(n.In(c)))
	}
	return r.TruncateEnd(" "+strings.Join(parts, "   "), width)
}
