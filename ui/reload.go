package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
	"aloft/ui/input"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// reloaded applies the new configuration.
func (a *App) reloaded(r Reload) tea.Cmd {
	next := a.watchReloads()
	if r.Wrong {
		return tea.Batch(a.Note.Say(status.Bad, r.Say), next)
	}
	if r.Keys != nil {
		a.d.Keys, a.Env.Keys = r.Keys, r.Keys
		a.chord = chordState{seq: a.chord.seq + 1} // a begun chord may have another meaning now
	}
	if r.Theme != nil {
		a.look.theme = r.Theme
	}
	if s := r.Settings; s != nil {
		s.apply(a.Env, a.Set)
		a.Switches.Mouse = !s.NoMouse
		if !a.Env.Plain {
			a.look.pictures.Set(s.Pictures)
		}
		a.keeping.off = s.NoRestore
		a.count = count{on: s.Counts, seq: a.count.seq + 1}
		a.Reader.Doc.SetWidth(s.ReaderWidth)
		if e := a.PaneEnv; e.Hidden != s.Hidden {
			e.Hidden, e.Dots = s.Hidden, ""
			a.Panes[0].Refilter()
			a.Panes[1].Refilter()
		}
	}
	a.restyle()
	a.settle()
	switch {
	case r.Say == "":
	case a.Dialogs.Len() > 0: // which may have written the file, and has the attention
		a.Note.Keep(status.Info, r.Say)
	default:
		return tea.Batch(a.Note.Say(status.Info, r.Say), next)
	}
	return next
}

// apply puts the settings into effect. Linear screens have no frames and no motion.
func (s *Settings) apply(env *input.Env, set *act.Settings) {
	*set, env.Borders, env.Icons = s.Settings, kit.BordersOf(s.Borders), kit.IconsOf(s.Icons)
	if env.Plain {
		set.Calm, env.Borders, env.Icons = true, kit.Bare, kit.NoIcons
	}
}
