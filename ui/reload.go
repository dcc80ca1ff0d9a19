package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/themes"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// Reload is a configuration that was read again while the screen runs. What is
// nil stays as it is.
type Reload struct {
	Keys     *keys.Map
	Theme    *themes.Theme
	Settings *Settings
	Say      string // what was reloaded, or what is wrong with it, raw
	Wrong    bool   // nothing of it is in force
}

// reloadMsg: the configuration has changed.
type reloadMsg struct {
	r  Reload
	ok bool
}

// watchReloads waits for the next change of the configuration.
func (a *App) watchReloads() tea.Cmd {
	c, ctx := a.d.Reloads, a.Ctx
	if c == nil {
		return nil
	}
	return func() tea.Msg {
		select {
		case r, ok := <-c:
			return reloadMsg{r, ok}
		case <-ctx.Done():
			return nil
		}
	}
}

// reloaded puts what was read into force.
func (a *App) reloaded(m reloadMsg) tea.Cmd {
	if !m.ok {
		return nil
	}
	if m.r.Wrong {
		return tea.Batch(a.Say(status.Bad, m.r.Say), a.watchReloads())
	}
	if m.r.Keys != nil {
		a.d.Keys, a.Env.Keys = m.r.Keys, m.r.Keys
		a.chord = chordState{seq: a.chord.seq + 1} // a chord that has begun may mean something else now
	}
	if m.r.Theme != nil {
		a.look.theme = m.r.Theme
	}
	if s := m.r.Settings; s != nil {
		a.Switches.Mouse, a.Brake, a.AutoResume, a.ShowPlans = !s.NoMouse, s.Brake, s.AutoResume, s.ShowPlans
		a.Env.Borders = kit.BordersOf(s.Borders)
		a.PaneEnv.EdgeStep = s.EdgeStep
	}
	a.restyle()
	a.settle()
	return tea.Batch(a.Say(status.Info, m.r.Say), a.watchReloads())
}
