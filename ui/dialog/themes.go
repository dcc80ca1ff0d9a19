package dialog

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

type themePick struct {
	list
	names []string
	first string
}

// NewThemes asks for a theme and previews each: ThemeChosen.
func NewThemes(env *Env, names []string, current string) Dialog {
	d := &themePick{names: names, first: current}
	d.list = list{
		env: env, context: keys.InDialog, title: text.Capital(env.Text.Say("theme")), win: kit.List{Len: len(names)}, want: 44, tall: 12, atOnce: true,
		row: func(i, w int) line {
			s := model.Clean(names[i])
			if names[i] == current {
				s = two(env, s, env.Text.Say("in use"), w)
			}
			return line{plain, s}
		},
	}
	for i, n := range names {
		if n == current {
			d.win.At = i
		}
	}
	return d
}

// mouse turns the wheel into steps, so that each theme is previewed.
func (d *themePick) mouse(at image.Point, wheel int) keys.Action {
	switch {
	case wheel > 0:
		return keys.DlgDown
	case wheel < 0:
		return keys.DlgUp
	}
	return d.list.mouse(at, 0)
}

// Update answers a key.
func (d *themePick) Update(msg tea.Msg) (tea.Cmd, bool) {
	switch a := action(d.env, d.context, msg); a {
	case keys.DlgCancel:
		return answer(ThemeChosen{Name: d.first}), false
	case keys.DlgAccept:
		if d.win.Len > 0 {
			return answer(ThemeChosen{Name: d.names[d.win.At]}), false
		}
	default:
		before := d.win.At
		cmd, open := d.rest(a)
		if d.win.At != before {
			return answer(ThemeChosen{Name: d.names[d.win.At]}), true
		}
		return cmd, open
	}
	return nil, true
}
