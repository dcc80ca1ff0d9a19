package editing

import (
	"context"
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

// The lists about a document.
const (
	listComments = "comments"
	listImages   = "images"
	listEdits    = "edits"
	listInside   = "inside"

	listRevisions = "revisions"
)

// listTag passes through a list about a document and returns with its content.
type listTag struct {
	what     string
	subject  subject
	rows     []dialog.DocRow
	comments []model.DocComment
	images   []model.DocImage
	inside   []model.Where

	revisions []model.DocRevision
}

// docList is a list about a document as it was read.
type docList struct {
	listTag
	at  int // first row
	low string
	err error
}

// lists show what a document has and its edits.
type lists struct {
	*act.Screen

	opened int // number of the dialog opened last
}

// open opens a list and reads it.
func (l *lists) open(s subject, what string, o dialog.DocListOptions, read func(context.Context, *docList)) tea.Cmd {
	l.opened++ // invalidates answers to older requests
	o.ID, o.Wait = strconv.Itoa(l.opened), l.Env.Text.Say("reading…")
	ctx := l.Env.Ctx
	return tea.Batch(l.Dialogs.Push(dialog.NewDocList[listTag](l.Env, o)), func() tea.Msg {
		m := docList{listTag: listTag{what: what, subject: s}}
		read(ctx, &m)
		return dialog.DocListed[listTag]{ID: o.ID, Tag: m.listTag, Rows: m.rows, At: m.at, Low: m.low, Err: m.err}
	})
}

// query is a request for a list about a document.
type query struct {
	client.Editor
	item model.Ref
	base int64
	opt  client.Options
}

// ask opens a list and requests it from the service.
func (l *lists) ask(s subject, what string, o dialog.DocListOptions, read func(context.Context, query, *docList)) tea.Cmd {
	ed, err := l.Client.EditorOf(s.place)
	if err != nil {
		return l.Note.Fail(err)
	}
	q := query{ed, act.RefOf(s.place, &s.entry), s.base(), client.Options{Class: client.Interactive, Lane: what}}
	return l.open(s, what, o, func(ctx context.Context, m *docList) { read(ctx, q, m) })
}

// version says which version a list was read from.
func (l *lists) version(v int64) string {
	if v == 0 {
		return ""
	}
	return l.Env.Text.Say(text.MatchesVersion, v)
}

// comments shows the comment threads of the document, with their texts if the reader has found them.
func (l *lists) comments(s subject) tea.Cmd {
	c := l.Env.Text
	seen, words, on := model.DocComments{}, map[string]string(nil), ""
	if l.Reader.Place().Equal(s.place) {
		seen, words, _ = l.Reader.Doc.Remarks()
		on = l.Reader.Doc.Remark()
	}
	return l.ask(s, listComments, dialog.DocListOptions{
		Context: keys.InComments, Enter: c.Say(text.GoThere), Acts: []keys.Action{keys.CommentReply, keys.CommentResolve}, Empty: c.Say("No comments. %s in the document adds one.", l.Env.Keys.Key(keys.EditComment)),
		Title: c.Say("Comments of %s", s.entry.Name),
	}, func(ctx context.Context, q query, m *docList) {
		all, err := q.Comments(ctx, q.item, q.base, q.opt)
		m.err, m.comments, m.low = err, all.All, l.version(all.Version)
		for i, k := range all.All {
			said := firstLine(k.Text)
			if k.Done && k.Parent == "" {
				said = c.Say(text.CommentResolved, said)
			}
			row := dialog.DocRow{Left: k.Author + ": " + said, Right: date(k.Date), Detail: model.OneLine(k.Text)}
			about := words[k.ID]
			switch {
			case k.Parent != "":
				row.Left = "    " + row.Left
			case about != "" && seen.Version == all.Version:
				row.Left += "  " + strconv.Quote(about)
				row.Detail = c.Say("on %s: %s", strconv.Quote(about), row.Detail)
			}
			if k.ID == on {
				m.at = i
			}
			m.rows = append(m.rows, row)
		}
	})
}

// images shows the images of the document.
func (l *lists) images(s subject) tea.Cmd {
	c := l.Env.Text
	return l.ask(s, listImages, dialog.DocListOptions{
		Context: keys.InImages, Enter: c.Say(text.GoThere), Acts: []keys.Action{keys.ImageReplace}, Empty: c.Say("No images."),
		Title: c.Say("Images of %s", s.entry.Name),
	}, func(ctx context.Context, q query, m *docList) {
		all, err := q.Images(ctx, q.item, q.base, q.opt)
		m.err, m.images, m.low = err, all.All, l.version(all.Version)
		at := make([]model.Match, len(all.All))
		for i, img := range all.All {
			at[i].Range = model.Range{Begin: img.Position, End: img.Position}
		}
		under := sections(s.outline, at)
		for i, img := range all.All {
			address, _, _ := strings.Cut(img.URL, "?") // the query is a signature
			if img.Source == model.ImageByAttachment {
				address = c.Say("attachment %s", img.Attachment)
			}
			m.rows = append(m.rows, dialog.DocRow{
				Left: strconv.Itoa(i+1) + "  " + address, Right: under[i], Detail: address,
			})
		}
	})
}

// edits shows the edits made from this machine.
func (l *lists) edits(s subject) tea.Cmd {
	c, edits := l.Env.Text, l.Client.Edits
	return l.open(s, listEdits, dialog.DocListOptions{
		Context: keys.InEdits, Acts: []keys.Action{keys.EditsUndo}, Empty: c.Say("No edits from this machine."),
		Title: c.Say("Our edits of %s", s.entry.Name),
	}, func(ctx context.Context, m *docList) {
		all, err := edits.History(ctx, s.place)
		m.err = err
		newest := true
		for _, e := range all {
			kinds := make([]string, len(e.Kinds))
			for i, k := range e.Kinds {
				spec, _ := k.Spec()
				kinds[i] = c.Say(spec.Name)
			}
			what := c.List(kinds)
			if e.Suggested {
				what = c.Say("%s, suggested", what)
			}
			row := dialog.DocRow{
				Left:   what + "  " + firstLine(e.Where),
				Right:  cameOf(c, &e) + "  " + date(e.At),
				Dim:    e.Undone,
				Detail: c.Say("version %d became %d; undo: %s", e.Base, e.Version, dialog.EditUndoText(l.Env, e.Undo)),
			}
			if e.Version == 0 {
				row.Detail = c.Say("based on version %d", e.Base)
			}
			switch { // undo starts with the newest
			case e.Undone:
				row.Refused = c.Say("this edit is already undone")
			case e.Undoes != "":
				row.Refused = c.Say("an undo cannot be undone; make the edit again instead")
			case e.Outcome == model.EditFailed || e.Outcome == model.EditConflict:
				row.Refused = c.Say(text.EditNotDone)
			case !newest:
				row.Refused = c.Say("undo the newer edit first")
			default:
				newest = e.Outcome == model.EditUnknown // can be skipped
			}
			m.rows = append(m.rows, row)
		}
	})
}

// cameOf returns the outcome of an edit in a word: the version it made, or why there is none.
func cameOf(c *text.Catalogue, e *client.EditDone) string {
	switch {
	case e.Undone:
		return c.Say("undone")
	case e.Outcome == model.EditDone:
		return c.Say(text.ReaderVersionShort, e.Version)
	case e.Outcome == model.EditPartly:
		return c.Say("in part")
	case e.Outcome == model.EditUnknown:
		return c.Say("unknown")
	}
	return c.Say("not made")
}

// inside shows table cells and text boxes to insert into.
func (l *lists) inside(s subject) tea.Cmd {
	ed, err := l.Client.EditorOf(s.place)
	if err == nil {
		err = cannot(ed, &s, model.EditText)
	}
	if err != nil {
		return l.Note.Fail(err)
	}
	c := l.Env.Text
	return l.ask(s, listInside, dialog.DocListOptions{
		Context: keys.InDialog, Enter: c.Say("insert there"), Empty: c.Say("The document has no tables and no boxes."), Title: c.Say("Cells and boxes of %s", s.entry.Name),
	}, func(ctx context.Context, q query, m *docList) {
		all, err := q.Structure(ctx, q.item, q.base, q.opt)
		m.err, m.low = err, l.version(all.Version)
		tables, boxes := 0, 0 // numbered as in model.Where
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

// jump goes to a position in the reader.
func (l *lists) jump(s subject, pos int64) tea.Cmd {
	if !l.Reader.Open() || !l.Reader.Place().Equal(s.place) || !l.Reader.Doc.GoTo(pos) {
		return l.Note.SayText(status.Info, "open the document first (%s) to go there", l.Env.Keys.Key(keys.ViewOutline))
	}
	return nil
}

// firstLine returns the first line of a text, marked if there are more.
func firstLine(s string) string {
	head, _, more := strings.Cut(strings.TrimSpace(s), "\n")
	if more {
		head += " …"
	}
	return head
}

// date shortens a date of the service if it can be parsed.
func date(s string) string {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.Local().Format("2006-01-02 15:04")
	}
	return s
}
