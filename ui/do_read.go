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

// readable is the entry under the cursor with its place, when the reader can show
// it.
func (a *App) readable() (at model.Place, e *model.Entry) {
	e = a.current()
	if e == nil || e.Kind != model.KindDoc && e.Kind != model.KindSmartCanvas {
		return at, nil
	}
	at = a.pane().PlaceOf(e)
	if !a.reader.Readable(at, e) {
		return at, nil
	}
	return at, e
}

// watchFollow lets the column follow the cursor: what is known shows at once,
// requests are made when the cursor rests.
func (a *App) watchFollow() tea.Cmd {
	if a.view.reader || a.view.onReader {
		a.follow.on = ""
		return nil
	}
	key := ""
	at, e := model.Place{}, (*model.Entry)(nil)
	if !a.lay.Info.Empty() {
		if at, e = a.readable(); e != nil {
			key = at.Root().String() + "#" + e.ID
		}
	}
	if key == a.follow.on {
		return nil
	}
	a.follow.on = key
	a.follow.seq++
	if key == "" {
		a.reader.Clear()
		return nil
	}
	if a.reader.Knows(at, e) {
		a.reader.Show(at, *e)
	} else {
		a.reader.Clear()
	}
	a.reader.Hold(true)
	seq := a.follow.seq
	return tea.Tick(restFor, func(time.Time) tea.Msg { return followMsg{seq} })
}

// followed shows the document that the cursor has come to rest on.
func (a *App) followed(m followMsg) {
	if m.seq != a.follow.seq || a.view.reader || a.view.onReader {
		return
	}
	if at, e := a.readable(); e != nil {
		a.reader.Hold(false)
		a.reader.Show(at, *e)
	}
}

// previews reports whether the column shows the document under the cursor, or the
// one that the reader has the focus on.
func (a *App) previews() bool {
	switch {
	case a.lay.Info.Empty():
		return false
	case a.view.onReader:
		return true
	}
	e := a.current()
	return e != nil && a.reader.Shows(a.pane().PlaceOf(e), e)
}

// viewOutline opens the document under the cursor over the panes.
func (a *App) viewOutline() tea.Cmd {
	e := a.current()
	a.openReader(a.pane().PlaceOf(e), *e)
	return nil
}

// openEntry opens what is no folder: a document that can be read in the reader,
// of everything else what is known.
func (a *App) openEntry() tea.Cmd {
	if _, e := a.readable(); e != nil {
		return a.viewOutline()
	}
	return a.openInfo()
}

// refuseView says why the entry under the cursor has nothing to read, "" when it
// has.
func (a *App) refuseView() string {
	e := a.current()
	if e == nil {
		return a.env.Text.Say(text.NothingSelected)
	}
	if err := a.reader.Refusal(a.pane().PlaceOf(e), e); err != nil {
		return a.sentence(err)
	}
	return ""
}

// openReader shows a document over the panes.
func (a *App) openReader(at model.Place, e model.Entry) {
	a.reader.Hold(false)
	a.reader.Show(at, e)
	a.view.reader, a.view.onReader, a.view.onPanel = true, true, false
	a.refocus()
}

// closeReader gives the place and the keys back to the panes.
func (a *App) closeReader() {
	a.reader.Leave()
	a.setFocus(a.focus)
}

// focusReader gives the keys to the document beside the panes; where none shows,
// the column is shown or hidden.
func (a *App) focusReader() tea.Cmd {
	if a.view.reader {
		a.view.onReader, a.view.onPanel = true, false
		a.refocus()
		return nil
	}
	at, e := a.readable()
	if e == nil || a.lay.Info.Empty() {
		cmd := a.switchView(keys.Preview)
		if a.lay.Info.Empty() || e == nil {
			return cmd
		}
	}
	a.reader.Hold(false)
	a.reader.Show(at, *e)
	a.view.onReader, a.view.onPanel = true, false
	a.refocus()
	return nil
}

// otherPane gives the keys to the other pane; over the panes, to the other part of
// the reader.
func (a *App) otherPane() {
	switch {
	case a.view.onPanel:
		a.leavePanel()
	case a.view.reader:
		a.reader.Switch()
	case a.view.onReader:
		a.setFocus(a.focus)
	default:
		a.setFocus(1 - a.focus)
	}
}

// leavePanel gives the keys from the jobs back to what had them.
func (a *App) leavePanel() {
	if !a.view.reader {
		a.setFocus(a.focus)
		return
	}
	a.view.onPanel, a.view.onReader = false, true
	a.refocus()
}

// readerTypes reports whether keys go into a text field of the reader.
func (a *App) readerTypes() bool {
	return a.view.onReader && !a.view.onPanel && a.reader.Typing()
}

// readerArea is where the reader shows.
func (a *App) readerArea() image.Rectangle {
	if !a.lay.Reader.Empty() {
		return a.lay.Reader
	}
	if a.previews() {
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
	if a.previews() {
		a.reader.Scroll(by)
	}
}

// doReader carries out an action on the document in the reader.
func (a *App) doReader(id keys.Action) tea.Cmd {
	if cmd, ok := a.reader.Do(id); ok {
		return cmd
	}
	if !a.reader.Open() {
		return nil
	}
	at, e := a.reader.Place(), a.reader.Entry()
	switch id {
	case keys.DocClose:
		a.closeReader()
	case keys.DocExport:
		from := a.origin()
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
		return a.fail(m.Err)
	}
	return a.say(status.Info, m.Text)
}
