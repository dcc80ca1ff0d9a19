// Package sharing makes, lists and ends links to entries of a drive and saves what others share.
package sharing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Acts are the actions.
type Acts struct {
	env    *input.Env
	note   *act.Notes
	screen *act.Screen
	client *act.Client
}

// New returns the actions of a screen.
func New(s *act.Screen) *Acts { return &Acts{env: s.Env, note: s.Note, screen: s, client: s.Client} }

// Rows returns what each action does in a file pane and why it may be refused.
func (a *Acts) Rows() act.Rows {
	able := act.Able[client.LinkSharer](a.screen, text.NoLinks)
	return act.Rows{
		keys.Share:      {Do: a.ask, Idle: a.screen.NoEntry, Refuse: a.screen.Refusing(a.noLink), Needs: act.EntryPlaces},
		keys.ShareLinks: {Do: func() tea.Cmd { return a.list(a.screen.Origin()) }, Refuse: able},
		keys.ShareSave:  {Do: a.askLink, Refuse: able, Needs: act.TheFolder},
	}
}

// noLink returns why an entry of a source cannot be shared by a link, or "", and what does it for a document.
func (a *Acts) noLink(src client.Source) string {
	c := a.env.Text
	switch _, ok := src.(client.LinkSharer); {
	case ok:
		return ""
	case a.note.Unable(src, model.OpShare) == "":
		return c.Say("a document has no share link: %s sets who may read it, %s copies its address", a.env.Keys.Key(keys.Permission), a.env.Keys.Key(keys.CopyLink))
	}
	return c.Say(text.NoLinks, string(src.Root().Scheme))
}

// Update handles what was read and what the dialogs answered. mine is false for every
// other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.FormAnswered[wanted]:
		return a.make(m), true
	case madeMsg:
		return a.made(m), true
	case listedMsg:
		return a.listed(m), true
	case dialog.FormAnswered[shown]:
		return a.chosen(m), true
	case endedMsg:
		return a.ended(m), true
	case dialog.FormAnswered[toSave]:
		return a.save(m), true
	case savedMsg:
		return a.saved(m), true
	}
	return nil, false
}

// sharer returns the drive of a place.
func (a *Acts) sharer(at model.Place) (client.LinkSharer, error) {
	src, err := a.client.Sources.For(at)
	if err != nil {
		return nil, err
	}
	s, ok := src.(client.LinkSharer)
	if !ok {
		return nil, client.Errorf(client.KindUnsupported, "share", at, text.NoLinks, string(at.Scheme))
	}
	return s, nil
}

// copy copies a link and its pass code to the terminal's clipboard.
func (a *Acts) copy(l client.ShareLink) tea.Cmd {
	if l.URL == "" {
		return a.note.SayText(status.Warn, "the drive returned no address for this link")
	}
	return a.screen.Copy(l.Words())
}

// Buttons of the forms.
const (
	doMake = "make"
	doCopy = "copy"
	doEnd  = "end"
	doSave = "save"
)
