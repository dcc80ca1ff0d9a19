package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/palette"
	"aloft/ui/status"
)

// do carries out an action: what concerns the whole screen here, the rest on
// what has the focus.
func (a *App) do(id keys.Action) tea.Cmd {
	if why := a.idle(id); why != "" {
		return a.Say(status.Info, why)
	}
	if row := a.rows[id]; row.Do != nil {
		return a.Run(row)
	}
	switch id {
	case keys.None:
		return nil
	case keys.Help:
		return a.openHelp(a.context())
	case keys.Palette:
		return a.Dialogs.Push(palette.New(a.Env, a.context(), a.refuse))
	case keys.Quit:
		if a.hooks.over != nil {
			return a.closeHookView()
		}
		if a.Switches.OnReader && !a.Switches.OnPanel {
			a.CloseReader()
			return nil
		}
		return a.askQuit()
	case keys.Back:
		return a.back()
	case keys.Redraw:
		return tea.ClearScreen
	case keys.Suspend:
		return a.suspend()
	case keys.Refresh:
		if a.OnHooks() {
			return tea.Batch(a.readHooks(), a.SayText(status.Info, "read again"))
		}
		if a.Switches.OnReader && !a.Switches.OnPanel {
			return a.Reader.Reload()
		}
		delete(a.SignedOut, a.Pane().Place().Account)
		if a.Previews() {
			return tea.Batch(a.Pane().Refresh(), a.Reader.Reload())
		}
		return a.Pane().Refresh()
	case keys.OtherPane:
		if a.hooks.over != nil {
			return a.doHooks(id)
		}
		a.otherPane()
	case keys.FocusPreview:
		return a.focusReader()
	case keys.NextPanel:
		return a.nextPanel()
	case keys.FocusLeft:
		a.SetFocus(0)
	case keys.FocusRight:
		a.SetFocus(1)
	case keys.FocusHook:
		return a.openHooks()
	case keys.HookPanel:
		return a.toggleHooks()
	case keys.Log:
		return a.showLog()
	case keys.Theme:
		return a.chooseTheme()
	case keys.Zoom, keys.Split, keys.Sync, keys.Swap, keys.Mouse, keys.DryRun, keys.Preview:
		return a.switchView(id)
	default:
		if a.OnHooks() {
			return a.doHooks(id)
		}
		if a.Switches.OnPanel {
			cmd, _ := a.work.Panel.Do(id)
			return cmd
		}
		if a.Switches.OnReader {
			cmd, _ := a.Reader.Do(id)
			return cmd
		}
		cmd, _ := a.Pane().Do(id)
		return cmd
	}
	return nil
}

// back takes one step back: a message, then what the pane has.
func (a *App) back() tea.Cmd {
	switch {
	case a.work.Cancel(), a.editing.Cancel():
		return a.SayText(status.Info, text.Cancelled)
	case a.Broken():
		a.ClearNote()
		return nil
	case a.hooks.over != nil:
		a.ClearNote()
		if !a.hooks.over.Back() {
			return a.closeHookView()
		}
		return nil
	case a.OnHooks() && a.hooks.panel.Back():
		return nil
	case a.Switches.OnPanel:
		a.LeavePanel()
		return nil
	case a.Switches.OnReader:
		a.ClearNote()
		if !a.Reader.Back() {
			a.CloseReader()
		}
		return nil
	}
	a.ClearNote()
	cmd, _ := a.Pane().Do(keys.Back)
	return cmd
}

// switchView turns one of the ways of looking on or off.
func (a *App) switchView(id keys.Action) tea.Cmd {
	v := &a.Switches
	said := func(on bool, yes, no text.Text) tea.Cmd {
		if on {
			return a.Say(status.Info, a.Env.Text.Say(yes))
		}
		return a.Say(status.Info, a.Env.Text.Say(no))
	}
	defer a.Settle()
	switch id {
	case keys.Zoom:
		v.Zoom = !v.Zoom
	case keys.Split:
		v.Stacked = !v.Stacked
	case keys.Preview:
		if a.w >= threeWide {
			v.Info = !v.Info
		} else {
			v.InfoOver = !v.InfoOver
			v.Info = true
		}
	case keys.Sync:
		v.Sync = !v.Sync
		return said(v.Sync, "both panes go together", "each pane goes its own way")
	case keys.Mouse:
		v.Mouse = !v.Mouse
		return said(v.Mouse, "mouse on", "mouse off: the terminal selects text again")
	case keys.DryRun:
		v.Dry = !v.Dry
		return said(v.Dry, "dry run: plans are shown and nothing is changed", "dry run off: changes are made")
	case keys.Swap:
		return a.swap()
	}
	return nil
}

// swap lets the panes change their sides.
func (a *App) swap() tea.Cmd {
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

// nextPanel gives the focus to the next of the panes and the lower panel.
func (a *App) nextPanel() tea.Cmd {
	switch {
	case a.Switches.OnPanel && a.Switches.Reader:
		a.LeavePanel()
	case a.Switches.OnPanel:
		a.SetFocus(0)
	case a.Focus == 0 && !a.Switches.OnReader:
		a.SetFocus(1)
	case !a.Switches.OnReader && a.Previews():
		a.Switches.OnReader = true
		a.Settle()
	case a.Switches.Panel && a.Switches.Hook:
		return a.openHooks()
	case a.Switches.Panel:
		a.work.OpenPanel()
	case a.Switches.Reader:
		a.Reader.Switch()
	default:
		a.SetFocus(0)
	}
	return nil
}
