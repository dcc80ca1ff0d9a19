package reading

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
)

// followMsg says that the cursor has rested on a document.
type followMsg struct{ seq int }

// watchFollow lets the column follow the cursor: it shows what is known at once and requests the rest when the cursor
// rests. From one that can be read to the next it keeps its form.
func (a *Acts) watchFollow() tea.Cmd {
	if a.screen.Has(a.screen.Reader) {
		a.follow.on = ""
		return nil
	}
	key := ""
	at, e := model.Place{}, (*model.Entry)(nil)
	if a.screen.Shown.Info {
		if at, e = a.screen.Readable(); e != nil {
			key = at.String() + "#" + e.ID
		}
	}
	if key == a.follow.on {
		return nil
	}
	a.follow.on = key
	a.follow.seq++
	if key == "" {
		a.screen.Reader.Clear()
		return nil
	}
	if a.screen.Reader.Knows(at, e) || a.screen.Reader.Place().Valid() {
		a.screen.Reader.Show(at, *e)
	} else {
		a.screen.Reader.Clear()
	}
	a.screen.Reader.Hold(true)
	seq := a.follow.seq
	return tea.Tick(restFor, func(time.Time) tea.Msg { return followMsg{seq} })
}

// followed shows the document under the resting cursor.
func (a *Acts) followed(m followMsg) {
	if m.seq != a.follow.seq || a.screen.Has(a.screen.Reader) {
		return
	}
	if at, e := a.screen.Readable(); e != nil {
		a.screen.Reader.Hold(false)
		a.screen.Reader.Show(at, *e)
	}
}
