package panes

import (
	"cmp"
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

// openBookmarks lists the bookmarks. With jump it waits for a letter.
func (a *Going) openBookmarks(jump bool) tea.Cmd {
	if a.Client.Keeper == nil {
		return a.Note.SayText(status.Warn, text.NoMemory)
	}
	return a.Dialogs.Push(dialog.NewBookmarks(a.Env, a.Origin(), a.Client.Keeper.Bookmarks(), jump))
}

// addBookmark bookmarks the current folder.
func (a *Going) addBookmark() tea.Cmd {
	at := a.Pane().Place()
	name := cmp.Or(at.Base(), strings.TrimSuffix(at.String(), "/"))
	return a.bookmark(client.Bookmark{Name: name, Place: at})
}

// addReading bookmarks the current heading.
func (a *Going) addReading() tea.Cmd {
	e, h := a.Reader.Entry(), a.Reader.Doc.Heading()
	name := e.Name
	if h.Title != "" {
		name += " " + a.Env.Styles.Glyphs.Crumb + " " + h.Title
	}
	return a.bookmark(client.Bookmark{Name: name, Place: a.Reader.Place(), Document: true, Heading: h})
}

func (a *Going) nothingRead() string {
	if a.Reader.Open() {
		return ""
	}
	return a.Env.Text.Say(text.ReaderNotRead)
}

// bookmark adds a bookmark unless it exists.
func (a *Going) bookmark(m client.Bookmark) tea.Cmd {
	if a.Client.Keeper == nil {
		return a.Note.SayText(status.Warn, text.NoMemory)
	}
	marks := append([]client.Bookmark(nil), a.Client.Keeper.Bookmarks()...)
	for _, b := range marks {
		if b.Same(m) {
			return a.Note.SayText(status.Info, "already bookmarked as %s", b.Name)
		}
	}
	m.Key = dialog.FreeLetter(m.Name, marks)
	marks = append(marks, m)
	return tea.Batch(a.keepBookmarks(marks), a.Note.SayText(status.OK, "bookmarked %s; %s lists the bookmarks", m.Name, a.Env.Keys.Key(keys.Bookmarks)))
}

func (a *Going) keepBookmarks(marks []client.Bookmark) tea.Cmd {
	k := a.Client.Keeper
	if k == nil {
		return nil
	}
	return act.Keep(func() error { return k.SetBookmarks(marks) })
}

func (a *Going) goBookmark(m dialog.BookmarkChosen) tea.Cmd {
	if _, err := a.Client.Sources.For(m.Bookmark.Place); err != nil {
		return a.Note.Fail(err)
	}
	if m.Bookmark.Document {
		return a.read.OpenAt(m.Bookmark.Place, m.Bookmark.Heading)
	}
	return a.Panes[m.Origin.Pane].GoTo(m.Bookmark.Place, model.Step{})
}
