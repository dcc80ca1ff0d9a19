package going

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// openBookmarks lists the bookmarks; jump waits for a letter.
func (a *Acts) openBookmarks(jump bool) tea.Cmd {
	if a.Keeper == nil {
		return a.SayText(status.Warn, text.NoMemory)
	}
	return a.Dialogs.Push(dialog.NewBookmarks(a.Env, a.Origin(), a.Keeper.Bookmarks(), jump))
}

// addBookmark bookmarks the folder that is shown.
func (a *Acts) addBookmark() tea.Cmd {
	if a.Keeper == nil {
		return a.SayText(status.Warn, text.NoMemory)
	}
	at := a.Pane().Place()
	marks := append([]client.Bookmark(nil), a.Keeper.Bookmarks()...)
	for _, b := range marks {
		if b.Place.Equal(at) {
			return a.SayText(status.Info, "%s is a bookmark already", b.Name)
		}
	}
	name := at.Base()
	if name == "" {
		name = strings.TrimSuffix(at.String(), "/")
	}
	marks = append(marks, client.Bookmark{Key: dialog.FreeLetter(name, marks), Name: name, Place: at})
	return tea.Batch(a.keepBookmarks(marks), a.SayText(status.OK, "bookmarked %s; %s lists the bookmarks", name, a.Env.Keys.Key(keys.Bookmarks)))
}

func (a *Acts) keepBookmarks(marks []client.Bookmark) tea.Cmd {
	k := a.Keeper
	if k == nil {
		return nil
	}
	return a.Keep(func() error { return k.SetBookmarks(marks) })
}

func (a *Acts) goBookmark(m dialog.BookmarkChosen) tea.Cmd {
	if _, err := a.Sources.For(m.Bookmark.Place); err != nil {
		return a.Fail(err)
	}
	return a.Panes[m.Origin.Pane].GoTo(m.Bookmark.Place, model.Step{})
}
