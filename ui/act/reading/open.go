package reading

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// view shows the current document or file over the panes, or enters a folder, as F3 does elsewhere.
func (a *Acts) view() tea.Cmd {
	e := a.Current()
	if e.Kind.Container() {
		return a.Pane().Open()
	}
	a.OpenReader(a.Pane().PlaceOf(e), *e)
	return nil
}

// beside shows the next entry of the list that can be read; back leads to where the cursor was.
func (a *Acts) beside(on, back keys.Action) tea.Cmd {
	p := a.Pane()
	if e := p.Current(); e == nil || !a.Reader.Shows(p.PlaceOf(e), e) {
		return a.Note.SayText(status.Info, "this document is not in the list")
	}
	for n := 0; ; n++ {
		was := p.Rows().Cursor()
		p.Do(on)
		if p.Rows().Cursor() == was {
			for range n {
				p.Do(back)
			}
			return a.Note.SayText(status.Info, "no more documents in this direction")
		}
		if at, e := a.ReadableOf(p.Current()); e != nil {
			a.OpenReader(at, *e)
			return nil
		}
	}
}

// openEntry opens an entry that is not a folder: a readable document in the reader, or else the details and why it
// cannot be read.
func (a *Acts) openEntry() tea.Cmd {
	if at, e := a.Readable(); e != nil {
		if at.Scheme.Local() || e.Kind == model.KindFile {
			return a.opening.Open(at, *e)
		}
		return a.view()
	}
	why := a.refuseView()
	if e := a.Current(); why == "" && e.Kind.Exported() {
		return a.view()
	}
	return tea.Batch(a.openInfo(), a.Note.Say(status.Info, why))
}

// refuseView returns why the current entry cannot be viewed, or "".
func (a *Acts) refuseView() string {
	e := a.Current()
	if e == nil {
		return a.Env.Text.Say(text.NothingSelected)
	}
	if e.Kind.Container() {
		return ""
	}
	if err := a.Reader.Refusal(a.Pane().PlaceOf(e), e); err != nil {
		return a.Note.Sentence(err)
	}
	return ""
}

// wheelLines is how many lines a notch scrolls the text beside the panes.
const wheelLines = 3

// scrollPreview scrolls the text beside the panes.
func (a *Acts) scrollPreview(by int) tea.Cmd {
	if a.Previews() {
		a.Reader.Scroll(by)
	}
	return nil
}
