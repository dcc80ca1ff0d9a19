package editing

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Lists about a document.
const (
	listComments = "comments"
	listImages   = "images"
	listEdits    = "edits"
	listInside   = "inside"
)

// listTag goes through a list about a document, and comes back with what is in it.
type listTag struct {
	what     string
	subject  subject
	rows     []dialog.DocRow
	comments []model.DocComment
	images   []model.DocImage
	inside   []model.Where
}

// docList is a list about a document as it was read.
type docList struct {
	listTag
	low string
	err error
}

// nextDialog names a dialog that waits for what it shows: the answer to an older
// one is not for it.
func (a *Acts) nextDialog() string {
	a.opened++
	return strconv.Itoa(a.opened)
}

// openList opens a list and reads it.
func (a *Acts) openList(s subject, what string, o dialog.DocListOptions, read func(context.Context, *docList)) tea.Cmd {
	o.ID, o.Wait = a.nextDialog(), a.Env.Text.Say("Reading…")
	ctx := a.Ctx
	return tea.Batch(a.Dialogs.Push(dialog.NewDocList[listTag](a.Env, o)), func() tea.Msg {
		l := docList{listTag: listTag{what: what, subject: s}}
		read(ctx, &l)
		return dialog.DocListed[listTag]{ID: o.ID, Tag: l.listTag, Rows: l.rows, Low: l.low, Err: l.err}
	})
}

// version says which one a list was read from.
func (a *Acts) version(v int64) string {
	if v == 0 {
		return ""
	}
	return a.Env.Text.Say(text.MatchesVersion, v)
}

// listComments shows the threads of the document.
func (a *Acts) listComments(s subject) tea.Cmd {
	ed, err := a.EditorOf(s.place)
	if err != nil {
		return a.Fail(err)
	}
	c := a.Env.Text
	item, base := act.RefOf(s.place, &s.entry), s.base()
	return a.openList(s, listComments, dialog.DocListOptions{
		Context: keys.InComments, Acts: []keys.Action{keys.CommentReply}, Empty: c.Say("No comments."),
		Title: c.Say("Comments of %s", s.entry.Name),
	}, func(ctx context.Context, m *docList) {
		all, err := ed.Comments(ctx, item, base, client.Options{Class: client.Interactive, Lane: "comments"})
		m.err, m.comments, m.low = err, all.All, a.version(all.Version)
		for _, k := range all.All {
			row := dialog.DocRow{Left: k.Author + ": " + firstLine(k.Text), Right: date(k.Date), Detail: model.OneLine(k.Text)}
			if k.Parent != "" {
				row.Left = "    " + row.Left
			}
			m.rows = append(m.rows, row)
		}
	})
}

// listImages shows the images of the document.
func (a *Acts) listImages(s subject) tea.Cmd {
	ed, err := a.EditorOf(s.place)
	if err != nil {
		return a.Fail(err)
	}
	c := a.Env.Text
	item, base := act.RefOf(s.place, &s.entry), s.base()
	return a.openList(s, listImages, dialog.DocListOptions{
		Context: keys.InImages, Acts: []keys.Action{keys.ImageReplace}, Empty: c.Say("No images."),
		Title: c.Say("Images of %s", s.entry.Name),
	}, func(ctx context.Context, m *docList) {
		all, err := ed.Images(ctx, item, base, client.Options{Class: client.Interactive, Lane: "images"})
		m.err, m.images, m.low = err, all.All, a.version(all.Version)
		at := make([]model.Match, len(all.All))
		for i, img := range all.All {
			at[i].Range = model.Range{Begin: img.Position, End: img.Position}
		}
		under := sections(s.outline, at)
		for i, img := range all.All {
			address, _, _ := strings.Cut(img.URL, "?") // what stands behind it is a signature
			if img.Source == model.ImageByAttachment {
				address = c.Say("attachment %s", img.Attachment)
			}
			m.rows = append(m.rows, dialog.DocRow{
				Left: strconv.Itoa(i+1) + "  " + address, Right: under[i], Detail: c.Say("position %d: %s", img.Position, address),
			})
		}
	})
}

