// Package reading shows entries: documents in the reader, and what is known of
// everything else. It asks for what a listing lacks when the cursor rests.
package reading

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/act/transferring"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/preview"
)

// Acts are the actions, with their state.
type Acts struct {
	*act.Screen
	transfers *transferring.Acts
	rest      rest
	follow    follow
}

// New makes the actions of a screen.
func New(s *act.Screen, t *transferring.Acts) *Acts {
	return &Acts{Screen: s, transfers: t, rest: rest{poor: map[string]bool{}}}
}

// Rows say what each action does with the entry under the cursor or the document in
// the reader, and why it may be refused.
func (a *Acts) Rows() act.Rows {
	copies := func(what copied) func() tea.Cmd { return func() tea.Cmd { return a.copyOf(what) } }
	return act.Join(a.documentRows(), act.Rows{
		keys.ViewOutline: {Do: a.viewOutline, Refuse: a.refuseView},
		keys.ScrollDown:  {Do: func() tea.Cmd { return a.scrollPreview(wheelLines) }, Idle: a.noPreview},
		keys.ScrollUp:    {Do: func() tea.Cmd { return a.scrollPreview(-wheelLines) }, Idle: a.noPreview},
		keys.Info:        {Do: a.openInfo, Idle: a.NoEntry},
		keys.Link:        {Do: a.showLink, Idle: a.NoEntry, Refuse: a.refuseLink},
		keys.CopyName:    {Do: copies(copyName)},
		keys.CopyID:      {Do: copies(copyID)},
		keys.CopyLink:    {Do: copies(copyLink), Refuse: a.refuseLink},
		keys.CopyPath:    {Do: copies(copyPath)},
	})
}

// documentRows are those of the document in the reader.
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
	}
}

// Update handles what was read, and what the panes and the reader report. mine is
// false for every other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case pane.OpenAsked:
		return a.openEntry(), true
	case followMsg:
		a.followed(m)
	case restedMsg:
		return a.rested(m), true
	case toldMsg:
		a.learned(m)
	case infoMsg:
		return a.informed(m), true
	case preview.Told:
		return a.readerTold(m), true
	default:
		return nil, false
	}
	return nil, true
}

// Watch looks whether the cursor has come to another entry that lacks something, or
// that the column is to show.
func (a *Acts) Watch() tea.Cmd { return tea.Batch(a.watchRest(), a.watchFollow()) }

func (a *Acts) noPreview() string {
	if a.Previews() {
		return ""
	}
	return a.Env.Text.Say("no document is shown beside the panes")
}
