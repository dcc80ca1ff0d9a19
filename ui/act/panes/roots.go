package panes

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// goOrSay shows a folder in the focused pane. If it is already shown, it is listed again, with a message.
func (a *Going) goOrSay(to model.Place) tea.Cmd {
	p := a.Pane()
	if !to.Equal(p.Place()) || p.Err() != nil {
		return p.GoTo(to, model.Step{})
	}
	return tea.Batch(p.GoTo(to, model.Step{}), a.Note.SayText(status.Info, text.ShownThere, model.Clean(to.String())))
}

// openOther shows the current folder in the other pane.
func (a *Going) openOther() tea.Cmd {
	p := a.Pane()
	if e := p.Current(); e != nil && e.Enterable() {
		return a.showThere(p.PlaceOf(e))
	}
	return a.showThere(p.Place())
}

// showThere shows a folder in the other pane, and says so where that pane has no room.
func (a *Going) showThere(to model.Place) tea.Cmd {
	cmd := a.Other().GoTo(to, model.Step{})
	if !a.Shown.Panes[1-a.Focus].Empty() {
		return cmd
	}
	return tea.Batch(cmd, a.Note.SayText(status.Info, "the other pane shows %s", a.PlaceText(to)))
}

// went moves the other pane along if both go together.
func (a *Going) went(m pane.Went) tea.Cmd {
	o := a.Other()
	if !a.Switches.Sync || int(m.Pane) != a.Focus || m.From.IsResults() || o.Place().IsResults() {
		return nil
	}
	switch {
	case m.To.Parent().Equal(m.From) && !m.To.Equal(m.From):
		to := o.Place().Join(m.To.Base())
		if !o.Has(m.To.Base()) {
			return a.Note.SayText(status.Info, "the other pane has no folder %s", m.To.Base())
		}
		return o.GoTo(to, model.Step{})
	case m.From.Parent().Equal(m.To) && !o.Place().IsRoot():
		return o.GoTo(o.Place().Parent(), o.Place().Last())
	}
	return nil
}

// goHome shows the home of the pane's source.
func (a *Going) goHome() tea.Cmd {
	p := a.Pane()
	if home := a.PaneEnv.Home(p.Place()); home.Equal(p.Place()) {
		return a.goOrSay(home)
	}
	cmd, _ := p.Do(keys.GoHome)
	return cmd
}
