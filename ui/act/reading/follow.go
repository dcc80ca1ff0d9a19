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
	if a.Has(a.Reader) {
		a.follow.on = ""
		return nil
	}
	key := ""
	at, e := model.Place{}, (*model.Entry)(nil)
	if a.Shown.Info {
		if at, e = a.Readable(); e != nil {
			key = at.String() + "#" + e.ID
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
	if a.Reader.Knows(at, e) || a.Reader.Place().Valid() {
		a.Reader.Show(at, *e)
	} else {
		a.Reader.Clear()
	}
	a.Reader.Hold(true)
	seq := a.follow.seq
	return tea.Tick(restFor, func(time.Time) tea.Msg { return followMsg{seq} })
}

// followed shows the document under the resting cursor.
func (a *Acts) followed(m followMsg) {
	if m.seq != a.follow.seq || a.Has(a.Reader) {
		return
	}
	if at, e := a.Readable(); e != nil {
		a.Reader.Hold(false)
		a.Reader.Show(at, *e)
	}
}
