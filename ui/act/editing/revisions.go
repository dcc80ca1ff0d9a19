package editing

import (
	"cmp"
	"context"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
)

// revisions shows the tracked changes, first the one of that row: what others have inserted, deleted, moved or
// formatted.
func (l *lists) revisions(s subject, row int) tea.Cmd {
	c := l.Env.Text
	return l.ask(s, listRevisions, dialog.DocListOptions{
		Context: keys.InRevisions, Enter: c.Say(text.GoThere), Empty: c.Say("No tracked changes."), Title: c.Say("Tracked changes of %s", s.entry.Name),
		Acts: []keys.Action{keys.RevisionAccept, keys.RevisionReject, keys.RevisionAcceptAll, keys.RevisionRejectAll, keys.RevisionUndo},
	}, func(ctx context.Context, q query, m *docList) {
		all, err := q.Revisions(ctx, q.item, q.base, q.opt)
		m.err, m.revisions, m.low, m.at = err, all.All, l.version(all.Version), row
		at := make([]model.Match, len(all.All))
		for i, r := range all.All {
			at[i].Range = r.Range
		}
		under := sections(s.outline, at)
		for i, r := range all.All {
			left := r.Author + ": " + r.Kind + "  "
			switch {
			case model.Removes(r.Kind):
				left += "[-" + r.Text + "-]"
			case r.Text != "":
				left += "{+" + r.Text + "+}"
			}
			m.rows = append(m.rows, dialog.DocRow{Left: left, Right: cmp.Or(under[i], date(r.Date)), Detail: date(r.Date) + "  " + model.OneLine(r.Text)})
		}
	})
}

// resolve accepts or rejects one tracked change at once, or all after a question.
func (a *Acts) resolve(m dialog.DocListChosen[listTag]) tea.Cmd {
	r := m.Tag.revisions[m.Row]
	e := model.Edit{Kind: model.EditRevisions}
	e.Verdict.Reject = m.Action == keys.RevisionReject || m.Action == keys.RevisionRejectAll
	if m.Action == keys.RevisionAccept || m.Action == keys.RevisionReject {
		e.Verdict.IDs = []string{r.ID}
		if e.Verdict.Reject == model.Removes(r.Kind) {
			e.Text = r.Text // becomes plain text
		} else {
			e.Old = r.Text
		}
	}
	t := editTag{subject: m.Tag.subject, what: askFor{kind: model.EditRevisions}}
	one := len(e.Verdict.IDs) > 0
	if one {
		t.left = len(m.Tag.revisions) - 1
		t.row = min(m.Row, t.left-1)
	} else {
		e.Verdict.Of = len(m.Tag.revisions)
	}
	return a.planEdit(t, !one, client.EditAt{Edit: e})
}
