package reading

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/status"
)

// copied is which name of an entry is copied.
type copied int

const (
	copyName copied = iota
	copyID
	copyLink
	copyPath
)

// copyOf puts name, id, link or place of the entry under the cursor into the
// clipboard, or of the folder where there is none.
func (a *Acts) copyOf(what copied) tea.Cmd {
	p := a.Pane()
	if e := p.Current(); e != nil {
		return a.copyOfEntry(what, p.PlaceOf(e), e)
	}
	return a.copyOfEntry(what, p.Place(), nil)
}

// copyOfEntry copies one of the names of an entry; e is nil for a folder itself.
func (a *Acts) copyOfEntry(what copied, at model.Place, e *model.Entry) tea.Cmd {
	value := ""
	switch {
	case what == copyPath:
		if err := client.CheckPlace("copy", at); err != nil {
			return a.Fail(err)
		}
		value = at.String()
	case e == nil && what == copyName:
		value = at.Base()
	case e == nil:
	case what == copyName:
		value = e.Name
	case what == copyID:
		value = e.ID
	case what == copyLink:
		if why := a.noLink(e); why != "" {
			return a.Say(status.Warn, why)
		}
		value = e.Link
	}
	if value == "" {
		return a.SayText(status.Warn, "there is nothing to copy here")
	}
	return a.Copy(value)
}
