package ui

import (
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// keepAfter is how long after a key the state is stored: what a kill may cost. Without keys there is no timer.
const keepAfter = 3 * time.Second

// keepMsg says that keepAfter is over.
type keepMsg struct{}

// keptMsg says that the state was stored.
type keptMsg struct{ err error }

// soon stores the state a while after a key.
func (k *keeping) soon() tea.Cmd {
	if k.save == nil || k.off || k.waiting {
		return nil
	}
	k.waiting = true
	return tea.Tick(keepAfter, func(time.Time) tea.Msg { return keepMsg{} })
}

// now stores the state off the update loop. It returns nil without changes.
func (k *keeping) now() tea.Cmd {
	if k.save == nil || k.off {
		return nil
	}
	s := k.session()
	if reflect.DeepEqual(s, k.last) {
		return nil
	}
	k.last = s
	save := k.save
	return func() tea.Msg { return keptMsg{save(s)} }
}

// later calls now on the timer, except during a range selection, which it would end.
func (k *keeping) later() tea.Cmd {
	k.waiting = false
	for _, p := range k.Panes {
		if p.Rows().Ranging() {
			return k.soon()
		}
	}
	return k.now()
}

// atEnd stores the state after the update loop has ended, even without changes: another screen may have stored its
// own meanwhile, and the last one to end counts.
func (k *keeping) atEnd() {
	if k.save != nil && !k.off {
		_ = k.save(k.session()) // nobody is left to tell
	}
}

// kept says once that the state could not be stored.
func (k *keeping) kept(m keptMsg) tea.Cmd {
	if m.err == nil || k.failed {
		return nil
	}
	k.failed = true
	return k.Note.Mention(status.Warn, k.Note.Sentence(m.err))
}

// session returns the state to store.
func (k *keeping) session() client.Session {
	sw := &k.Switches
	s := client.Session{
		Sides: [2]client.Side{k.Panes[0].Session(), k.Panes[1].Session()},
		Focus: k.Focus, Zoom: sw.Zoom, Split: sw.Stacked, Sync: sw.Sync, NoInfo: !sw.Info, Over: sw.InfoOver,
		OnPanel: k.LowerFocused(), Ground: k.look.told, Dots: k.PaneEnv.Dots,
	}
	if l := k.Lower; l != nil {
		s.Panel = l.Name
	}
	if sw.Reader && k.Reader.Place().Valid() {
		s.Reading = client.Reading{Place: k.Reader.Place(), Heading: k.Reader.Doc.Heading()}
	}
	return s
}

// arrange restores the switches of the last session.
func (k *keeping) arrange() {
	s := k.last
	sw := &k.Switches
	sw.Zoom, sw.Stacked, sw.Sync, sw.Info, sw.InfoOver = s.Zoom, s.Split, s.Sync, !s.NoInfo, s.Over
	k.Focus, k.PaneEnv.Dots = s.Focus, s.Dots
	for _, l := range k.Lowers {
		if l.Name == s.Panel && (l.Name != client.PanelHooks || k.Client.Hooks != nil) {
			k.OpenLower(l)
		}
	}
	if !s.OnPanel {
		k.SetFocus(s.Focus)
	}
}

// comeBack restores the panes and the reader of the last session. A pane without a stored state shows its first
// place.
func (k *keeping) comeBack(left, right model.Place) tea.Cmd {
	s := k.last
	var cmds []tea.Cmd
	for i, first := range []model.Place{left, right} {
		if len(s.Sides[i].Tabs) > 0 {
			cmds = append(cmds, k.Panes[i].Restore(s.Sides[i]))
		} else {
			cmds = append(cmds, k.going.Start(pane.ID(i), first, i == 0))
		}
	}
	if !s.Reading.Place.IsZero() {
		cmds = append(cmds, k.reading.ComeBack(s.Reading.Place, s.Reading.Heading))
	}
	return tea.Batch(cmds...)
}
