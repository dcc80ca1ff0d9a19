// Package act is what the actions of the screen build on: the screen as they see
// it, the rows that say which action does what, and the rules that several of them
// follow. The actions themselves are in the folders below, one for each kind.
package act

import (
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/client/find"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
	"aloft/ui/viewer"
)

// Screen is what actions see of the screen: the panes, the reader, the dialogs, and what was
// learned about the entries that show. The root owns it; it is touched on the update loop only.
type Screen struct {
	Env     *input.Env
	PaneEnv *pane.Env
	Note    *Notes
	Client  *Client
	Machine *Machine
	Set     *Settings

	Panes    [2]*pane.Pane
	Focus    int    // the active pane, 0 or 1
	Above    []Part // what took the keys from the active pane, in order: the last one has them
	Lower    Part   // the panel below the panes, nil = none
	Reader   *viewer.Viewer
	Dialogs  dialog.Stack
	Greeting dialog.Dialog // the welcome, while it may be open
	Switches Switches
	Shown    Shown
	// Settle lays the screen out and gives the keys to what has the focus now.
	Settle func()

	Cut       model.Marks // what is marked to be moved or copied
	Cache     *find.Cache // folders that panes and walks have listed
	Looking   Awaited     // a search for where an entry is
	Known     Known
	Asked     time.Time       // when the awaited plan or reading was begun
	SignedOut map[string]bool // accounts whose session has ended
	Choosing  bool            // what is opened is chosen, and ends the screen
}

// Settings are those in force that the actions go by.
type Settings struct {
	Brake model.Brake // a deletion that it stops needs its number typed
	// AutoResume: interrupted jobs go on at the start, without a question.
	AutoResume bool
	// ShowPlans: what goes into a target shows its plan even when it is small.
	ShowPlans bool
	// WatchEvery is how often it is asked whether others have changed the document that
	// is read; 0 = never.
	WatchEvery time.Duration
}

// Again requests an action once more: what it needs is known now.
type Again struct{ Action keys.Action }

// Shown is the part of the layout that matters to actions.
type Shown struct {
	Width    int  // of the screen, in cells
	Wide     bool // the column beside the panes does not replace a pane
	Info     bool // that column shows
	Detail   bool // the line of the entry under the cursor shows
	TooSmall bool // nothing is shown
	Panes    [2]image.Rectangle
}

// Pane is the active one, Other the one beside it.
func (s *Screen) Pane() *pane.Pane  { return s.Panes[s.Focus] }
func (s *Screen) Other() *pane.Pane { return s.Panes[1-s.Focus] }

// Origin of what is requested now.
func (s *Screen) Origin() dialog.Origin {
	return dialog.Origin{Pane: s.Focus, Place: s.Panes[s.Focus].Place()}
}

// Show opens the dialog that was requested last: at once; or ignoring keys for a
// moment, where a key may have been pressed before the dialog was seen; or behind
// what is open by now, so that it does not come between a person and what they
// type.
func (s *Screen) Show(d dialog.Dialog) tea.Cmd {
	if s.Dialogs.Len() > 0 || s.Env.Now().Sub(s.Asked) > blink {
		return s.Dialogs.Offer(d)
	}
	return s.Dialogs.Push(d)
}

// blink is how fast an answer must be for a key right after it to be meant for it.
const blink = 100 * time.Millisecond

// Ungreet closes the welcome for something that needs an answer now; it is shown
// again another time.
func (s *Screen) Ungreet() {
	if s.Greeting != nil && s.Dialogs.Top() == s.Greeting {
		s.Dialogs.Clear()
	}
	s.Greeting = nil
}

// NeedLogin says once that an account is signed out.
func (s *Screen) NeedLogin(at model.Place, err error) tea.Cmd {
	if s.SignedOut[at.Account] {
		return nil
	}
	s.SignedOut[at.Account] = true
	s.Ungreet()
	return s.Dialogs.Offer(dialog.NewLogin(s.Env, client.AccountOf(s.Client.Sources, at), err))
}

// Marked counts what is marked to be moved or copied.
func (s *Screen) Marked(m model.Mark) int {
	here, elsewhere := s.Cut.Count(s.Pane().Place(), m)
	return here + elsewhere
}

// NothingMarked says so, "" when something is to be moved or copied.
func (s *Screen) NothingMarked() string {
	if len(s.Cut.Folders(model.MarkCut))+len(s.Cut.Folders(model.MarkCopy)) > 0 {
		return ""
	}
	return s.Env.Text.Say("nothing is marked")
}

// Empty is why a list is empty: it is not there yet, or could not be read, else no.
func (s *Screen) Empty(no text.Text) string {
	p := s.Pane()
	switch {
	case p.Rows().Len() > 0:
	case p.Busy():
		return s.Env.Text.Say("this folder is still being listed")
	case p.Err() != nil:
		return s.Note.Sentence(p.Err())
	}
	return s.Env.Text.Say(no)
}

// NoEntry says why nothing is under the cursor, "" when something is.
func (s *Screen) NoEntry() string {
	if s.Pane().Current() != nil {
		return ""
	}
	return s.Empty(text.NothingSelected)
}

// MaxCopied is the most that is sent to the terminal for its clipboard, in bytes:
// many silently drop a longer sequence.
const MaxCopied = 256 << 10

// Copy asks the terminal to copy a text; the text is shown as well, since not every
// terminal copies.
func (s *Screen) Copy(value string) tea.Cmd {
	said := text.Text("copied: %s")
	if s.Machine.Getenv("TMUX") != "" {
		said = "copied: %s (if tmux allows it: set-clipboard on)"
	}
	return tea.Batch(tea.SetClipboard(value), s.Note.SayText(status.OK, said, value))
}

// RefreshAt lists a folder again in the panes that show it.
func (s *Screen) RefreshAt(folder model.Place) tea.Cmd {
	var cmds []tea.Cmd
	for _, p := range s.Panes {
		if p.Place().Equal(folder) {
			cmds = append(cmds, p.Refresh())
		}
	}
	return tea.Batch(cmds...)
}

// Switches are what the person has switched on.
type Switches struct {
	Info, InfoOver bool // the column beside the panes; the same in place of a pane
	Zoom, Stacked  bool
	Sync, Dry      bool
	Mouse          bool
	Reader         bool // it covers the panes
}
