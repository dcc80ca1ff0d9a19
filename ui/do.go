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
		return a.say(status.Info, why)
	}
	if isEdit(id) {
		return a.doEdit(id)
	}
	switch id {
	case keys.None:
		return nil
	case keys.Help:
		return a.openHelp(a.context())
	case keys.Palette:
		return a.dialogs.Push(palette.New(a.env, a.context(), a.refuse))
	case keys.Quit:
		if a.hooks.over != nil {
			return a.closeHookView()
		}
		if a.view.onReader && !a.view.onPanel {
			a.closeReader()
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
		if a.onHooks() {
			return tea.Batch(a.readHooks(), a.sayText(status.Info, "read again"))
		}
		if a.view.onReader && !a.view.onPanel {
			return a.reader.Reload()
		}
		delete(a.signedOut, a.pane().Place().Account)
		if a.previews() {
			return tea.Batch(a.pane().Refresh(), a.reader.Reload())
		}
		return a.pane().Refresh()
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
		a.setFocus(0)
	case keys.FocusRight:
		a.setFocus(1)
	case keys.FocusJobs:
		a.openPanel(true)
	case keys.JobsPanel:
		a.togglePanel()
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
		if a.onHooks() {
			return a.doHooks(id)
		}
		if a.view.onPanel {
			cmd, _ := a.panel.Do(id)
			return cmd
		}
		if a.view.onReader {
			return a.doReader(id)
		}
		return a.doPane(id)
	}
	return nil
}

// doPane carries out what needs the pane with the focus.
func (a *App) doPane(id keys.Action) tea.Cmd {
	p := a.pane()
	if home := a.paneEnv.Home(p.Place()); id == keys.GoHome && home.Equal(p.Place()) {
		return a.goOrSay(home)
	}
	if cmd, ok := p.Do(id); ok {
		return cmd
	}
	row, ok := a.acts[id]
	if !ok {
		return nil
	}
	if why := a.refuse(id); why != "" {
		return a.say(status.Warn, why)
	}
	return row.do(a)
}

// back takes one step back: a message, then what the pane has.
func (a *App) back() tea.Cmd {
	switch {
	case a.work.cancelPlanning(), a.cancelEdit():
		return a.sayText(status.Info, text.Cancelled)
	case a.note.level == status.Bad && a.note.text != "":
		a.note = note{}
		return nil
	case a.hooks.over != nil:
		a.note = note{}
		if !a.hooks.over.Back() {
			return a.closeHookView()
		}
		return nil
	case a.onHooks() && a.hooks.panel.Back():
		return nil
	case a.view.onPanel:
		a.leavePanel()
		return nil
	case a.view.onReader:
		a.note = note{}
		if !a.reader.Back() {
			a.closeReader()
		}
		return nil
	}
	a.note = note{}
	cmd, _ := a.pane().Do(keys.Back)
	return cmd
}

// switchView turns one of the ways of looking on or off.
func (a *App) switchView(id keys.Action) tea.Cmd {
	v := &a.view
	said := func(on bool, yes, no text.Text) tea.Cmd {
		if on {
			return a.say(status.Info, a.env.Text.Say(yes))
		}
		return a.say(status.Info, a.env.Text.Say(no))
	}
	defer a.arrange()
	switch id {
	case keys.Zoom:
		v.zoom = !v.zoom
	case keys.Split:
		v.stacked = !v.stacked
	case keys.Preview:
		if a.w >= threeWide {
			v.info = !v.info
		} else {
			v.infoOver = !v.infoOver
			v.info = true
		}
	case keys.Sync:
		v.sync = !v.sync
		return said(v.sync, "both panes go together", "each pane goes its own way")
	case keys.Mouse:
		v.mouse = !v.mouse
		return said(v.mouse, "mouse on", "mouse off: the terminal selects text again")
	case keys.DryRun:
		v.dry = !v.dry
		return said(v.dry, "dry run: plans are shown and nothing is changed", "dry run off: changes are made")
	case keys.Swap:
		return a.swap()
	}
	return nil
}

// swap lets the panes change their sides.
func (a *App) swap() tea.Cmd {
	a.panes[0], a.panes[1] = a.panes[1], a.panes[0]
	var cmds []tea.Cmd
	again := [2]bool{a.panes[0].SetID(0), a.panes[1].SetID(1)}
	for i, p := range a.panes {
		if again[i] {
			cmds = append(cmds, p.Refresh())
		}
	}
	a.focus = 1 - a.focus
	a.refocus()
	return tea.Batch(cmds...)
}

// nextPanel gives the focus to the next of the panes and the lower panel.
func (a *App) nextPanel() tea.Cmd {
	switch {
	case a.view.onPanel && a.view.reader:
		a.leavePanel()
	case a.view.onPanel:
		a.setFocus(0)
	case a.focus == 0 && !a.view.onReader:
		a.setFocus(1)
	case !a.view.onReader && a.previews():
		a.view.onReader = true
		a.refocus()
	case a.view.panel && a.view.hook:
		return a.openHooks()
	case a.view.panel:
		a.openPanel(true)
	case a.view.reader:
		a.reader.Switch()
	default:
		a.setFocus(0)
	}
	return nil
}

func (a *App) togglePanel() {
	if a.view.panel && a.view.onPanel && !a.view.hook {
		a.view.panel = false
		a.leavePanel()
		return
	}
	a.openPanel(true)
}

func (a *App) openPanel(focus bool) {
	if !a.view.panel || a.view.hook {
		a.panel.Do(keys.JobTop) // what was done last
	}
	a.view.panel, a.view.hook = true, false
	if focus {
		a.view.onPanel = true
	}
	a.work.seen()
	a.panel.Set(a.work.snaps)
	a.refocus()
}
