package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/input"
)

// answer goes on with what a dialog has answered or asked for. mine is false
// for every other message.
func (a *App) answer(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.PromptAnswered:
		return a.prompted(m), true
	case dialog.MenuAnswered:
		return a.chosen(m), true
	case dialog.FolderAsked:
		return a.listFor(m), true
	case dialog.ConfirmAnswered:
		if t, ok := m.Tag.(replayTag); ok {
			if m.Yes {
				return a.replay(t.id), true
			}
			return nil, true
		}
	case dialog.PickAnswered:
		if t, ok := m.Tag.(pickTag); ok && m.OK {
			return a.picked(m.Origin, t, m.Place), true
		}
		return nil, true
	case dialog.BookmarkChosen:
		return a.goBookmark(m), true
	case dialog.BookmarksChanged:
		return a.keepBookmarks(m.Bookmarks), true
	case dialog.ResultChosen:
		return a.goHit(m), true
	case dialog.HitAsked:
		return a.hitAsked(m), true
	case dialog.RecentAsked:
		return a.listRecent(m, nil), true
	case dialog.RecentOrderAsked:
		return a.askRecentOrder(m.Asked), true
	case dialog.ShareAnswered:
		return a.shared(m), true
	case dialog.QuitAnswered:
		return a.quitAnswered(m), true
	case dialog.CopyAsked:
		return a.copy(m.Text), true
	case dialog.BinAnswered:
		return a.binAnswered(m), true
	case dialog.ThemePreviewed:
		return a.useTheme(m.Name), true
	case dialog.ThemeChosen:
		return a.useTheme(m.Name), true
	case dialog.WelcomeAnswered:
		return a.welcomed(), true
	case dialog.HelpAsked:
		return a.openHelp(m.Context), true
	case dialog.FormAnswered:
		if t, ok := m.Tag.(hookSaveTag); ok {
			return a.hookSaveAsked(t, m), true
		}
	case input.CompleteAsked:
		return a.complete(m), true
	}
	return a.hookAnswered(msg)
}

func (a *App) goBookmark(m dialog.BookmarkChosen) tea.Cmd {
	if _, err := a.Sources.For(m.Bookmark.Place); err != nil {
		return a.Fail(err)
	}
	return a.Panes[m.Origin.Pane].GoTo(m.Bookmark.Place, model.Step{})
}

// welcome greets a new person.
func (a *App) welcome() tea.Cmd {
	if a.Keeper == nil || a.d.Settings.NoWelcome || !a.Keeper.FirstRun() {
		return nil
	}
	a.Greeting = dialog.NewWelcome(a.Env, a.d.Left.String())
	return a.Dialogs.Push(a.Greeting)
}

// greeted takes the welcome away for a key that means something else: whoever
// types does not read it.
func (a *App) greeted(k string) tea.Cmd {
	if a.Greeting == nil || a.Dialogs.Top() != a.Greeting || k == "enter" || k == "esc" {
		return nil
	}
	return a.Dialogs.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
}

func (a *App) welcomed() tea.Cmd {
	k := a.Keeper
	if k == nil {
		return nil
	}
	return a.Keep(func() error { return k.Welcomed() })
}
