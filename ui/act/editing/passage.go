package editing

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/preview"
	"aloft/ui/status"
)

// maxShown is how many cells of the selected text a form shows.
const maxShown = 240

// chosenMsg carries the text that is selected in the reader.
type chosenMsg struct {
	seq     int
	subject subject
	what    askFor
	passage preview.Passage
	err     error
}

// readChosen finds the selected text in the document, then asks.
func (a *Acts) readChosen(s subject, what askFor, passage func() (preview.Passage, error)) tea.Cmd {
	_, seq := a.work.Begin(a.Screen)
	return func() tea.Msg {
		m := chosenMsg{seq: seq, subject: s, what: what}
		m.passage, m.err = passage()
		return m
	}
}

// askChosen opens the form of an edit of the selected text.
func (a *Acts) askChosen(m chosenMsg) tea.Cmd {
	if !a.work.End(m.seq) {
		return nil
	}
	spec, _ := m.what.kind.Spec()
	t := editTag{subject: m.subject, what: m.what, passage: m.passage.Pieces}
	switch {
	case m.err != nil:
		return a.Note.Say(status.Warn, a.Note.Sentence(m.err))
	case m.passage.Column:
		return a.Note.SayText(status.Warn, "select within one cell, or whole rows")
	case len(t.passage) > 1 && spec.Replaces:
		return a.Note.SayText(status.Warn, "select text within one paragraph or cell")
	}
	for _, p := range []preview.Piece{t.passage[0], t.passage[len(t.passage)-1]} {
		if p.Nth == 0 {
			return a.Note.SayText(status.Warn, "the selection contains a picture or a line break: select text on one side of it")
		}
	}
	say := a.Env.Text.Say
	on := dialog.FormField{Kind: dialog.FieldNote, Label: say("selected"), Value: a.Env.Ruler.Truncate(model.OneLine(t.text()), maxShown)}
	fields := append([]dialog.FormField{on}, a.formFields(t.what, "")...)
	return a.form(t, fields, say(spec.Title, strconv.Quote(model.Clean(t.subject.entry.Name))), a.editButtons(spec.Yes))
}

// chosenFoundMsg carries the matches of the first and the last part of the selected text.
type chosenFoundMsg struct {
	seq  int
	tag  editTag
	show bool
	ends []model.Matches
	err  error
}

// findChosen finds the positions of the selected text in the version that the user has seen: only the service knows
// them.
func (a *Acts) findChosen(t editTag, show bool) tea.Cmd {
	ed, err := a.Client.EditorOf(t.subject.place)
	if err != nil {
		return a.Note.Fail(err)
	}
	ctx, seq := a.work.Begin(a.Screen)
	item, base := act.RefOf(t.subject.place, &t.subject.entry), t.subject.base()
	opt := client.Options{Class: client.Interactive, Lane: "find"}
	return tea.Batch(a.says("searching…"), func() tea.Msg {
		m := chosenFoundMsg{seq: seq, tag: t, show: show}
		for _, p := range t.ends() {
			found, err := ed.Find(ctx, item, p.Text, base, opt)
			if err != nil {
				m.err = err
				break
			}
			found.Text = p.Text
			m.ends = append(m.ends, found)
		}
		return m
	})
}

// ends are the first and the last part of the selected text, or the only one.
func (t editTag) ends() []preview.Piece {
	if n := len(t.passage); n > 1 {
		return []preview.Piece{t.passage[0], t.passage[n-1]}
	}
	return t.passage
}

// chosenFound plans the edit of the selected text. Where the service finds other matches in the section than the
// reader, the user says which one it is.
func (a *Acts) chosenFound(m chosenFoundMsg) tea.Cmd {
	if !a.work.End(m.seq) {
		return nil
	}
	a.Note.ClearNote()
	t := m.tag
	if m.err != nil {
		return a.editFailed(t, client.EditRequest{}, m.err)
	}
	var at []int
	for i, p := range t.ends() {
		found := &m.ends[i]
		if len(found.All) == 0 {
			return a.Note.SayText(status.Warn, "%s not found in version %d", strconv.Quote(model.Clean(p.Text)), found.Version)
		}
		n, sure := which(found, &p, t.subject.outline)
		switch {
		case sure:
		case len(t.passage) > 1:
			return a.Note.SayText(status.Warn, "%s occurs several times here: begin or end the selection at another word", strconv.Quote(model.Clean(p.Text)))
		default:
			found.Text = p.Text
			t.subject.matches = *found
			return a.Show(dialog.NewMatches(a.Env, dialog.MatchesOptions[editTag]{
				Tag: t, Matches: *found, Sections: sections(t.subject.outline, found.All), Begin: n, One: true,
			}))
		}
		at = append(at, n)
	}
	req := client.EditRequest{Item: t.subject.place, Base: m.ends[0].Version, Class: client.Interactive}
	edit := client.EditAt{Edit: t.edit()}
	if len(at) == 1 {
		edit.Pick = []int{at[0] + 1}
	} else {
		edit.Edit.Ranges = []model.Range{{Begin: m.ends[0].All[at[0]].Range.Begin, End: m.ends[1].All[at[1]].Range.End}}
	}
	req.Edits = []client.EditAt{edit}
	return a.planAgain(t, m.show, req)
}

// which returns the match that a part of the selection is. sure is false if it may be another one.
func which(m *model.Matches, p *preview.Piece, o *model.Outline) (n int, sure bool) {
	if len(m.All) == 1 {
		return 0, true
	}
	of := 0
	for i := range m.All {
		if under, _ := o.Under(m.All[i].Range.Begin); under == p.Node {
			if of++; of <= p.Nth {
				n = i
			}
		}
	}
	return n, of == p.Of
}