// listEdits shows what was changed from this machine.
func (a *Acts) listEdits(s subject) tea.Cmd {
	c, edits := a.Env.Text, a.Edits
	return a.openList(s, listEdits, dialog.DocListOptions{
		Context: keys.InEdits, Acts: []keys.Action{keys.EditsUndo}, Still: true, Empty: c.Say("Nothing was changed from this machine."),
		Title: c.Say("Our edits of %s", s.entry.Name),
	}, func(ctx context.Context, m *docList) {
		all, err := edits.History(ctx, s.place)
		m.err = err
		newest := true
		for _, e := range all {
			kinds := make([]string, len(e.Kinds))
			for i, k := range e.Kinds {
				kinds[i] = string(k)
			}
			row := dialog.DocRow{
				Left:  date(e.At) + "  " + strings.Join(kinds, ", ") + "  " + firstLine(e.Where),
				Right: c.Say("%s  version %d", string(e.Outcome), e.Version), Dim: e.Undone,
				Detail: c.Say("version %d became %d; undo is %s", e.Base, e.Version, dialog.EditUndoText(a.Env, e.Undo)),
			}
			if e.Undone {
				row.Right = c.Say("undone")
			}
			switch { // undo takes the newest one back
			case e.Undone:
				row.Refused = c.Say("this edit is undone already")
			case e.Undoes != "":
				row.Refused = c.Say("this took an edit back; to have that again, make it again")
			case e.Outcome == model.EditFailed || e.Outcome == model.EditConflict:
				row.Refused = c.Say(text.EditNotDone)
			case !newest:
				row.Refused = c.Say("take the newer one back first: undo goes from newest to oldest")
			default:
				newest = e.Outcome == model.EditUnknown // which may be passed over
			}
			m.rows = append(m.rows, row)
		}
	})
}

// listInside shows the cells of tables and the boxes, to write into them.
func (a *Acts) listInside(s subject) tea.Cmd {
	ed, err := a.EditorOf(s.place)
	if err == nil {
		err = a.cannot(ed, &s, model.EditText)
	}
	if err != nil {
		return a.Fail(err)
	}
	c := a.Env.Text
	item, base := act.RefOf(s.place, &s.entry), s.base()
	return a.openList(s, listInside, dialog.DocListOptions{
		Context: keys.InDialog, Empty: c.Say("The document has no tables and no boxes."), Title: c.Say("Cells and boxes of %s", s.entry.Name),
	}, func(ctx context.Context, m *docList) {
		all, err := ed.Structure(ctx, item, base, client.Options{Class: client.Interactive, Lane: "structure"})
		m.err, m.low = err, a.version(all.Version)
		tables, boxes := 0, 0 // numbered as model.Where counts them
		for _, n := range all.Find(func(n *model.StructureNode) bool { return n.Kind == model.NodeTable || n.Kind.Box() }) {
			if n.Kind != model.NodeTable {
				boxes++
				m.inside = append(m.inside, model.Where{Kind: model.WhereBox, Table: boxes})
				p := previewOf(n)
				m.rows = append(m.rows, dialog.DocRow{Left: c.Say("box %d (%s)", boxes, c.Say(boxName(n.Kind))), Right: p, Detail: p})
				continue
			}
			tables++
			for _, r := range n.Rows {
				for _, cell := range r.Cells {
					m.inside = append(m.inside, model.Where{Kind: model.WhereCell, Table: tables, Row: cell.Row, Col: cell.Col})
					m.rows = append(m.rows, dialog.DocRow{
						Left: c.Say("table %d, row %d, column %d", tables, cell.Row, cell.Col), Right: cell.Preview, Detail: cell.Preview,
					})
				}
			}
		}
		m.subject.outline = &model.Outline{Version: all.Version}
		if s.outline != nil {
			m.subject.outline = s.outline
		}
	})
}

func boxName(k model.NodeKind) text.Text {
	switch k {
	case model.NodeCode:
		return "code"
	case model.NodeHighlight:
		return "highlighted"
	}
	return "text box"
}

func previewOf(n *model.StructureNode) string {
	s := n.Preview
	for i := range n.Children {
		if s != "" {
			s += " "
		}
		s += previewOf(&n.Children[i])
	}
	return s
}

