package editing

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// askFor is what a form asks for.
type askFor struct {
	kind model.EditKind
	how  asking
}

// asking is a variant of an edit's form.
type asking string

const (
	asUsual  asking = ""
	asAppend asking = "append" // at the end of the document
	asInside asking = "inside" // into a cell or a box that is known
	asReply  asking = "reply"  // to a comment
)

// editTag is passed through the dialogs of an edit.
type editTag struct {
	subject subject
	what    askFor
	places  []model.Where // of the field "where", in its order
	values  dialog.FormValues
	at      model.Where      // of asInside
	comment model.DocComment // of asReply
	image   model.DocImage   // of an image that is replaced
}

func (t editTag) key() string {
	return t.subject.place.String() + "\x00" + t.subject.entry.ID + "\x00" + string(t.what.kind) + "\x00" + string(t.what.how)
}

// undoes: it takes an edit back.
func (t editTag) undoes() bool { return t.what.kind == model.EditRevert }

// Names of fields, and buttons.
const (
	inWhere  = "where"
	inSource = "source"
	inFile   = "file"
	inText   = "text"
	inOld    = "old"

	doPreview = "preview"
	doNow     = "now"
	doFind    = "find"
)

// Sources of Markdown, by their place in the field.
const (
	fromEditor = iota
	fromFile
	fromPaste
)

// ask opens the form of an edit. Where the headings are not known yet, they are
// read first.
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
	if ed, err := a.EditorOf(s.place); err != nil {
		return a.Fail(err)
	} else if err := cannot(ed, &s, what.kind); err != nil {
		return a.Say(status.Warn, a.Sentence(err))
	}
	fields = append(fields, dialog.FormField{
		Kind: dialog.FieldNote, Label: say(text.EditBase), Value: say(text.EditBaseOf, s.base()),
	})
	return a.form(t, fields, a.formTitle(t), a.editButtons(spec.Yes))
}

// form opens a form, with what was typed before and did not become an edit.
func (a *Acts) form(t editTag, fields []dialog.FormField, title string, buttons []dialog.FormButton) tea.Cmd {
	a.work.Cancel() // what was asked for before is not waited for any more
	var offered tea.Cmd
	if kept, ok := a.kept[t.key()]; ok {
		for i := range fields {
			f := &fields[i]
			if v := kept.Text[f.Name]; v != "" && (f.Kind == dialog.FieldLine || f.Kind == dialog.FieldArea) {
				f.Value = v
				if f.PastedWith == inSource {
					if j := slices.IndexFunc(fields, func(o dialog.FormField) bool { return o.Name == inSource }); j >= 0 {
						fields[j].At = fromPaste
					}
				}
			}
		}
		offered = a.SayText(status.Info, "what you typed before is in it")
	}
	return tea.Batch(offered, a.Dialogs.Push(dialog.NewForm(a.Env, dialog.FormOptions[editTag]{
		Origin: t.subject.origin, Tag: t, Title: title, Fields: fields, Buttons: buttons, Check: a.checkForm(t),
	})))
}

// formTitle names the form after the edit and the place that is looked at.
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

// whereField lists the possible places: around the heading under the cursor, the
// found text, the document. The start of the document is two places.
func (a *Acts) whereField(s *subject, what askFor) (dialog.FormField, []model.Where) {
	f := dialog.FormField{Name: inWhere, Kind: dialog.FieldPick, Label: a.Env.Text.Say(text.WhereLabel)}
	var places []model.Where
	add := func(label text.Text, w model.Where, pos int64) {
		o := dialog.FormOption{Label: a.Env.Text.Say(label)}
		if pos >= 0 {
			o.Right, o.Brief = a.Env.Text.Say("position %d", pos), a.Env.Text.Say(text.EditAt, pos)
		}
		f.Options = append(f.Options, o)
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
		add("start of the section body", named(model.WhereHeading, n.ContentStart), n.ContentStart)
		add("end of the section body", named(model.WhereEndOf, n.ContentEnd), n.ContentEnd)
		add("before the heading", named(model.WhereBefore, n.TitleStart), n.TitleStart)
	}
	if i := s.match; i >= 0 && i < len(s.matches.All) && s.matches.Text != "" {
		r := s.matches.All[i].Range
		add("before the found text", model.Where{Kind: model.WhereMatch, Text: s.matches.Text, Nth: i + 1}, r.Begin)
		add("behind the found text", model.Where{Kind: model.WhereAfter, Text: s.matches.Text, Nth: i + 1}, r.End)
	}
	if root != nil {
		add("after the title", model.Where{Kind: model.WhereStart}, root.ContentStart)
		add("before the title", model.Where{Kind: model.WhereTitle}, root.TitleStart)
	} else {
		add("start of the document", model.Where{Kind: model.WhereIndex}, 0)
	}
	add("end of the document", model.Where{Kind: model.WhereEnd}, -1)
	if what.how == asAppend || s.node == nil {
		f.At = len(places) - 1
	}
	return f, places
}
