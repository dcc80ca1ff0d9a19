package editing

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// askFound asks for a text in the document and what to do with it.
func (a *Acts) askFound(s subject, what askFor) tea.Cmd {
	t := editTag{subject: s, what: what}
	say := a.Env.Text.Say
	spec, _ := what.kind.Spec()
	note, buttons := text.Text("Case-sensitive. Matches are shown before anything is changed."), []dialog.FormButton{{Label: say("find"), Value: doFind}}
	if s.match >= 0 {
		note = "Case-sensitive. Find shows all matches first."
		buttons = slices.Insert(buttons, 0, dialog.FormButton{Label: say("%s (match %d of %d)", say(spec.Yes), s.match+1, len(s.matches.All)), Value: doNow})
	}
	fields := append(a.formFields(what, s.matches.Text), dialog.FormField{Kind: dialog.FieldNote, Value: say(note)})
	return a.form(t, fields, say(spec.Ask, strconv.Quote(model.Clean(s.entry.Name))), buttons)
}

// foundMsg carries the matches of a text.
type foundMsg struct {
	seq     int
	tag     editTag
	matches model.Matches
	outline *model.Outline
	under   []string // the heading above each match
	err     error
}

// find searches the version that the user has seen, or else the newest.
func (a *Acts) find(t editTag) tea.Cmd {
	ed, err := a.Client.EditorOf(t.subject.place)
	if err != nil {
		return a.Note.Fail(err)
	}
	ctx, seq := a.work.Begin(a.Screen)
	item, what := act.RefOf(t.subject.place, &t.subject.entry), t.text()
	outline, base := t.subject.outline, t.subject.base()
	opt := client.Options{Class: client.Interactive, Lane: "find"}
	return tea.Batch(a.says("searching…"), func() tea.Msg {
		m := foundMsg{seq: seq, tag: t, outline: outline}
		m.matches, m.err = ed.Find(ctx, item, what, base, opt)
		if m.err == nil && outline == nil {
			o, err := ed.Outline(ctx, item, m.matches.Version, opt)
			if err == nil {
				m.outline = &o
			}
		}
		m.under = sections(m.outline, m.matches.All)
		return m
	})
}

// foundText shows the matches. With only one it skips the question.
func (a *Acts) foundText(m foundMsg) tea.Cmd {
	if !a.work.End(m.seq) {
		return nil
	}
	a.Note.ClearNote()
	t := m.tag
	if m.err != nil {
		return a.editFailed(t, client.EditRequest{}, m.err)
	}
	m.matches.Text = t.text()
	n := len(m.matches.All)
	if n == 0 {
		return a.Note.SayText(status.Warn, "%s not found in version %d", strconv.Quote(model.Clean(m.matches.Text)), m.matches.Version)
	}
	if m.outline != nil {
		t.subject.outline = m.outline
	}
	begin, shown := 0, t.subject.matches
	if t.subject.match >= 0 && t.subject.match < n && shown.Text == m.matches.Text {
		begin = t.subject.match
	}
	same := shown.Text == m.matches.Text && shown.Version == m.matches.Version && len(shown.All) == n
	t.subject.matches = m.matches
	if a.Reader.Place().Equal(t.subject.place) {
		a.Reader.Doc.SetMatches(m.matches)
	}
	seen := same && t.subject.match >= 0 // the reader's cursor is on the match
	if n == 1 || t.single() && seen {
		// A comment changes no text, so where its words were seen it needs no plan.
		return a.planPicked(t, []int{begin + 1}, !seen || t.what.kind != model.EditComment)
	}
	return a.Show(dialog.NewMatches(a.Env, dialog.MatchesOptions[editTag]{
		Tag: t, Matches: m.matches, Sections: m.under, Begin: begin, One: t.single(),
	}))
}

func (a *Acts) matchesPicked(m dialog.MatchesAnswered[editTag]) tea.Cmd {
	t := m.Tag
	if !m.OK {
		return a.backedOut(t)
	}
	return a.planPicked(t, m.Pick, true)
}

// planPicked plans the edit for exactly the matches that the user saw. Replacing all needs no ranges: the service
// searches the same version and finds the same matches.
func (a *Acts) planPicked(t editTag, pick []int, show bool) tea.Cmd {
	e := t.edit()
	if n := len(t.subject.matches.All); len(pick) == n && !t.single() {
		pick = nil
		spec, _ := e.Kind.Spec()
		if ed, err := a.Client.EditorOf(t.subject.place); spec.All != "" && n > 1 && err == nil && cannot(ed, &t.subject, spec.All) == nil {
			e.Kind = spec.All
		}
	}
	return a.planAgain(t, show, client.EditRequest{
		Item: t.subject.place, Base: t.subject.matches.Version, Class: client.Interactive,
		Edits: []client.EditAt{{Edit: e, Pick: pick}},
	})
}
