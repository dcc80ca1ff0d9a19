// Package editing changes documents: it asks, finds, plans and applies edits, and
// reports the outcome.
package editing

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/act/comparing"
	"aloft/ui/dialog"
	"aloft/ui/keys"
)

// Acts are the actions, with their state.
type Acts struct {
	*act.Screen
	rows    act.Rows
	compare *comparing.Acts
	work    progress
	// kept is what was typed and not applied, by document and question.
	kept  map[string]dialog.FormValues
	own   ownEdit
	lists lists
}

// New makes the actions of a screen.
func New(s *act.Screen, compare *comparing.Acts) *Acts {
	a := &Acts{Screen: s, compare: compare, lists: lists{Screen: s}}
	a.rows = a.makeRows()
	return a
}

// ownEdit is our newest edit: a further edit means the document with it, also while
// the reader still reads it.
type ownEdit struct {
	place model.Place
	base  int64
	now   model.Outline
}

// maxKept bounds what is kept.
const maxKept = 16

// subject is the document that an edit is about, and the place in it.
type subject struct {
	origin  dialog.Origin
	place   model.Place
	entry   model.Entry
	outline *model.Outline // nil = not read
	node    *model.OutlineNode
	nth     int
	matches model.Matches // of the text that was looked for
	match   int           // the current one, -1 = none
}

// base is the version that the person has seen, 0 = none.
func (s *subject) base() int64 {
	if s.outline == nil {
		return 0
	}
	return s.outline.Version
}

// subject of an edit that is requested now: the document in the reader, else the
// one under the cursor.
func (a *Acts) subject() (subject, bool) {
	s := subject{origin: a.Origin(), match: -1}
	if r := a.Reader; r.Open() {
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

// withOwn takes the document as our newest edit left it, where the reader still
// shows the version before it.
func (a *Acts) withOwn(s *subject) {
	o := &a.own
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

// cannot is why an edit of the kind cannot be made in the document.
func cannot(ed client.Editor, s *subject, k model.EditKind) error {
	if k == "" {
		return ed.Readable(s.entry.Kind)
	}
	return ed.CanEdit(s.entry.Kind, k)
}

// askEdit lists all that can be done to the document under the cursor.
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

// keepTyped keeps what was typed for the next time that the same is asked of the
// same document.
func (a *Acts) keepTyped(t editTag, v dialog.FormValues) {
	if !t.typed(v) {
		return
	}
	if a.kept == nil || len(a.kept) >= maxKept {
		a.kept = map[string]dialog.FormValues{}
	}
	a.kept[t.key()] = v
}

// typed reports whether there is a text that nobody would like to type again.
func (t editTag) typed(v dialog.FormValues) bool {
	return slices.ContainsFunc(t.what.fields(), func(f model.EditField) bool {
		switch f.Type {
		case model.FieldLine, model.FieldText, model.FieldMarkdown, model.FieldSearch, model.FieldTasks:
			return strings.TrimSpace(v.Text[f.Name]) != ""
		}
		return false
	})
}

// outlinedMsg: the outline of a document was read for an edit.
type outlinedMsg struct {
	seq     int
	subject subject
	what    askFor
	outline model.Outline
	err     error
}

// readOutline reads the outline of a document that is not in the reader, and then
// asks.
func (a *Acts) readOutline(s subject, what askFor) tea.Cmd {
	ed, err := a.EditorOf(s.place)
	if err != nil {
		return a.Fail(err)
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
		return a.Fail(m.err)
	}
	a.ClearNote()
	m.subject.outline = &m.outline
	return a.ask(m.subject, m.what)
}

// sections are the titles of the headings above places of one version, raw.
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
