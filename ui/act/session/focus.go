package session

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
)

// nextPanel moves the focus to the next of the panes and the lower panel.
func (a *Viewing) nextPanel() tea.Cmd {
	s := a.Screen
	switch lower := s.LowerFocused(); {
	case lower && s.Switches.Reader:
		s.Leave(s.Lower.Panel)
	case lower:
		s.SetFocus(0)
	case s.Focus == 0 && !s.ReaderFocused():
		s.SetFocus(1)
	case !s.ReaderFocused() && s.Previews():
		s.FocusReader()
	case s.Lower != nil:
		return s.Lower.Show()
	case s.Switches.Reader:
		s.Reader.Switch()
	default:
		s.SetFocus(0)
	}
	return nil
}

// onePart returns why the focus has nowhere else to go, or "": a file covers the panes.
func (a *Viewing) onePart(alone bool) string {
	s := a.Screen
	if !alone || !s.Switches.Reader || !s.ReaderFocused() || !s.Reader.OnFile() {
		return ""
	}
	return a.Env.Text.Say("the file covers both panes; %s goes back to them", a.Env.Keys.Key(keys.FileClose))
}

// focusReader moves the focus to the document beside the panes. Without one it shows or hides the column.
func (a *Viewing) focusReader() tea.Cmd {
	if a.Switches.Reader {
		a.FocusReader()
		return nil
	}
	at, e := a.Readable()
	if e == nil || !a.Shown.Info {
		if cmd := a.rearrange(a.showInfo)(); cmd != nil || !a.Shown.Info || e == nil {
			return cmd
		}
	}
	a.Reader.Hold(false)
	a.Reader.Show(at, *e)
	a.FocusReader()
	return nil
}

// otherPane moves the focus to the other pane, or over the panes to the other part of the reader.
func (a *Viewing) otherPane() tea.Cmd {
	s := a.Screen
	switch has := s.Focused(); {
	case a.hooks.Over() != nil:
		cmd, _ := has.Do(keys.OtherPane)
		return cmd
	case s.Lower != nil && has == s.Lower.Panel:
		s.Leave(has)
	case s.Switches.Reader:
		s.Reader.Switch()
	case has == s.Reader:
		s.SetFocus(s.Focus)
	default:
		s.SetFocus(1 - s.Focus)
	}
	return nil
}
