package ui

import (
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/preview"
	"aloft/ui/status"
)

// follow is the document under the cursor, for the column that shows it.
type follow struct {
	on  string // the entry, "" = nothing to show
	seq int
}

// followMsg: the cursor has stood still on a document.
type followMsg struct{ seq int }

// watchFollow lets the column follow the cursor: what is known shows at once,
// requests are made when the cursor rests.
func (a *App) watchFollow() tea.Cmd {
	if a.Switches.Reader || a.Switches.OnReader {
		a.follow.on = ""
		return nil
	}
	key := ""
	at, e := model.Place{}, (*model.Entry)(nil)
	if !a.lay.Info.Empty() {
		if at, e = a.Readable(); e != nil {
			key = at.Root().String() + "#" + e.ID
		}
	}
	if key == a.follow.on {
		return nil
	}
	a.follow.on = key
	a.follow.seq++
	if key == "" {
		a.Reader.Clear()
		return nil
	}
	if a.Reader.Knows(at, e) {
		a.Reader.Show(at, *e)
	} else {
		a.Reader.Clear()
	}
	a.Reader.Hold(true)
	seq := a.follow.seq
	return tea.Tick(restFor, func(time.Time) tea.Msg { return followMsg{seq} })
}

// followed shows the document that the cursor has come to rest on.
func (a *App) followed(m followMsg) {
	if m.seq != a.follow.seq || a.Switches.Reader || a.Switches.OnReader {
		return
	}
	if at, e := a.Readable(); e != nil {
		a.Reader.Hold(false)
		a.Reader.Show(at, *e)
	}
}

// viewOutline opens the document under the cursor over the panes.
func (a *App) viewOutline() tea.Cmd {
	e := a.Current()
	a.OpenReader(a.Pane().PlaceOf(e), *e)
	return nil
}

// openEntry opens what is no folder: a document that can be read in the reader,
// of everything else what is known.
func (a *App) openEntry() tea.Cmd {
	if _, e := a.Readable(); e != nil {
		return a.viewOutline()
	}
	return a.openInfo()
}

// refuseView says why the entry under the cursor has nothing to read, "" when it
// has.
func (a *App) refuseView() string {
	e := a.Current()
	if e == nil {
		return a.Env.Text.Say(text.NothingSelected)
	}
	if err := a.Reader.Refusal(a.Pane().PlaceOf(e), e); err != nil {
		return a.Sentence(err)
	}
	return ""
}

// focusReader gives the keys to the document beside the panes; where none shows,
// the column is shown or hidden.
func (a *App) focusReader() tea.Cmd {
	if a.Switches.Reader {
		a.Switches.OnReader, a.Switches.OnPanel = true, false
		a.Settle()
		return nil
	}
	at, e := a.Readable()
	if e == nil || a.lay.Info.Empty() {
		cmd := a.switchView(keys.Preview)
		if a.lay.Info.Empty() || e == nil {
			return cmd
		}
	}
	a.Reader.Hold(false)
	a.Reader.Show(at, *e)
	a.Switches.OnReader, a.Switches.OnPanel = true, false
	a.Settle()
	return nil
}

// otherPane gives the keys to the other pane; over the panes, to the other part of
// the reader.
func (a *App) otherPane() {
	switch {
	case a.Switches.OnPanel:
		a.LeavePanel()
	case a.Switches.Reader:
		a.Reader.Switch()
	case a.Switches.OnReader:
		a.SetFocus(a.Focus)
	default:
		a.SetFocus(1 - a.Focus)
	}
}

// readerTypes reports whether keys go into a text field of the reader.
func (a *App) readerTypes() bool {
	return a.Switches.OnReader && !a.Switches.OnPanel && a.Reader.Typing()
}

// readerArea is where the reader shows.
func (a *App) readerArea() image.Rectangle {
	if !a.lay.Reader.Empty() {
		return a.lay.Reader
	}
	if a.Previews() {
		return a.lay.Info
	}
	return image.Rectangle{}
}

// scrollPreview scrolls the text beside the panes.
func (a *App) scrollPreview(down bool) {
	by := wheelLines
	if !down {
		by = -by
	}
	if a.Previews() {
		a.Reader.Scroll(by)
	}
}

// doReader carries out an action on the document in the reader.
func (a *App) doReader(id keys.Action) tea.Cmd {
	if cmd, ok := a.Reader.Do(id); ok {
		return cmd
	}
	if !a.Reader.Open() {
		return nil
	}
	at, e := a.Reader.Place(), a.Reader.Entry()
	switch id {
	case keys.DocClose:
		a.CloseReader()
	case keys.DocExport:
		from := a.Origin()
		from.Place = at.Parent()
		return a.exportItems(from, []model.Place{at})
	case keys.DocInfo:
		return a.infoOfEntry(at, e)
	case keys.DocLink:
		return a.linkOf(&e)
	case keys.DocCopyName, keys.DocCopyID, keys.DocCopyLink, keys.DocCopyPath:
		same := map[keys.Action]keys.Action{
			keys.DocCopyName: keys.CopyName, keys.DocCopyID: keys.CopyID,
			keys.DocCopyLink: keys.CopyLink, keys.DocCopyPath: keys.CopyPath,
		}
		return a.copyOfEntry(same[id], at, e.Name, e.ID, e.Link, &e)
	}
	return nil
}

// readerTold says what the reader has to say.
func (a *App) readerTold(m preview.Told) tea.Cmd {
	if m.Err != nil {
		return a.Fail(m.Err)
	}
	return a.Say(status.Info, m.Text)
}
