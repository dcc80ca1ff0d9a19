// Package going takes the panes to places: roots of sources, typed places, ids and links, bookmarks, tabs.
package going

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/act/following"
	"aloft/ui/act/reading"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/pane"
)

// Acts are the actions.
type Acts struct {
	env    *input.Env
	note   *act.Notes
	screen *act.Screen
	client *act.Client

	follow *following.Acts
	read   *reading.Acts
}

// New returns the actions of a screen.
func New(s *act.Screen, f *following.Acts, r *reading.Acts) *Acts {
	return &Acts{env: s.Env, note: s.Note, screen: s, client: s.Client, follow: f, read: r}
}

// Start shows the first place of a pane, which may be a file. With read, a document opens in the reader.
func (a *Acts) Start(id pane.ID, at model.Place, read bool) tea.Cmd {
	if !at.IsRoot() {
		a.follow.Typed(id, at, read)
	}
	return a.screen.Panes[id].GoTo(at, model.Step{})
}

// Rows returns where each action leads from a file pane and why it may be refused.
func (a *Acts) Rows() act.Rows {
	return act.Rows{
		keys.GoHome:       {Do: a.goHome},
		keys.OpenOther:    {Do: a.openOther, Needs: act.LiveEntries},
		keys.SameOther:    {Do: a.sameOther, Idle: a.bothSame},
		keys.GoDrive:      {Do: a.goTo(keys.GoDrive)},
		keys.GoDisk:       {Do: a.goTo(keys.GoDisk)},
		keys.GoDocs:       {Do: a.goTo(keys.GoDocs)},
		keys.GoSpaces:     {Do: a.goTo(keys.GoSpaces)},
		keys.GoPlace:      {Do: a.askPlace},
		keys.Bookmarks:    {Do: func() tea.Cmd { return a.openBookmarks(false) }},
		keys.BookmarkJump: {Do: func() tea.Cmd { return a.openBookmarks(true) }},
		keys.BookmarkAdd:  {Do: a.addBookmark, Needs: act.TheFolder},
		keys.DocBookmark:  {Do: a.addReading, Idle: a.nothingRead},
		keys.NewTab:       {Do: a.newTab},
		keys.CloseTab:     {Do: a.closeTab, Idle: a.oneTab},
		keys.NextTab:      {Do: a.stepTab(1), Idle: a.oneTab},
		keys.PrevTab:      {Do: a.stepTab(-1), Idle: a.oneTab},

		keys.Parent:      {Idle: a.atRoot},
		keys.Open:        {Idle: a.nothingToOpen, Needs: act.LiveEntries},
		keys.HistoryBack: {Idle: a.leadsNowhere(keys.HistoryBack, "there is no folder to go back to")},
		keys.GoPrevious:  {Idle: a.leadsNowhere(keys.GoPrevious, "there is no folder to go back to")},
		keys.HistoryNext: {Idle: a.leadsNowhere(keys.HistoryNext, "there is no folder to go forward to")},
	}
}

// placeAsked marks the prompt of a place.
type placeAsked struct{}

// promptGo is the name of its history.
const promptGo = "go"

// Update handles answers of the service, moves of the panes, and dialogs. mine is false for every other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case resolvedMsg:
		return a.resolved(m), true
	case pane.Went:
		return a.went(m), true
	case input.CompleteAsked:
		return a.complete(m), true
	case dialog.BookmarkChosen:
		return a.goBookmark(m), true
	case dialog.BookmarksChanged:
		return a.keepBookmarks(m.Bookmarks), true
	case dialog.PromptAnswered[placeAsked]:
		if m.OK {
			cmd = tea.Batch(a.client.Remember(promptGo, m.Value), a.goPlace(m.Origin, m.Value))
		}
		return cmd, true
	}
	return nil, false
}
