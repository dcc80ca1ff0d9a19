package reading

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/guide"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
)

// Rows returns what each action does with the current entry or the document in the reader, and why it may be refused.
func (a *Acts) Rows() act.Rows {
	copies := func(what copied) func() tea.Cmd { return func() tea.Cmd { return a.copyOf(what) } }
	return act.Join(a.documentRows(), act.Rows{
		keys.Guide:       {Do: a.openGuide},
		keys.ViewOutline: {Do: a.view, Refuse: a.refuseView, Needs: act.LiveEntries},
		keys.ScrollDown:  {Do: func() tea.Cmd { return a.scrollPreview(wheelLines) }, Idle: a.noPreview},
		keys.ScrollUp:    {Do: func() tea.Cmd { return a.scrollPreview(-wheelLines) }, Idle: a.noPreview},
		keys.Info:        {Do: a.openInfo, Idle: a.NoEntry, Needs: act.LiveEntries},
		keys.Link:        {Do: a.showLink, Idle: a.NoEntry, Refuse: a.refuseLink, Needs: act.LiveEntries},
		keys.CopyName:    {Do: copies(copyName)},
		keys.CopyID:      {Do: copies(copyID), Needs: act.LiveEntries},
		keys.CopyLink:    {Do: copies(copyLink), Refuse: a.refuseLink, Needs: act.LiveEntries},
		keys.CopyPath:    {Do: copies(copyPath), Needs: act.EntryPlaces},
	})
}

// documentRows are the rows of the shown document or file.
func (a *Acts) documentRows() act.Rows {
	row := func(do func(model.Place, model.Entry) tea.Cmd) act.Row {
		return act.Row{Do: func() tea.Cmd {
			if !a.Reader.Open() {
				return nil
			}
			return do(a.Reader.Place(), a.Reader.Entry())
		}}
	}
	copies := func(what copied) act.Row {
		return row(func(at model.Place, e model.Entry) tea.Cmd { return a.copyOfEntry(what, at, &e) })
	}
	return act.Rows{
		keys.DocBelow:  {Do: func() tea.Cmd { return a.beside(keys.Down, keys.Up) }},
		keys.DocAbove:  {Do: func() tea.Cmd { return a.beside(keys.Up, keys.Down) }},
		keys.FileBelow: {Do: func() tea.Cmd { return a.beside(keys.Down, keys.Up) }},
		keys.FileAbove: {Do: func() tea.Cmd { return a.beside(keys.Up, keys.Down) }},
		keys.FileClose: {Do: func() tea.Cmd { a.CloseReader(); return nil }},
		keys.FileInfo:  {Do: func() tea.Cmd { return a.InfoOf(a.Reader.Place(), a.Reader.Entry()) }},
		keys.FileCopyPath: {Do: func() tea.Cmd {
			e := a.Reader.Entry()
			return a.copyOfEntry(copyPath, a.Reader.Place(), &e)
		}},
		keys.DocClose: row(func(model.Place, model.Entry) tea.Cmd { a.CloseReader(); return nil }),
		keys.DocExport: row(func(at model.Place, _ model.Entry) tea.Cmd {
			from := a.Origin()
			from.Place = at.Parent()
			return a.transfers.Export(from, []model.Place{at})
		}),
		keys.DocInfo:     row(a.InfoOf),
		keys.DocLink:     row(func(_ model.Place, e model.Entry) tea.Cmd { return a.LinkOf(&e) }),
		keys.DocCopyName: copies(copyName),
		keys.DocCopyID:   copies(copyID),
		keys.DocCopyLink: copies(copyLink),
		keys.DocCopyPath: copies(copyPath),
		keys.DocLinks:    {Do: a.listLinks},
		keys.DocCopyText: {Do: a.copySection},
		keys.PassageCopy: {Do: a.copyPassage},
	}
}

// Update handles answers and the reports of panes and reader. mine is false for every other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case pane.OpenAsked:
		return a.openEntry(), true
	case followMsg:
		a.followed(m)
	case restedMsg:
		return a.rested(m), true
	case watchMsg:
		return a.lookAtDocument(m), true
	case lookedMsg:
		return a.lookedAt(m), true
	case contentsMsg:
		return a.listContents(m), true
	case insideMsg:
		a.contents.arrived(m)
	case roomMsg:
		return a.askRoom(m), true
	case roomedMsg:
		a.rooms.roomed(m)
	case toldMsg:
		a.learned(m)
	case foundMsg:
		return a.found(m), true
	case infoMsg:
		return a.informed(m), true
	case ledMsg:
		return a.led(m), true
	case browsedMsg:
		return a.browsed(m), true
	case dialog.DocListChosen[linksTag]:
		return a.linkChosen(m), true
	case dialog.MenuAnswered[guide.Page]:
		a.Reader.ShowPage(m.Value.Title, m.Value.Flow())
		a.CoverPanes()
	case passageMsg:
		return a.passageRead(m), true
	default:
		return nil, false
	}
	return nil, true
}

// Watch checks whether the cursor is on another entry that lacks details or belongs in the column, whether
// it is in another place, and whether another document is read.
func (a *Acts) Watch() tea.Cmd {
	return tea.Batch(a.watchRest(), a.watchFollow(), a.watchContents(), a.watchRoom(), a.watchDocument())
}