// listChosen goes on with a row of a list.
func (a *Acts) listChosen(m dialog.DocListChosen[listTag]) tea.Cmd {
	l := m.Tag
	if m.Row >= len(l.rows) {
		return nil
	}
	s := l.subject
	say := a.Env.Text.Say
	switch {
	case m.Action == keys.CommentReply:
		k := l.comments[m.Row]
		for _, first := range l.comments { // replies stand under the first of a thread
			if first.ID == k.Parent {
				k = first
			}
		}
		t := editTag{subject: s, what: askFor{model.EditComment, asReply}, comment: k}
		to := dialog.FormField{Kind: dialog.FieldNote, Label: say("to"), Value: k.Author + ": " + model.OneLine(k.Text)}
		return a.form(t, append([]dialog.FormField{to}, a.formFields(t.what, "")...), say("Reply"), a.editButtons("Reply"))
	case m.Action == keys.ImageReplace:
		t := editTag{subject: s, what: askFor{kind: model.EditReplaceImage}, image: l.images[m.Row]}
		return a.form(t, a.formFields(t.what, ""),
			say("Another image in the place of image %d", m.Row+1), a.editButtons(text.ReplaceYes))
	case m.Action == keys.EditsUndo:
		return a.planUndo(s)
	case l.what == listInside:
		t := editTag{subject: s, what: askFor{model.EditText, asInside}, at: l.inside[m.Row]}
		where := dialog.FormField{Kind: dialog.FieldNote, Label: say(text.WhereLabel), Value: l.rows[m.Row].Left + "  " + l.rows[m.Row].Right}
		return a.form(t, append([]dialog.FormField{where}, a.formFields(t.what, "")...), say(text.AskText, strconv.Quote(model.Clean(s.entry.Name))), a.editButtons(text.InsertYes))
	case l.what == listComments:
		return a.jump(s, l.comments[m.Row].Range.Begin)
	case l.what == listImages:
		return a.jump(s, l.images[m.Row].Position)
	}
	return nil
}

func (a *Acts) editButtons(yes text.Text) []dialog.FormButton {
	return []dialog.FormButton{
		{Label: a.Env.Text.Say(text.EditPreview), Value: doPreview}, {Label: a.Env.Text.Say(yes), Value: doNow},
	}
}

// jump goes to a position in the reader.
func (a *Acts) jump(s subject, pos int64) tea.Cmd {
	if !a.Reader.Open() || !a.Reader.Place().Equal(s.place) || !a.Reader.GoTo(pos) {
		return a.SayText(status.Info, "open the document first (%s) to go there", a.Env.Keys.Key(keys.ViewOutline))
	}
	return nil
}

// firstLine of a text, and that there is more.
func firstLine(s string) string {
	head, _, more := strings.Cut(strings.TrimSpace(s), "\n")
	if more {
		head += " …"
	}
	return head
}

// date of a service, shorter where it is one.
func date(s string) string {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.Local().Format("2006-01-02 15:04")
	}
	return s
}

// addItem is a line of the menu of what can be added.
type addItem struct {
	subject subject
	what    askFor
}

// askAdd lists what can be added besides Markdown.
func (a *Acts) askAdd(s subject) tea.Cmd {
	ed, err := a.EditorOf(s.place)
	if err != nil {
		return a.Fail(err)
	}
	type addable struct {
		model.EditMenu
		what askFor
	}
	all := []addable{{model.EditMenu{Rank: 7, Key: "c", Label: "text into a table's cell or a box"}, askFor{model.EditText, asInside}}}
	for _, spec := range model.EditSpecs() {
		if spec.Menu.Key != "" {
			all = append(all, addable{spec.Menu, askFor{kind: spec.Kind}})
		}
	}
	slices.SortFunc(all, func(x, y addable) int { return cmp.Compare(x.Rank, y.Rank) })
	var items []dialog.MenuItem[addItem]
	for _, k := range all {
		why := ""
		if err := a.cannot(ed, &s, k.what.kind); err != nil {
			why = a.Sentence(err)
		}
		items = append(items, dialog.MenuItem[addItem]{Key: k.Key, Label: a.Env.Text.Say(k.Label), Value: addItem{s, k.what}, Refused: why})
	}
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions[addItem]{
		Origin: s.origin, Title: a.Env.Text.Say("Add to %s", s.entry.Name), Items: items, Wide: true,
	}))
}

func (a *Acts) addChosen(it addItem) tea.Cmd {
	if it.what.how == asInside {
		return a.listInside(it.subject)
	}
	return a.ask(it.subject, it.what)
}
