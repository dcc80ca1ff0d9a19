package editing

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// askFor is what an edit asks.
type askFor string

const (
	askMarkdown     askFor = "markdown"
	askAppend       askFor = "append"
	askTasks        askFor = "tasks"
	askText         askFor = "text"
	askParagraph    askFor = "paragraph"
	askTable        askFor = "table"
	askBreak        askFor = "break"
	askImage        askFor = "image"
	askReplace      askFor = "replace"
	askFormat       askFor = "format"
	askComment      askFor = "comment"
	askReply        askFor = "reply"
	askReplaceImage askFor = "replace-image"
	askInside       askFor = "inside" // text into a cell or a box
	askUndo         askFor = "undo"
)

// editTag goes through the dialogs of an edit.
type editTag struct {
	subject subject
	what    askFor
	places  []model.Where // of the field "where", in its order
	values  dialog.FormValues
	at      model.Where      // of askInside
	comment model.DocComment // of askReply
	image   model.DocImage   // of askReplaceImage
}

func (t editTag) key() string {
	return t.subject.place.String() + "\x00" + t.subject.entry.ID + "\x00" + string(t.what)
}

// Names of fields, and buttons.
const (
	inWhere  = "where"
	inSource = "source"
	inFile   = "file"
	inText   = "text"
	inNew    = "new"
	inLevel  = "level"
	inList   = "list"
	inDepth  = "depth"
	inIndent = "indent"
	inRows   = "rows"
	inCols   = "cols"
	inWidth  = "width"
	inHeight = "height"
	inColor  = "color"
	inBack   = "background"
	inPatch  = "properties"

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
	c := a.Env.Text
	fields := []dialog.FormField{where}
	kind := model.EditMarkdown
	switch what {
	case askMarkdown, askAppend:
		fields = append(fields, a.markdownFields()...)
	case askTasks:
		kind = model.EditTask
		fields = append(fields,
			dialog.FormField{Name: inText, Kind: dialog.FieldArea, Label: say("tasks"), Rows: 5},
			dialog.FormField{Kind: dialog.FieldNote, Value: say("one per line; x and a space before one that is done")})
	case askText:
		kind = model.EditText
		fields = append(fields, dialog.FormField{Name: inText, Kind: dialog.FieldLine, Label: say(text.TextLabel)})
	case askParagraph:
		kind = model.EditParagraph
		fields = append(fields,
			dialog.FormField{Name: inText, Kind: dialog.FieldLine, Label: say(text.TextLabel)},
			dialog.FormField{Name: inLevel, Kind: dialog.FieldCycle, Label: say("level"), Options: a.levels()},
			dialog.FormField{Name: inList, Kind: dialog.FieldCycle, Label: say("list"), Options: options(
				say("none"), say("bullets"), say("numbers"))},
			dialog.FormField{Name: inDepth, Kind: dialog.FieldCycle, Label: say("list level"),
				When: func(at map[string]int) bool { return at[inList] > 0 }, Options: numbers(1, 9)},
			dialog.FormField{Name: inIndent, Kind: dialog.FieldCycle, Label: say("indent"), Options: numbers(0, 9)})
	case askTable:
		kind = model.EditTable
		fields = append(fields,
			dialog.FormField{Name: inRows, Kind: dialog.FieldLine, Label: say("rows"), Value: "3", Check: count(mostCells)},
			dialog.FormField{Name: inCols, Kind: dialog.FieldLine, Label: say("columns"), Value: "2", Check: count(mostCells)})
	case askBreak:
		kind = model.EditPageBreak
	case askImage:
		kind = model.EditImage
		fields = append(fields, a.imageFields(true)...)
	}
	if ed, err := a.EditorOf(s.place); err != nil {
		return a.Fail(err)
	} else if err := a.cannot(ed, &s, kind); err != nil {
		return a.Say(status.Warn, a.Sentence(err))
	}
	fields = append(fields, dialog.FormField{
		Kind: dialog.FieldNote, Label: say(text.EditBase), Value: say(text.EditBaseOf, s.base()),
	})
	return a.form(t, fields, a.formTitle(t), []dialog.FormButton{
		{Label: c.Say(text.EditPreview), Value: doPreview}, {Label: c.Say(text.InsertYes), Value: doNow},
	})
}

