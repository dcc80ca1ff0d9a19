// Package listing selects, sorts and finds in the current list.
package listing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/pane"
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

// Rows returns what each action does in a file pane and why there is nothing to work on.
func (a *Acts) Rows() act.Rows {
	selects := act.Row{Idle: a.nothingToSelect}
	all := func(id keys.Action) act.Row {
		return act.Row{Do: func() tea.Cmd { return a.selectAll(id) }, Idle: a.nothingToSelect}
	}
	return act.Rows{
		keys.SelectGlob:   {Do: func() tea.Cmd { return a.askPattern(true) }, Idle: a.nothingToSelect},
		keys.UnselectGlob: {Do: func() tea.Cmd { return a.askPattern(false) }},
		keys.Sort:         {Do: a.askOrder},
		keys.Toggle:       selects,
		keys.ExtendDown:   selects,
		keys.ExtendUp:     selects,
		keys.Range:        selects,
		keys.SelectAll:    all(keys.SelectAll),
		keys.Invert:       all(keys.Invert),
		keys.Compare:      {Do: a.compare, Idle: a.nothingToCompare, Needs: act.LiveEntries},
		keys.FindNext:     {Idle: func() string { return a.nothingFound(false) }},
		keys.FindPrev:     {Idle: func() string { return a.nothingFound(true) }},
	}
}

func (a *Acts) nothingToSelect() string {
	if a.screen.Pane().Rows().Len() > 0 {
		return ""
	}
	return a.screen.Empty("nothing here to select")
}

// selectAll selects all or inverts the selection.
func (a *Acts) selectAll(id keys.Action) tea.Cmd {
	cmd, _ := a.screen.Pane().Do(id)
	return tea.Batch(cmd, a.sayRest(a.screen.Pane()))
}

// sayRest says what becomes of the entries that are not listed yet.
func (a *Acts) sayRest(p *pane.Pane) tea.Cmd {
	switch here, _ := p.Selected(); {
	case p.Growing():
		return a.note.SayText(status.Info, "%d selected so far; the selection grows with the listing, %s stops both", here, a.env.Keys.Key(keys.Back))
	case p.Partial():
		p.Rows().Settle()
		return a.note.SayText(status.Warn, "only listed entries are selected, not all; %s lists it again", a.env.Keys.Key(keys.Refresh))
	}
	return nil
}

func (a *Acts) nothingFound(back bool) string {
	p := a.screen.Pane()
	switch {
	case p.Finding() == "":
		return a.env.Text.Say("no search yet; %s finds a name in this list", a.env.Keys.Key(keys.Find))
	case !p.FindsOther(back):
		return a.env.Text.Say("no other name here has %s in it", model.Clean(p.Finding()))
	}
	return ""
}

// patternFor is the purpose of a pattern and the name of its history.
type patternFor string

const (
	toSelect   patternFor = "select"
	toUnselect patternFor = "unselect"
)

// Update handles the answers of its dialogs. mine is false for every other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.MenuAnswered[model.Order]:
		if m.OK {
			cmd = a.setOrder(m.Origin.Pane, m.Value)
		}
		return cmd, true
	case dialog.PromptAnswered[patternFor]:
		if m.OK {
			cmd = tea.Batch(a.client.Remember(string(m.For), m.Value), a.selectMatching(m))
		}
		return cmd, true
	}
	return nil, false
}

func (a *Acts) selectMatching(m dialog.PromptAnswered[patternFor]) tea.Cmd {
	what := text.Text("%d {entry|entries} selected by the pattern")
	if m.For == toUnselect {
		what = "%d {entry|entries} unselected by the pattern"
	}
	p := a.screen.Panes[m.Origin.Pane]
	n := p.SelectMatching(m.Value, m.For == toSelect)
	if rest := a.sayRest(p); rest != nil {
		return rest
	}
	return a.note.Say(status.Info, a.env.Text.Say(what, n))
}
