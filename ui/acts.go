package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/keys"
)

// paneAct is what an action does in a file pane, and why it may be refused there, ""
// = it is not; the palette says so beforehand. What it has nothing to work on for
// is idle's.
type paneAct struct {
	do     func(a *App) tea.Cmd
	refuse func(a *App) string // nil = never
}

// paneActs are the actions that the pane does not do by itself.
func paneActs() map[keys.Action]paneAct {
	return map[keys.Action]paneAct{
		keys.OpenOther:    {do: (*App).openOther},
		keys.SameOther:    {do: func(a *App) tea.Cmd { return a.Other().GoTo(a.Pane().Place(), model.Step{}) }},
		keys.GoDrive:      {do: func(a *App) tea.Cmd { return a.goRoot(model.SchemeDrive) }},
		keys.GoDisk:       {do: func(a *App) tea.Cmd { return a.goRoot(model.SchemeDisk) }},
		keys.GoDocs:       {do: func(a *App) tea.Cmd { return a.goDocs(model.SchemeDocs) }},
		keys.GoSpaces:     {do: func(a *App) tea.Cmd { return a.goDocs(model.SchemeSpace) }},
		keys.GoRecent:     {do: (*App).openRecent, refuse: refuseRecent},
		keys.GoPlace:      {do: (*App).askPlace},
		keys.GoBin:        {do: (*App).openBin, refuse: able[client.Binner](text.NoBin)},
		keys.SelectGlob:   {do: func(a *App) tea.Cmd { return a.askPattern(true) }},
		keys.UnselectGlob: {do: func(a *App) tea.Cmd { return a.askPattern(false) }},
		keys.Sort:         {do: (*App).askOrder},
		keys.Search:       {do: (*App).askSearch, refuse: able[client.Searcher](text.NoSearch)},
		keys.Bookmarks:    {do: func(a *App) tea.Cmd { return a.openBookmarks(false) }},
		keys.BookmarkJump: {do: func(a *App) tea.Cmd { return a.openBookmarks(true) }},
		keys.BookmarkAdd:  {do: (*App).addBookmark},
		keys.ViewOutline:  {do: (*App).viewOutline, refuse: (*App).refuseView},
		keys.ScrollDown:   {do: func(a *App) tea.Cmd { a.scrollPreview(true); return nil }},
		keys.ScrollUp:     {do: func(a *App) tea.Cmd { a.scrollPreview(false); return nil }},
		keys.Info:         {do: (*App).openInfo},
		keys.Link:         {do: (*App).showLink, refuse: refuseLink},
		keys.CopyName:     {do: func(a *App) tea.Cmd { return a.copyOf(keys.CopyName) }},
		keys.CopyID:       {do: func(a *App) tea.Cmd { return a.copyOf(keys.CopyID) }},
		keys.CopyLink:     {do: func(a *App) tea.Cmd { return a.copyOf(keys.CopyLink) }, refuse: refuseLink},
		keys.CopyPath:     {do: func(a *App) tea.Cmd { return a.copyOf(keys.CopyPath) }},

		keys.New:        {do: (*App).askNew, refuse: needs(model.OpMakeFolder, model.OpCreate)},
		keys.NewFolder:  {do: (*App).askNewFolder, refuse: needs(model.OpMakeFolder)},
		keys.Rename:     {do: (*App).beginRename, refuse: needs(model.OpRename)},
		keys.Move:       {do: (*App).moveToOther, refuse: needs(model.OpMove)},
		keys.MovePick:   {do: (*App).pickTarget, refuse: needs(model.OpMove)},
		keys.Cut:        {do: (*App).markCut, refuse: needs(model.OpMove)},
		keys.Paste:      {do: (*App).pasteMarked, refuse: source(refusePaste)},
		keys.DropMarks:  {do: func(a *App) tea.Cmd { a.Cut.Drop(model.MarkCut); a.Cut.Drop(model.MarkCopy); return nil }},
		keys.Copy:       {do: (*App).copyToOther, refuse: source(refuseCopyToOther)},
		keys.CopyPick:   {do: (*App).copyPick, refuse: source(refuseCopy)},
		keys.MarkCopy:   {do: (*App).markCopy, refuse: source(refuseCopy)},
		keys.Import:     {do: (*App).importHere, refuse: transfers(model.OpImport)},
		keys.Export:     {do: (*App).exportOut, refuse: transfers(model.OpExport)},
		keys.Permission: {do: (*App).askShare, refuse: needs(model.OpShare)},
		keys.Delete:     {do: (*App).planDelete, refuse: needs(model.OpDelete)},
		keys.DeleteTree: {do: (*App).deleteTree, refuse: source(func(*App, client.Source) string { return "" })},
	}
}

// source refuses what needs the source of the pane, when there is none, and else
// as f does.
func source(f func(*App, client.Source) string) func(*App) string {
	return func(a *App) string {
		src, err := a.Pane().Source()
		if err != nil {
			return a.Sentence(err)
		}
		return f(a, src)
	}
}

// needs refuses what the source can do none of.
func needs(ops ...model.Op) func(*App) string {
	return source(func(a *App, src client.Source) string { return a.Unable(src, ops...) })
}

// able refuses what the source has no interface for.
func able[T any](no text.Text) func(*App) string {
	return source(func(a *App, src client.Source) string {
		if _, ok := src.(T); !ok {
			return a.Env.Text.Say(no, string(src.Root().Scheme))
		}
		return ""
	})
}

// transfers refuses an import or export of a source that holds documents.
func transfers(op model.Op) func(*App) string {
	return source(func(a *App, src client.Source) string {
		if !act.TakesFiles(src.Root()) {
			return ""
		}
		return a.Unable(src, op)
	})
}

// refusePaste: of what is marked to copy it decides where that comes from.
func refusePaste(a *App, src client.Source) string {
	if here, there := a.Cut.Count(a.Pane().Place(), model.MarkCopy); here+there > 0 {
		return ""
	}
	return a.Unable(src, model.OpMove)
}

func refuseCopyToOther(a *App, _ client.Source) string {
	sel := a.Pane().Selection()
	if sel.Len() == 0 {
		return ""
	}
	_, why := a.route(sel.Places(), a.Other().Place())
	return why
}

// refuseRecent: who is signed out is told when it is opened.
func refuseRecent(a *App) string {
	docs, root, err := a.docs()
	if err != nil {
		return ""
	}
	if _, ok := docs.(client.Recents); !ok {
		return a.Env.Text.Say("%s: has no list of recent documents", string(root.Scheme))
	}
	return ""
}

func refuseLink(a *App) string {
	if e := a.Current(); e != nil {
		return a.noLink(e)
	}
	return ""
}