// form opens a form, with what was typed before and did not become an edit.
func (a *Acts) form(t editTag, fields []dialog.FormField, title string, buttons []dialog.FormButton) tea.Cmd {
	a.work.stop() // what was asked for before is not waited for any more
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
	return tea.Batch(offered, a.Dialogs.Push(dialog.NewForm(a.Env, dialog.FormOptions{
		Origin: t.subject.origin, Tag: t, Title: title, Fields: fields, Buttons: buttons, Check: a.checkForm(t),
	})))
}

// formTitle names the form after what is asked and the place that is looked at.
func (a *Acts) formTitle(t editTag) string {
	name := t.subject.entry.Name
	if n := t.subject.node; n != nil && n.Title != "" && t.what != askAppend {
		name = n.Title
	}
	titles := map[askFor]text.Text{
		askMarkdown: "Insert Markdown at %s", askAppend: "Append Markdown to %s", askTasks: "Add tasks at %s", askText: text.AskText,
		askParagraph: "New paragraph at %s", askTable: "New table at %s", askBreak: "Page break at %s", askImage: "Insert an image at %s",
	}
	return a.Env.Text.Say(titles[t.what], strconv.Quote(model.Clean(name)))
}

func options(labels ...string) []dialog.FormOption {
	var out []dialog.FormOption
	for _, l := range labels {
		out = append(out, dialog.FormOption{Label: l})
	}
	return out
}

func numbers(from, to int) []dialog.FormOption {
	var out []dialog.FormOption
	for i := from; i <= to; i++ {
		out = append(out, dialog.FormOption{Label: strconv.Itoa(i)})
	}
	return out
}

// levels of a new paragraph: the option's place is the level, but for the last
// three.
func (a *Acts) levels() []dialog.FormOption {
	c := a.Env.Text
	out := options(c.Say("as around it"))
	for i := range 9 {
		out = append(out, dialog.FormOption{Label: c.Say("heading %d", i+1)})
	}
	return append(out, options(c.Say("body text"), c.Say("title"), c.Say("subtitle"))...)
}

// whereField lists the places that can be meant: about the heading under the
// cursor, the found text, the document. The start of the document is two places.
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
		add("after the title (document start)", model.Where{Kind: model.WhereStart}, root.ContentStart)
		add("before the title (document start)", model.Where{Kind: model.WhereTitle}, root.TitleStart)
	} else {
		add("start of the document", model.Where{Kind: model.WhereIndex}, 0)
	}
	add("end of the document", model.Where{Kind: model.WhereEnd}, -1)
	if what == askAppend || s.node == nil {
		f.At = len(places) - 1
	}
	return f, places
}

// markdownFields ask where Markdown comes from.
func (a *Acts) markdownFields() []dialog.FormField {
	say := a.Env.Text.Say
	at := func(i int) func(map[string]int) bool {
		return func(at map[string]int) bool { return at[inSource] == i }
	}
	return []dialog.FormField{
		{Name: inSource, Kind: dialog.FieldCycle, Label: say("source"), Options: options(
			say("$EDITOR"), say("file"), say("paste or type"))},
		{Name: inFile, Kind: dialog.FieldLine, Label: say(text.FileLabel), Value: a.PathHere(), Complete: true, When: at(fromFile)},
		{Name: inText, Kind: dialog.FieldArea, Label: say(text.TextLabel), Rows: 6, When: at(fromPaste),
			PastedWith: inSource, PastedAt: fromPaste},
	}
}

// imageFields ask for an image on this computer.
func (a *Acts) imageFields(size bool) []dialog.FormField {
	say := a.Env.Text.Say
	value := a.PathHere()
	if e := a.Other().Current(); e != nil && act.Local(a.Other().Place()) && !e.Kind.Container() {
		value = a.Other().PlaceOf(e).String()
	}
	out := []dialog.FormField{
		{Name: inFile, Kind: dialog.FieldLine, Label: say(text.FileLabel), Value: value, Complete: true},
	}
	if size {
		out = append(out,
			dialog.FormField{Name: inWidth, Kind: dialog.FieldLine, Label: say("width"), Placeholder: say(text.PixelsAsIs), Check: pixels},
			dialog.FormField{Name: inHeight, Kind: dialog.FieldLine, Label: say("height"), Placeholder: say(text.PixelsAsIs), Check: pixels})
	}
	return out
}
