package ui

import (
	"context"
	"errors"
	"slices"
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

// editing is what the screen knows of edits that are being asked for.
type editing struct {
	seq    int                // of what is being read or planned
	cancel context.CancelFunc // nil = nothing is
	// kept is what was typed and did not become an edit, by document and question.
	kept map[string]dialog.FormValues
	// writing counts edits that are being made.
	writing int
	warned  bool   // of quitting meanwhile
	doing   string // what is being read, planned or made
	own     ownEdit
	opened  int // dialogs that wait for what they show
}

// ownEdit is our newest edit: who goes on editing means the document as it is
// with it, also while the reader still reads it.
type ownEdit struct {
	place model.Place
	base  int64
	now   model.Outline
}

// mostKept bounds what is kept.
const mostKept = 16

// subject is the document that an edit is about, and where in it the person is.
type subject struct {
	origin  dialog.Origin
	place   model.Place
	entry   model.Entry
	outline *model.Outline // nil = not read
	node    *model.OutlineNode
	nth     int
	matches model.Matches // of the text that was looked for
	match   int           // the one that is stood on, -1 = none
}

// base is the version that the person has seen, 0 = none.
func (s *subject) base() int64 {
	if s.outline == nil {
		return 0
	}
	return s.outline.Version
}

// subject of an edit that is asked for now: the document in the reader, else the
// one under the cursor.
func (a *App) subject() (subject, bool) {
	s := subject{origin: a.Origin(), match: -1}
	if r := a.Reader; r != nil && r.Open() {
		s.place, s.entry, s.outline = r.Place(), r.Entry(), r.Outline()
		s.node, s.nth = r.Node()
		if i, _, ok := r.Match(); ok {
			s.match = i
		}
		s.matches = r.Matches()
		a.withOwn(&s)
		return s, true
	}
	e := a.Current()
	if e == nil {
		return s, false
	}
	s.place, s.entry = a.Pane().PlaceOf(e), *e
	return s, true
}

// withOwn looks at the document as our newest edit has left it, where the reader
// still shows it as it was before.
func (a *App) withOwn(s *subject) {
	o := &a.edit.own
	if s.outline == nil || !o.place.Equal(s.place) || s.base() < o.base || s.base() >= o.now.Version {
		return
	}
	was := s.node
	s.outline, s.node, s.match = &o.now, nil, -1
	if was == nil {
		return
	}
	for _, h := range o.now.Headings() {
		if h.Node.Title == was.Title && h.Node.Level == was.Level && (h.Nth == s.nth || s.nth == 0) {
			s.node = h.Node
			return
		}
	}
}

// editor of the subject's source.
func (a *App) editor(at model.Place) (client.Editor, error) {
	src, err := a.Sources.For(at)
	if err != nil {
		return nil, err
	}
	ed, ok := src.(client.Editor)
	if !ok || a.Edits == nil {
		return nil, client.Errorf(client.KindUnsupported, "edit", at, "%s: has no documents that could be edited here", string(at.Scheme))
	}
	return ed, nil
}

// editKind is what an action does to a document, "" when it only reads.
func editKind(id keys.Action) model.EditKind {
	switch id {
	case keys.EditInsert, keys.EditAppend, keys.PaneInsert:
		return model.EditMarkdown
	case keys.EditTasks:
		return model.EditTask
	case keys.EditReplace:
		return model.EditReplace
	case keys.EditFormat:
		return model.EditFormat
	case keys.EditComment:
		return model.EditComment
	}
	return ""
}

// isEdit reports whether the action is about editing.
func isEdit(id keys.Action) bool {
	return strings.HasPrefix(string(id), string(keys.InEdit)+".") || id == keys.PaneInsert || id == keys.PaneEdit
}

// refuseEdit says why an action of editing cannot be done now, "" when it can.
func (a *App) refuseEdit(id keys.Action) string {
	s, ok := a.subject()
	if !ok {
		return a.Env.Text.Say("there is no document under the cursor")
	}
	ed, err := a.editor(s.place)
	if err == nil {
		err = a.cannot(ed, &s, editKind(id))
	}
	if err != nil {
		return a.Sentence(err)
	}
	return ""
}

// cannot is why an edit of the kind cannot be made in the document.
func (a *App) cannot(ed client.Editor, s *subject, k model.EditKind) error {
	if k == "" {
		return ed.Readable(s.entry.Kind)
	}
	return ed.CanEdit(s.entry.Kind, k)
}

// doEdit carries out an action of editing.
func (a *App) doEdit(id keys.Action) tea.Cmd {
	if why := a.refuseEdit(id); why != "" {
		return a.Say(status.Warn, why)
	}
	s, _ := a.subject()
	switch id {
	case keys.PaneEdit:
		return a.askEdit(s)
	case keys.EditAdd:
		return a.askAdd(s)
	case keys.EditReplace:
		return a.askFound(s, askReplace)
	case keys.EditFormat:
		return a.askFound(s, askFormat)
	case keys.EditComment:
		return a.askFound(s, askComment)
	case keys.EditComments:
		return a.listComments(s)
	case keys.EditImages:
		return a.listImages(s)
	case keys.EditUndo:
		return a.planUndo(s)
	case keys.EditHistory:
		return a.listEdits(s)
	case keys.EditCompare:
		return a.askCompare(s)
	case keys.EditInsert, keys.PaneInsert:
		return a.ask(s, askMarkdown)
	case keys.EditAppend:
		return a.ask(s, askAppend)
	case keys.EditTasks:
		return a.ask(s, askTasks)
	}
	return nil
}

// askEdit lists all that can be done to the document under the cursor.
func (a *App) askEdit(s subject) tea.Cmd {
	var items []dialog.MenuItem
	for _, d := range a.Env.Keys.Docs(keys.InEdit) {
		if d.ID.Context() != keys.InEdit {
			continue
		}
		key := a.Env.Keys.Keys(d.ID)
		it := dialog.MenuItem{Label: a.Env.Text.Say(d.Title), Value: d.ID, Refused: a.refuseEdit(d.ID)}
		if i := slices.IndexFunc(key, func(k string) bool { return !strings.Contains(k, " ") }); i >= 0 {
			it.Key = key[i]
		}
		items = append(items, it)
	}
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions{
		Origin: s.origin, Title: a.Env.Text.Say("Edit %s", s.entry.Name), Items: items, Wide: true,
	}))
}

