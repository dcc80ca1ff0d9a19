package editing

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// ask opens the form of an edit. It reads the headings first if they are not known.
func (a *Acts) ask(s subject, what askFor) tea.Cmd {
	if s.outline == nil {
		return a.readOutline(s, what)
	}
	t := editTag{subject: s, what: what}
	var where dialog.FormField
	where, t.places = a.whereField(&s, what)
	say := a.Env.Text.Say
	spec, _ := what.kind.Spec()
	fields := append([]dialog.FormField{where}, a.formFields(what, "")...)
	if ed, err := a.Client.EditorOf(s.place); err != nil {
		return a.Note.Fail(err)
	} else if err := cannot(ed, &s, what.kind); err != nil {
		return a.Note.Say(status.Warn, a.Note.Sentence(err))
	}
	fields = append(fields, dialog.FormField{
		Kind: dialog.FieldNote, Label: say(text.EditBase), Value: say(text.EditBaseOf, s.base()),
	})
	return a.form(t, fields, a.formTitle(t), a.editButtons(spec.Yes))
}

// form opens a form with earlier input that was not applied.
func (a *Acts) form(t editTag, fields []dialog.FormField, title string, buttons []dialog.FormButton) tea.Cmd {
	a.work.Cancel() // the earlier request is no longer wanted
	// Where a comment or a reply goes is seen, and it changes no text: Enter makes it without a plan.
	if t.what.kind == model.EditComment && t.what.how != asUsual {
		slices.Reverse(buttons)
	}
	var offered tea.Cmd
	if kept, ok := a.kept[t.key()]; ok && (t.word() == "" || kept.Text[inOld] == t.word()) {
		for i := range fields {
			f := &fields[i]
			if v := kept.Text[f.Name]; v != f.Default && v != "" && (f.Kind == dialog.FieldLine || f.Kind == dialog.FieldArea) {
				f.Value = v
				if f.PastedWith == inSource {
					if j := slices.IndexFunc(fields, func(o dialog.FormField) bool { return o.Name == inSource }); j >= 0 {
						fields[j].At = fromPaste
					}
				}
			}
		}
		offered = a.Note.SayText(status.Info, "your earlier text is filled in")
	}
	return tea.Batch(offered, a.Dialogs.Push(dialog.NewForm(a.Env, dialog.FormOptions[editTag]{
		Origin: t.subject.origin, Tag: t, Title: title, Fields: fields, Buttons: buttons, Check: a.checkForm(t),
	})))
}

// formTitle names the form after the edit and the place shown.
func (a *Acts) formTitle(t editTag) string {
	spec, _ := t.what.kind.Spec()
	title, name := spec.Ask, t.subject.entry.Name
	if t.what.how == asAppend {
		title = "Append Markdown to %s"
	} else if n := t.subject.node; n != nil && n.Title != "" {
		name = n.Title
	}
	return a.Env.Text.Say(title, strconv.Quote(model.Clean(name)))
}

// whereField lists the possible places: around the current heading, at the found text, in the document. The start of
// the document is two places.
func (a *Acts) whereField(s *subject, what askFor) (dialog.FormField, []model.Where) {
	f := dialog.FormField{Name: inWhere, Kind: dialog.FieldPick, Label: a.Env.Text.Say(text.WhereLabel)}
	var places []model.Where
	add := func(label text.Text, w model.Where) {
		f.Options = append(f.Options, dialog.FormOption{Label: a.Env.Text.Say(label)})
		places = append(places, w)
	}
	var root *model.OutlineNode
	if s.outline != nil && len(s.outline.Nodes) > 0 && s.outline.Nodes[0].Level == model.LevelTitle {
		root = s.outline.Nodes[0]
	}
	if n := s.node; n != nil && n != root {
		named := func(k model.WhereKind, pos int64) model.Where {
			if strings.TrimSpace(n.Title) == "" || n.Level == model.LevelBody {
				return model.Where{Kind: model.WhereIndex, Index: pos}
			}
			return model.Where{Kind: k, Text: n.Title, Nth: s.nth}
		}
		add("start of the section body", named(model.WhereHeading, n.ContentStart))
		add("end of the section body", named(model.WhereEndOf, n.ContentEnd))
		add("before the heading", named(model.WhereBefore, n.TitleStart))
	}
	if i := s.match; i >= 0 && i < len(s.matches.All) && s.matches.Text != "" {
		add("before the found text", model.Where{Kind: model.WhereMatch, Text: s.matches.Text, Nth: i + 1})
		if what.how != asAppend {
			f.At = len(places)
		}
		add("after the found text", model.Where{Kind: model.WhereAfter, Text: s.matches.Text, Nth: i + 1})
	}
	if root != nil {
		add("after the title", model.Where{Kind: model.WhereStart})
		add("before the title", model.Where{Kind: model.WhereTitle})
	} else {
		add("start of the document", model.Where{Kind: model.WhereIndex})
	}
	add("end of the document", model.Where{Kind: model.WhereEnd})
	if what.how == asAppend || s.node == nil && f.At == 0 {
		f.At = len(places) - 1
	}
	return f, places
}

// askEdit lists all edits of the current document.
func (a *Acts) askEdit(s subject) tea.Cmd {
	var items []dialog.MenuItem[keys.Action]
	for _, d := range a.Env.Keys.Docs(keys.InEdit) {
		if d.ID.Context() != keys.InEdit {
			continue
		}
		key := a.Env.Keys.Keys(d.ID)
		it := dialog.MenuItem[keys.Action]{Label: a.Env.Text.Say(d.Title), Value: d.ID, Refused: a.rows[d.ID].Refuse()}
		if i := slices.IndexFunc(key, func(k string) bool { return !strings.Contains(k, " ") }); i >= 0 {
			it.Key = key[i]
		}
		items = append(items, it)
	}
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions[keys.Action]{
		Origin: s.origin, Title: a.Env.Text.Say("Edit %s", s.entry.Name), Items: items, Wide: true,
	}))
}

// outlinedMsg carries the outline of a document, read for an edit.
type outlinedMsg struct {
	seq     int
	subject subject
	what    askFor
	outline model.Outline
	err     error
}

// readOutline reads the outline of a document that is not in the reader, then asks.
func (a *Acts) readOutline(s subject, what askFor) tea.Cmd {
	ed, err := a.Client.EditorOf(s.place)
	if err != nil {
		return a.Note.Fail(err)
	}
	ctx, seq := a.work.Begin(a.Screen)
	item := act.RefOf(s.place, &s.entry)
	return tea.Batch(a.says("reading the outline of %s…", model.Clean(s.entry.Name)), func() tea.Msg {
		m := outlinedMsg{seq: seq, subject: s, what: what}
		m.outline, m.err = ed.Outline(ctx, item, 0, client.Options{Class: client.Interactive, Lane: "outline"})
		return m
	})
}

func (a *Acts) outlined(m outlinedMsg) tea.Cmd {
	if !a.work.End(m.seq) {
		return nil
	}
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	a.Note.ClearNote()
	m.subject.outline = &m.outline
	return a.ask(m.subject, m.what)
}

func (a *Acts) editButtons(yes text.Text) []dialog.FormButton {
	return []dialog.FormButton{
		{Label: a.Env.Text.Say("preview"), Value: doPreview}, {Label: a.Env.Text.Say(yes), Value: doNow},
	}
}
