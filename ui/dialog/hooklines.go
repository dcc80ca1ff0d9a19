package dialog

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/hooks"
	"aloft/ui/keys"
)

// HookLineChosen requests to copy a snippet.
type HookLineChosen struct{ Line hooks.HookLine }

// hookLines shows ready-made shell snippets: the list above, the current snippet below.
type hookLines struct {
	list
	all []hooks.HookLine
}

// NewHookLines offers ready-made snippets: HookLineChosen.
func NewHookLines(env *Env, all []hooks.HookLine) Dialog {
	say, key := env.Text.Say, env.Keys.Key
	d := &hookLines{all: all}
	d.list = list{
		env: env, context: keys.InView, title: say("Ready-made lines"), n: len(all), want: wide,
		row:    func(i, _ int) line { return line{plain, model.Clean(all[i].Title)} },
		detail: func(i int) string { return model.Clean(all[i].Where) },
		text:   func(i, width int) []line { return hardLines(env, plain, all[i].Text, width) },
		tip: func() string {
			name := ""
			if d.n > 0 {
				name = all[d.cursor].Name
			}
			return say("%s or Enter copies, %s scrolls; or: aloft hook lines %s", key(keys.ViewCopy), key(keys.DlgPageDown), name)
		},
	}
	return d
}

// Update answers a key.
func (d *hookLines) Update(msg tea.Msg) (tea.Cmd, bool) {
	a := action(d.env, d.context, msg)
	if d.n > 0 && (a == keys.DlgAccept || a == keys.ViewCopy) {
		return answer(HookLineChosen{d.all[d.cursor]}), false
	}
	return d.rest(a)
}
