package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/themes"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/palette"
	"aloft/ui/status"
)

// ownRows are the actions that need the root.
func (a *App) ownRows() act.Rows {
	return act.Rows{
		keys.Help:    {Do: func() tea.Cmd { return a.openHelp(a.context()) }},
		keys.Palette: {Do: func() tea.Cmd { return a.Dialogs.Push(palette.New(a.Env, a.context(), a.refuse)) }},
		keys.Theme:   {Do: a.chooseTheme},
	}
}

func (a *App) openHelp(c keys.Context) tea.Cmd { return a.Dialogs.Push(palette.Help(a.Env, c)) }

// chooseTheme opens the choice of a theme.
func (a *App) chooseTheme() tea.Cmd {
	return a.Dialogs.Push(dialog.NewThemes(a.Env, themes.Names(a.look.dirs...), a.look.theme.ID))
}

// useTheme shows another theme. A broken one keeps the old theme.
func (a *App) useTheme(name string) tea.Cmd {
	t, err := themes.Load(name, a.look.dirs...)
	if err != nil {
		return a.Note.Fail(err)
	}
	a.look.theme = t
	a.restyle()
	return nil
}

// do carries out an action by its row, or by the focused component.
func (a *App) do(id keys.Action) tea.Cmd {
	a.turns++
	if a.turn = a.turns; id == keys.DocNextRemark || id == keys.DocPrevRemark {
		a.turn = -1 // the message says which, and the text beside it has not been asked for
	}
	if why := a.idle(id); why != "" {
		return a.Note.Say(status.Info, why)
	}
	if cmd, waits := a.finding.Missing(id, a.needs(id)); waits && a.PaneFocused() {
		return cmd
	}
	if id.Context() == keys.InCommand {
		return a.running.Do(id)
	}
	if row := a.rows[id]; row.Do != nil {
		return a.Note.Run(row)
	}
	cmd, _ := a.Focused().Do(id)
	return cmd
}

// needs returns what an action needs of the pane. A user's command receives entries.
func (a *App) needs(id keys.Action) act.Need {
	if id.Context() == keys.InCommand {
		return act.LiveEntries
	}
	return a.rows[id].Needs
}

// onSelection reports whether an action takes all that is selected.
func (a *App) onSelection(id keys.Action) bool {
	return id == keys.Import || id.Context() == keys.InCommand || a.rows[id].Needs == act.EntryPlaces
}

// idle returns why an action has nothing to work on, or "". Moving past the end of a list, or to the current focus,
// needs no message because the cursor shows it.
func (a *App) idle(id keys.Action) string {
	switch row := a.rows[id]; {
	case a.onSelection(id) && a.PaneFocused() && a.Pane().Growing():
		return a.Env.Text.Say("the selection is still growing: wait for the listing or stop it with %s", a.Env.Keys.Key(keys.Back))
	case row.Idle != nil:
		return row.Idle()
	case a.ReaderFocused():
		return a.Reader.Idle(id)
	}
	return ""
}

// refuse returns why an action is not possible at the focus, or "".
func (a *App) refuse(id keys.Action) string {
	if why := a.finding.Barred(a.needs(id)); why != "" {
		return why
	}
	if why := a.idle(id); why != "" {
		return why
	}
	if row := a.rows[id]; row.Refuse != nil {
		return row.Refuse()
	}
	return ""
}
