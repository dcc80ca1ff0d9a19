package editing

import (
	"cmp"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
)

// listChosen handles a chosen row of a list.
func (a *Acts) listChosen(m dialog.DocListChosen[listTag]) tea.Cmd {
	l := m.Tag
	if m.Row >= len(l.rows) {
		return nil
	}
	s := l.subject
	say := a.Env.Text.Say
	switch {
	case m.Action == keys.CommentReply:
		k := l.thread(m.Row)
		t := editTag{subject: s, what: askFor{model.EditComment, asReply}, comment: k}
		to := dialog.FormField{Kind: dialog.FieldNote, Label: say("to"), Value: t.answers()}
		return a.form(t, append([]dialog.FormField{to}, a.formFields(t.what, "")...), text.Capital(say("reply")), a.editButtons("reply"))
	case m.Action == keys.CommentResolve:
		k := l.thread(m.Row)
		e := model.Edit{Kind: model.EditResolve, Verdict: model.Verdict{Reject: k.Done, IDs: []string{k.ID}}}
		return a.planEdit(editTag{subject: s, what: askFor{kind: model.EditResolve}}, false, client.EditAt{Edit: e})
	case m.Action == keys.ImageReplace:
		t := editTag{subject: s, what: askFor{kind: model.EditReplaceImage}, image: l.images[m.Row]}
		return a.form(t, a.formFields(t.what, ""),
			say("Replace image %d", m.Row+1), a.editButtons(text.ReplaceYes))
	case m.Action == keys.EditsUndo:
		return a.planUndo(s)
	case m.Action == keys.RevisionUndo:
		return a.planBack(editTag{subject: s, left: len(l.revisions) + 1, row: m.Row})
	case l.what == listRevisions && m.Action == keys.DlgAccept:
		return a.lists.jump(s, l.revisions[m.Row].Range.Begin)
	case l.what == listRevisions:
		return a.resolve(m)
	case l.what == listInside:
		t := editTag{subject: s, what: askFor{model.EditText, asInside}, at: l.inside[m.Row]}
		where := dialog.FormField{Kind: dialog.FieldNote, Label: say(text.WhereLabel), Value: l.rows[m.Row].Left + "  " + l.rows[m.Row].Right}
		return a.form(t, append([]dialog.FormField{where}, a.formFields(t.what, "")...), say(text.AskText, strconv.Quote(model.Clean(s.entry.Name))), a.editButtons(text.InsertYes))
	case l.what == listComments:
		if a.Reader.Open() && a.Reader.Place().Equal(s.place) && a.Reader.Doc.ToRemark(l.comments[m.Row].ID) {
			return nil
		}
		return a.lists.jump(s, l.comments[m.Row].Range.Begin)
	case l.what == listImages:
		return a.lists.jump(s, l.images[m.Row].Position)
	}
	return nil
}

// thread returns the first comment of a row's thread.
func (l *listTag) thread(row int) model.DocComment {
	k := l.comments[row]
	for _, first := range l.comments { // replies are listed under it
		if first.ID == k.Parent {
			return first
		}
	}
	return k
}

// addItem is an item of the menu of parts to add.
type addItem struct {
	subject subject
	what    askFor
}

// askAdd lists what can be added besides Markdown.
func (a *Acts) askAdd(s subject) tea.Cmd {
	ed, err := a.Client.EditorOf(s.place)
	if err != nil {
		return a.Note.Fail(err)
	}
	type addable struct {
		model.EditMenu
		what askFor
	}
	all := []addable{{model.EditMenu{Rank: 7, Key: "c", Label: "text in a table cell or a box"}, askFor{model.EditText, asInside}}}
	for _, spec := range model.EditSpecs() {
		if spec.Menu.Key != "" {
			all = append(all, addable{spec.Menu, askFor{kind: spec.Kind}})
		}
	}
	slices.SortFunc(all, func(x, y addable) int { return cmp.Compare(x.Rank, y.Rank) })
	var items []dialog.MenuItem[addItem]
	for _, k := range all {
		why := ""
		if err := cannot(ed, &s, k.what.kind); err != nil {
			why = a.Note.Sentence(err)
		}
		items = append(items, dialog.MenuItem[addItem]{Key: k.Key, Label: a.Env.Text.Say(k.Label), Value: addItem{s, k.what}, Refused: why})
	}
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions[addItem]{
		Origin: s.origin, Title: a.Env.Text.Say("Add to %s", s.entry.Name), Items: items, Wide: true,
	}))
}

func (a *Acts) addChosen(it addItem) tea.Cmd {
	if it.what.how == asInside {
		return a.lists.inside(it.subject)
	}
	return a.ask(it.subject, it.what)
}
