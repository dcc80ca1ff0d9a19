package session

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// toggle switches one of the view options and says its new state.
func (a *Viewing) toggle(what *bool, yes, no text.Text) func() tea.Cmd {
	return func() tea.Cmd {
		*what = !*what
		a.Settle()
		if *what {
			return a.Note.SayText(status.Info, yes)
		}
		return a.Note.SayText(status.Info, no)
	}
}

// icons goes to the next kind of icons. The terminal does not say whether its font has them.
func (a *Viewing) icons() tea.Cmd {
	a.Env.Icons = (a.Env.Icons + 1) % (kit.NerdIcons + 1)
	for _, p := range a.Panes {
		p.Redraw()
	}
	return a.Note.SayText(status.Info, map[kit.Icons]text.Text{
		kit.NoIcons: "no icons", kit.UnicodeIcons: "Unicode icons", kit.NerdIcons: "Nerd Font icons; set ui.icons to keep them",
	}[a.Env.Icons])
}

// rearrange changes the layout. If that has no effect, it keeps the old one and says why.
func (a *Viewing) rearrange(change func(s *act.Switches)) func() tea.Cmd {
	return func() tea.Cmd {
		was, shown := a.Switches, a.Shown
		change(&a.Switches)
		a.Settle()
		if a.Shown != shown {
			return nil
		}
		a.Switches = was
		a.Settle()
		if was.Zoom {
			return a.Note.SayText(status.Info, "one pane is shown; %s shows two", a.Env.Keys.Key(keys.Zoom))
		}
		return a.Note.SayText(status.Info, "there is no room for two panes here")
	}
}

// showInfo shows or hides the column beside the panes.
func (a *Viewing) showInfo(s *act.Switches) {
	if a.Shown.Wide {
		s.Info = !s.Info
	} else {
		s.InfoOver = !s.InfoOver
		s.Info = true
	}
}

// swap exchanges the two panes.
func (a *Viewing) swap() tea.Cmd {
	a.Panes[0], a.Panes[1] = a.Panes[1], a.Panes[0]
	var cmds []tea.Cmd
	again := [2]bool{a.Panes[0].SetID(0), a.Panes[1].SetID(1)}
	for i, p := range a.Panes {
		if again[i] {
			cmds = append(cmds, p.Refresh())
		}
	}
	a.Focus = 1 - a.Focus
	a.Settle()
	return tea.Batch(cmds...)
}
