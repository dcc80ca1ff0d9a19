package editing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
)

// Rows returns what each action does to the document and why it may be refused.
func (a *Acts) Rows() act.Rows { return a.rows }

func (a *Acts) makeRows() act.Rows {
	// kind is the edit, "" = only reads.
	row := func(kind model.EditKind, do func(subject) tea.Cmd) act.Row {
		return act.Row{
			Refuse: func() string { return a.refuse(kind) },
			Do:     func() tea.Cmd { s, _ := a.subject(); return do(s) },
		}
	}
	form := func(kind model.EditKind, how asking) act.Row {
		return row(kind, func(s subject) tea.Cmd { return a.ask(s, askFor{kind, how}) })
	}
	found := func(kind model.EditKind) act.Row {
		return row(kind, func(s subject) tea.Cmd {
			if passage := a.Reader.Doc.Passage(); passage != nil {
				return a.readChosen(s, askFor{kind, asChosen}, passage)
			}
			return a.askFound(s, askFor{kind: kind})
		})
	}
	return act.Rows{
		keys.PaneEdit:      row("", a.askEdit),
		keys.PaneInsert:    form(model.EditMarkdown, asUsual),
		keys.EditInsert:    form(model.EditMarkdown, asUsual),
		keys.EditAppend:    form(model.EditMarkdown, asAppend),
		keys.EditTasks:     form(model.EditTask, asUsual),
		keys.EditAdd:       row("", a.askAdd),
		keys.EditReplace:   found(model.EditReplace),
		keys.EditFormat:    found(model.EditFormat),
		keys.EditComment:   found(model.EditComment),
		keys.EditComments:  row("", a.lists.comments),
		keys.EditImages:    row("", a.lists.images),
		keys.EditRevisions: row("", func(s subject) tea.Cmd { return a.lists.revisions(s, 0) }),
		keys.EditSuggest:   row("", a.switchSuggest),
		keys.EditUndo:      row("", a.planUndo),
		keys.EditHistory:   row("", a.lists.edits),
		keys.EditCompare:   row("", a.askCompare),
	}
}

func (a *Acts) askCompare(s subject) tea.Cmd {
	return a.compare.Ask(Document{Origin: s.origin, Place: s.place, Name: s.entry.Name, Version: s.base()})
}

// refuse returns why an edit of the kind is not possible now, or "".
func (a *Acts) refuse(kind model.EditKind) string {
	s, ok := a.subject()
	if !ok {
		return a.Env.Text.Say("nothing is selected or under the cursor")
	}
	ed, err := a.Client.EditorOf(s.place)
	if err == nil {
		err = cannot(ed, &s, kind)
	}
	if err != nil {
		return a.Note.Sentence(err)
	}
	return ""
}

// Update handles what was read, planned or applied, and what the dialogs answered.
// mine is false for every other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case outlinedMsg:
		return a.outlined(m), true
	case insertReadMsg:
		return a.insertRead(m), true
	case chosenMsg:
		return a.askChosen(m), true
	case chosenFoundMsg:
		return a.chosenFound(m), true
	case foundMsg:
		return a.foundText(m), true
	case editPlannedMsg:
		return a.editPlanned(m), true
	case editAppliedMsg:
		return a.editApplied(m), true
	}
	return a.answered(msg)
}

func (a *Acts) answered(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.MenuAnswered[keys.Action]:
		return a.Note.Run(a.rows[m.Value]), true
	case dialog.MenuAnswered[addItem]:
		return a.addChosen(m.Value), true
	case dialog.FormAnswered[editTag]:
		return a.formed(m.Tag, m), true
	case dialog.MatchesAnswered[editTag]:
		return a.matchesPicked(m), true
	case dialog.EditPlanAnswered[pending]:
		return a.editDecided(m), true
	case dialog.EditConflictAnswered[pending]:
		return a.conflictAnswered(m), true
	case dialog.DocListChosen[listTag]:
		return a.listChosen(m), true
	}
	return nil, false
}

// New returns the actions of a screen.
func New(s *act.Screen, compare *Comparing) *Acts {
	a := &Acts{Screen: s, compare: compare, lists: lists{Screen: s}}
	a.rows = a.makeRows()
	return a
}
