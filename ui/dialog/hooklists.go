package dialog

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// HookLineChosen requests to copy a snippet.
type HookLineChosen struct{ Line hooks.HookLine }

// hookList is a list with a row to choose or to copy.
type hookList struct {
	list
	chosen func(i int, copied bool) tea.Msg
}

// Update answers a key.
func (d *hookList) Update(msg tea.Msg) (tea.Cmd, bool) {
	a := action(d.env, d.context, msg)
	if d.win.Len > 0 && (a == keys.DlgAccept || a == keys.ViewCopy) {
		return answer(d.chosen(d.win.At, a == keys.ViewCopy)), false
	}
	return d.rest(a)
}

// NewHookLines offers ready-made shell snippets, the list above, the current snippet below: HookLineChosen.
func NewHookLines(env *Env, all []hooks.HookLine) Dialog {
	say, key := env.Text.Say, env.Keys.Key
	d := &hookList{chosen: func(i int, _ bool) tea.Msg { return HookLineChosen{all[i]} }}
	d.list = list{
		env: env, context: keys.InView, title: say("Snippets"), win: kit.List{Len: len(all)}, want: wide,
		row:    func(i, _ int) line { return line{plain, model.Clean(all[i].Title)} },
		detail: func(i int) string { return model.Clean(all[i].Where) },
		text:   func(i, width int) []line { return hardLines(env, plain, all[i].Text, width) },
		tip: func() string {
			name := ""
			if d.win.Len > 0 {
				name = all[d.win.At].Name
			}
			return say("%s or Enter copies, %s scrolls; or: aloft hook lines %s", key(keys.ViewCopy), key(keys.DlgPageDown), name)
		},
	}
	return d
}

// HookRouteChosen requests the deliveries of a route, or its address in the clipboard.
type HookRouteChosen struct {
	Route model.HookRoute
	Copy  bool
}

// NewHookRoutes shows the routes of the receiver: HookRouteChosen. state says how a delivery ended.
func NewHookRoutes(env *Env, all []model.HookRoute, state func(model.DeliveryState) string) Dialog {
	say, key := env.Text.Say, env.Keys.Key
	d := &hookList{chosen: func(i int, copied bool) tea.Msg { return HookRouteChosen{all[i], copied} }}
	name := 0
	for _, r := range all {
		name = max(name, env.Ruler.Width(r.Name))
	}
	d.list = list{
		env: env, context: keys.InView, title: text.Capital(say("routes")), win: kit.List{Len: len(all)}, want: wide, tall: len(all) + 6, verb: say("shows its deliveries"),
		row: func(i, _ int) line {
			r, look := all[i], plain
			last := say("no deliveries yet")
			if r.Last != nil {
				last = r.Last.Last.In(time.Local).Format(say(text.HookPaneDay)+" "+say(text.HookPaneTime)) + " " + state(r.Last.State)
			}
			switch {
			case !r.Trouble.IsZero():
				last, look = say("refuses everything"), warn
			case r.Open:
				last, look = model.Word(env.Text, "open")+", "+last, warn
			}
			return line{look, env.Ruler.Fit(model.Clean(r.Name), name) + "  " + env.Ruler.Fit(r.Verify, 8) + "  " + last}
		},
		detail: func(i int) string {
			r := all[i]
			switch {
			case !r.Trouble.IsZero():
				return model.Clean(r.Trouble.In(env.Text))
			case r.Last != nil && !r.Last.Reason.IsZero():
				return model.Clean(r.URL + "  " + r.Last.Reason.In(env.Text))
			}
			return model.Clean(r.URL)
		},
		empty: say("There are no routes. Add them in config.toml; %s shows lines to paste for GitHub, GitLab and others.", key(keys.HookLines)),
		tip:   func() string { return say("Enter shows its deliveries, %s copies its address", key(keys.ViewCopy)) },
	}
	return d
}
