package reading

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/preview"
	"aloft/ui/status"
)

// view shows the document or the file under the cursor over the panes, and goes into a
// folder, as F3 does elsewhere.
func (a *Acts) view() tea.Cmd {
	e := a.Current()
	if e.Kind.Container() {
		return a.Pane().Open()
	}
	a.OpenReader(a.Pane().PlaceOf(e), *e)
	return nil
}

// openEntry opens what is not a folder: a readable document in the reader, of
// everything else what is known, and why there is no more.
func (a *Acts) openEntry() tea.Cmd {
	if at, e := a.Readable(); e != nil {
		if at.Scheme.Local() || e.Kind == model.KindFile {
			return a.opening.Open(at, *e)
		}
		return a.view()
	}
	return tea.Batch(a.openInfo(), a.Say(status.Info, a.refuseView()))
}

// refuseView says why the entry under the cursor cannot be viewed, "" when it can.
func (a *Acts) refuseView() string {
	e := a.Current()
	if e == nil {
		return a.Env.Text.Say(text.NothingSelected)
	}
	if e.Kind.Container() {
		return ""
	}
	if err := a.Reader.Refusal(a.Pane().PlaceOf(e), e); err != nil {
		return a.Sentence(err)
	}
	return ""
}

// wheelLines is how far one notch scrolls the text beside the panes.
const wheelLines = 3

// scrollPreview scrolls the text beside the panes.
func (a *Acts) scrollPreview(by int) tea.Cmd {
	if a.Previews() {
		a.Reader.Scroll(by)
	}
	return nil
}

// readerTold shows what the reader reports.
func (a *Acts) readerTold(m preview.Told) tea.Cmd {
	if m.Err != nil {
		return a.Fail(m.Err)
	}
	return a.Say(status.Info, m.Text)
}
