package going

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
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
	at := a.Pane().Place()
	name := at.Base()
	if name == "" {
		name = strings.TrimSuffix(at.String(), "/")
	}
	return a.bookmark(client.Bookmark{Name: name, Place: at})
}

// addReading bookmarks the heading that is read.
func (a *Acts) addReading() tea.Cmd {
	e, h := a.Reader.Entry(), a.Reader.Heading()
	name := e.Name
	if h.Title != "" {
		name += " " + a.Env.Styles.Glyphs.Crumb + " " + h.Title
	}
	return a.bookmark(client.Bookmark{Name: name, Place: a.Reader.Place(), Document: true, Heading: h})
}

func (a *Acts) nothingRead() string {
	if a.Reader.Open() {
		return ""
	}
	return a.Env.Text.Say(text.ReaderNotRead)
}

// bookmark adds a bookmark, once.
func (a *Acts) bookmark(m client.Bookmark) tea.Cmd {
	if a.Keeper == nil {
		return a.SayText(status.Warn, text.NoMemory)
	}
	marks := append([]client.Bookmark(nil), a.Keeper.Bookmarks()...)
	for _, b := range marks {
		if b.Same(m) {
			return a.SayText(status.Info, "%s is a bookmark already", b.Name)
		}
	}
	m.Key = dialog.FreeLetter(m.Name, marks)
	marks = append(marks, m)
	return tea.Batch(a.keepBookmarks(marks), a.SayText(status.OK, "bookmarked %s; %s lists the bookmarks", m.Name, a.Env.Keys.Key(keys.Bookmarks)))
}

func (a *Acts) keepBookmarks(marks []client.Bookmark) tea.Cmd {
	k := a.Keeper
	if k == nil {
		return nil
	}
	return act.Keep(func() error { return k.SetBookmarks(marks) })
}

func (a *Acts) goBookmark(m dialog.BookmarkChosen) tea.Cmd {
	if _, err := a.Sources.For(m.Bookmark.Place); err != nil {
		return a.Fail(err)
	}
	if m.Bookmark.Document {
		return a.read.OpenAt(m.Bookmark.Place, m.Bookmark.Heading)
	}
	return a.Panes[m.Origin.Pane].GoTo(m.Bookmark.Place, model.Step{})
}