// begin starts to read or plan for an edit; Esc cancels it.
func (a *App) beginEdit() (context.Context, int) {
	a.cancelEdit()
	ctx, cancel := context.WithCancel(a.Ctx)
	a.edit.seq++
	a.edit.cancel, a.Asked = cancel, a.Now()
	return ctx, a.edit.seq
}

// editingText says what is being read, planned or made, as long as it is.
func (a *App) editingText() (string, bool) {
	e := &a.edit
	if e.writing == 0 && e.cancel == nil {
		return "", false
	}
	return e.doing, e.doing != ""
}

// saysDoing says it at once.
func (a *App) saysDoing(t text.Text, args ...any) tea.Cmd {
	a.edit.doing = a.Env.Text.Say(t, args...)
	return a.Say(status.Info, a.edit.doing)
}

// endEdit reports whether the answer is still wanted.
func (a *App) endEdit(seq int) bool {
	if a.edit.cancel == nil || seq != a.edit.seq {
		return false
	}
	return a.cancelEdit()
}

// cancelEdit ends what is being read or planned, and reports whether there was
// something.
func (a *App) cancelEdit() bool {
	if a.edit.cancel == nil {
		return false
	}
	a.edit.cancel()
	a.edit.cancel = nil
	return true
}

// keepTyped keeps what was typed for the next time that the same is asked of the
// same document.
func (a *App) keepTyped(t editTag, v dialog.FormValues) {
	if strings.TrimSpace(v.Text[inText]+v.Text[inNew]) == "" {
		return
	}
	if a.edit.kept == nil || len(a.edit.kept) >= mostKept {
		a.edit.kept = map[string]dialog.FormValues{}
	}
	a.edit.kept[t.key()] = v
}

// outlinedMsg: the outline of a document was read for an edit.
type outlinedMsg struct {
	seq     int
	subject subject
	what    askFor
	outline model.Outline
	err     error
}

// readOutline reads the outline of a document that is not in the reader, and
// asks then.
func (a *App) readOutline(s subject, what askFor) tea.Cmd {
	ed, err := a.editor(s.place)
	if err != nil {
		return a.Fail(err)
	}
	ctx, seq := a.beginEdit()
	item := act.RefOf(s.place, &s.entry)
	return tea.Batch(a.saysDoing("reading the outline of %s…", model.Clean(s.entry.Name)), func() tea.Msg {
		m := outlinedMsg{seq: seq, subject: s, what: what}
		m.outline, m.err = ed.Outline(ctx, item, 0, client.Options{Class: client.Interactive, Lane: "outline"})
		return m
	})
}

func (a *App) outlined(m outlinedMsg) tea.Cmd {
	if !a.endEdit(m.seq) {
		return nil
	}
	if m.err != nil {
		return a.Fail(m.err)
	}
	a.ClearNote()
	m.subject.outline = &m.outline
	return a.ask(m.subject, m.what)
}

// sections are the headings over places of one version, raw.
func sections(o *model.Outline, at []model.Match) []string {
	out := make([]string, len(at))
	if o == nil {
		return out
	}
	for i := range at {
		if n, _ := o.Under(at[i].Range.Begin); n != nil {
			out[i] = n.Title
		}
	}
	return out
}

// outdated is what others have changed, where that is why an edit failed.
func outdated(err error) (client.Outdated, bool) {
	var p *client.Outdated
	if errors.As(err, &p) {
		return *p, true
	}
	return client.Outdated{}, false
}
