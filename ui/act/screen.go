// Package act is the base of the screen's actions: the screen as they see it, the rows that map actions to functions,
// and shared rules. The actions are in the folders below, one for each kind.
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
	"aloft/ui/preview"
	"aloft/ui/status"
)

// Screen is the actions' view of the screen: panes, reader, dialogs, and what was learned about visible entries. The
// root owns it. Only the update loop uses it.
type Screen struct {
	Env     *input.Env
	PaneEnv *pane.Env
	Note    *Notes
	Client  *Client
	Machine *Machine
	Set     *Settings

	Panes    [2]*pane.Pane
	Focus    int      // the active pane, 0 or 1
	Above    []Part   // what took the keys from the active pane, in order: the last one has them
	Lowers   []*Lower // the panels that may stand below the panes
	Lower    *Lower   // the one that does, nil = none
	Reader   *preview.Viewer
	Dialogs  dialog.Stack
	Greeting dialog.Dialog // the welcome, while it may be open
	Switches Switches
	Shown    Shown
	// Settle lays out the screen and updates the focus.
	Settle func()

	Cut       model.Marks // marked to move or copy
	Cache     *find.Cache // folders listed by panes and walks
	Looking   Awaited     // the search for an entry's folder
	Known     Known
	Asked     time.Time       // when the current plan or read began
	SignedOut map[string]bool // accounts with an expired session
	Choosing  bool            // opening an entry chooses it and ends the screen
	Alone     bool            // nothing was shown yet but the document of the command line
}

// Settings are the current settings that actions use.
type Settings struct {
	Brake model.Brake // larger deletions need their number typed
	// AutoResume continues interrupted jobs at the start without a question.
	AutoResume bool
	// ShowPlans shows even small plans that add to a target.
	ShowPlans bool
	// Calm shows progress in few steps.
	Calm bool
	// WatchEvery is how often to check for changes by others to the open document; 0 = never.
	WatchEvery time.Duration
	// Hidden is what becomes of names that begin with a dot: auto, show or hide.
	Hidden string
	// Author is who suggests edits.
	Author string
}

// Every returns how often progress is shown whose usual interval is given.
func (s *Settings) Every(usual time.Duration) time.Duration {
	if s.Calm {
		return max(usual, calmly)
	}
	return usual
}

// calmly is how often progress is shown at most if it may not move.
const calmly = 10 * time.Second

// Again requests an action again, now that its input is known.
type Again struct{ Action keys.Action }

// Shown is the part of the layout that actions use.
type Shown struct {
	Width    int  // of the screen, in cells
	Wide     bool // the column beside the panes fits without replacing a pane
	Info     bool // the column is visible
	TooSmall bool // nothing is visible
	Panes    [2]image.Rectangle
}

// Pane returns the active pane, Other the one beside it.
func (s *Screen) Pane() *pane.Pane  { return s.Panes[s.Focus] }
func (s *Screen) Other() *pane.Pane { return s.Panes[1-s.Focus] }

// Origin returns the origin of a request made now.
func (s *Screen) Origin() dialog.Origin {
	return dialog.Origin{Pane: s.Focus, Place: s.Panes[s.Focus].Place()}
}

// Show opens the dialog of the latest request: at once; or ignoring keys for a moment, if one may have been pressed
// before the dialog was seen; or behind other open dialogs, to not interrupt typing.
func (s *Screen) Show(d dialog.Dialog) tea.Cmd {
	if s.Dialogs.Len() > 0 || s.Env.Now().Sub(s.Asked) > blink {
		return s.Dialogs.Offer(d)
	}
	return s.Dialogs.Push(d)
}

// blink is how fast an answer must be so that the next key is meant for it.
const blink = 100 * time.Millisecond

// Ungreet closes the welcome for an urgent dialog. The welcome is shown again another time.
func (s *Screen) Ungreet() {
	if s.Greeting != nil && s.Dialogs.Top() == s.Greeting {
		s.Dialogs.Clear()
	}
	s.Greeting = nil
}

// NeedLogin asks once per account to sign in.
func (s *Screen) NeedLogin(at model.Place, err error) tea.Cmd {
	if s.SignedOut[at.Account] {
		return nil
	}
	s.SignedOut[at.Account] = true
	account, of := client.AccountOf(s.Client.Sources, at), at.Scheme.Service()
	switch {
	case s.Client.Logins == nil:
		return s.Note.Fail(err)
	case dialog.SigningIn(s.Dialogs.Top(), account, of): // the person was faster
		return nil
	}
	s.Ungreet()
	return s.Dialogs.Offer(dialog.NewSignIn(s.Env, dialog.SignInOptions{Logins: s.Client.Logins, Account: account, Scheme: of, Err: err}))
}

// Marked counts the marked entries.
func (s *Screen) Marked(m model.Mark) int {
	here, elsewhere := s.Cut.Count(s.Pane().Place(), m)
	return here + elsewhere
}

// NothingMarked says that nothing is marked, or returns "".
func (s *Screen) NothingMarked() string {
	if len(s.Cut.Folders(model.MarkCut))+len(s.Cut.Folders(model.MarkCopy)) > 0 {
		return ""
	}
	return s.Env.Text.Say("nothing is marked")
}

// Empty returns why a list is empty: not listed yet, or not readable.
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

// NoEntry returns why there is no current entry, or "".
func (s *Screen) NoEntry() string {
	if s.Pane().Current() != nil {
		return ""
	}
	return s.Empty(text.NothingSelected)
}

// MaxCopied is the largest text, in bytes, sent to the terminal's clipboard: many terminals silently drop a longer
// sequence.
const MaxCopied = 256 << 10

// Copy asks the terminal to copy a text. The message shows the text, since not every terminal copies.
func (s *Screen) Copy(value string) tea.Cmd {
	return tea.Batch(tea.SetClipboard(value), s.Note.SayText(status.OK, s.Copied("copied: %s"), value))
}

// Copied is what is said of a copied text, and what tmux must allow for it.
func (s *Screen) Copied(said text.Text) text.Text {
	if s.Machine.Getenv("TMUX") != "" {
		return text.Typed(s.Env.Text.Say(said) + " " + s.Env.Text.Say("(tmux needs set-clipboard on)"))
	}
	return said
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
	Info, InfoOver bool // the column beside the panes; the column in place of a pane
	Zoom, Stacked  bool
	Sync, Dry      bool
	Mouse          bool
	Reader         bool // it covers the panes
	Suggest        bool // edits become tracked changes
}

// EditText edits a text in the user's editor. atOnce says that this came back too soon for any typing.
func (s *Screen) EditText(name, text string, most int64, done func(text string, atOnce bool, err error) tea.Msg) tea.Cmd {
	if s.Machine.Editor == nil {
		return s.Note.SayText(status.Warn, "no editor can be opened here")
	}
	began := s.Env.Now()
	return s.Machine.Editor(name, text, most, func(text string, err error) tea.Msg {
		return done(text, s.Env.Now().Sub(began) < time.Second, err)
	})
}
